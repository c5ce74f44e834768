package recording

import "encoding/json"

// Validation is one spec laid before the API server: what it made of it, and what it said.
type Validation struct {
	ID              string `json:"id"`
	ScaleToZeroGate bool   `json:"scaleToZeroGate"`
	// OldSpec makes it an update.
	OldSpec   json.RawMessage `json:"oldSpec,omitempty"`
	Spec      json.RawMessage `json:"spec"`
	Defaulted json.RawMessage `json:"defaulted"`
	// Errors are sorted by `field: message`; none means accepted.
	Errors        []Problem `json:"errors"`
	StatusMessage string    `json:"statusMessage,omitempty"`
}

// Problem is one error of a validation.
type Problem struct {
	Type    string `json:"type"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Value is one case of a value that Kubernetes' libraries read; Case is of the type that Kind names.
type Value struct {
	Case json.RawMessage `json:"case"`
	Kind string          `json:"kind"`
}

// The kinds of values. A corpus is the list of label sets that the selectors after it are tried on.
const (
	KindQuantity      = "quantity"
	KindCorpus        = "corpus"
	KindSelector      = "selector"
	KindLabelSelector = "labelSelector"
)

// Quantity is a text and what it is read as.
type Quantity struct {
	In                 string  `json:"in"`
	Canonical          string  `json:"canonical,omitempty"`
	Error              string  `json:"error,omitempty"`
	MilliValue         int64   `json:"milliValue"`
	Value              int64   `json:"value"`
	Sign               int     `json:"sign"`
	ApproximateFloat64 float64 `json:"approximateFloat64"`
}

// Selector is a selector as text, or (In is an object then) as an object.
type Selector struct {
	In     json.RawMessage `json:"in"`
	Error  string          `json:"error,omitempty"`
	String string          `json:"string"`
	// Matches has an answer for each label set of the corpus, for a selector that is a text.
	Matches []bool `json:"matches,omitempty"`
}
