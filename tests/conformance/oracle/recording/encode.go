package recording

import (
	"bytes"
	"encoding/json"
)

// Encode is Go's JSON without its precautions for browsers: messages hold `&LabelSelector{...}`, which is to be legible.
func Encode(value any) (json.RawMessage, error) {
	text := &bytes.Buffer{}
	encoder := json.NewEncoder(text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSpace(text.Bytes()), err
}
