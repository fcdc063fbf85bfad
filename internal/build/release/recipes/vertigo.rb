# A formula for Homebrew: put it into the folder Formula of a tap.
class Vertigo < Formula
  desc "UCI chess engine with an analysis of games"
  homepage "{{.Home}}"
  version "{{.Version}}"
  license "MIT"

  on_macos do
    on_arm do
      url "{{.URL}}/vertigo-{{.Version}}-macos-arm64.tar.gz"
      sha256 "{{sum "macos-arm64"}}"
    end
    on_intel do
      url "{{.URL}}/vertigo-{{.Version}}-macos-amd64.tar.gz"
      sha256 "{{sum "macos-amd64"}}"
    end
  end

  on_linux do
    on_arm do
      url "{{.URL}}/vertigo-{{.Version}}-linux-arm64.tar.gz"
      sha256 "{{sum "linux-arm64"}}"
    end
    on_intel do
      url "{{.URL}}/vertigo-{{.Version}}-linux-amd64.tar.gz"
      sha256 "{{sum "linux-amd64"}}"
    end
  end

  def install
    bin.install "vertigo"
    man1.install "vertigo.1"
  end

  test do
    assert_match "bestmove", shell_output("#{bin}/vertigo 'go depth 8'")
  end
end
