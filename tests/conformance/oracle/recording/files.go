package recording

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ulikunitz/xz"
)

const compressed = ".xz"

// Read gives every line of a .jsonl or .jsonl.xz file to visit, in order.
func Read(path string, visit func(json.RawMessage) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	var plain io.Reader = bufio.NewReader(file)
	if strings.HasSuffix(path, compressed) {
		if plain, err = xz.NewReader(plain); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	lines := json.NewDecoder(plain)
	for number := 1; ; number++ {
		var line json.RawMessage
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s:%d: %w", path, number, err)
		}
		if err := visit(line); err != nil {
			return fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
}

// Decode is strict: a key that is not known here would be lost in what is written.
func Decode(line json.RawMessage, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

// Writer writes one JSON object a line. Close has to succeed for the file to be whole.
type Writer struct {
	encoder *json.Encoder
	closers []func() error
}

// Create makes the file of a recording anew; "-" is standard output.
func Create(path string) (*Writer, error) {
	if path == "-" {
		return newWriter(os.Stdout, nil), nil
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(path, compressed) {
		return newWriter(file, []func() error{file.Close}), nil
	}
	packer, err := xz.NewWriter(file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return newWriter(packer, []func() error{packer.Close, file.Close}), nil
}

func newWriter(to io.Writer, closers []func() error) *Writer {
	buffered := bufio.NewWriter(to)
	encoder := json.NewEncoder(buffered)
	// As Encode does.
	encoder.SetEscapeHTML(false)
	return &Writer{encoder: encoder, closers: append([]func() error{buffered.Flush}, closers...)}
}

// Write appends one line.
func (w *Writer) Write(line any) error { return w.encoder.Encode(line) }

// Close flushes everything to the disk.
func (w *Writer) Close() error {
	var failures []error
	for _, each := range w.closers {
		failures = append(failures, each())
	}
	return errors.Join(failures...)
}
