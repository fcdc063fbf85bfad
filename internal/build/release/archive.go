package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io"
	"io/fs"
	"time"
)

// A file is one entry of an archive. The name uses forward slashes.
type file struct {
	name       string
	data       []byte
	executable bool
}

// mode gives the same permissions to an entry wherever it is packed, also on systems that have none.
func (f file) mode() fs.FileMode {
	if f.executable {
		return 0o755
	}
	return 0o644
}

// entryTime stands for the time of change of every archive entry: real times would differ from build to build. It is
// the earliest that a zip can hold.
func entryTime() time.Time {
	return time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)
}

// writeZip writes the files, in their order, as a zip archive.
func writeZip(w io.Writer, files []file) error {
	archive := zip.NewWriter(w)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: entryTime()}
		header.SetMode(f.mode())
		entry, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.data); err != nil {
			return err
		}
	}
	return archive.Close()
}

// writeTarGz writes the files, in their order, as a gzipped tar archive. The entries carry no owner.
func writeTarGz(w io.Writer, files []file) error {
	compressed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(compressed)
	for _, f := range files {
		header := &tar.Header{
			Typeflag: tar.TypeReg,
			Name:     f.name,
			Size:     int64(len(f.data)),
			Mode:     int64(f.mode()),
			ModTime:  entryTime(),
			Format:   tar.FormatUSTAR,
		}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(f.data); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return compressed.Close()
}
