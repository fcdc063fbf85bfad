# A formula for Homebrew: put it into the folder Formula of a tap.
class Vertigo < Formula
  desc "UCI chess engine with an analysis of games"
  homepage "@HOME@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@URL@/vertigo-@VERSION@-macos-arm64.tar.gz"
      sha256 "@macos-arm64@"
    end
    on_intel do
      url "@URL@/vertigo-@VERSION@-macos-amd64.tar.gz"
      sha256 "@macos-amd64@"
    end
  end

  on_linux do
    on_arm do
      url "@URL@/vertigo-@VERSION@-linux-arm64.tar.gz"
      sha256 "@linux-arm64@"
    end
    on_intel do
      url "@URL@/vertigo-@VERSION@-linux-amd64.tar.gz"
      sha256 "@linux-amd64@"
    end
  end

  def install
    bin.install "vertigo"
    man1.install "vertigo.1"
    doc.install "THIRD-PARTY-LICENSES.txt"
    generate_completions_from_executable(bin/"vertigo", "completion")
  end

  test do
    assert_match "bestmove", shell_output("#{bin}/vertigo 'go depth 8'")
  end
end
