package apiserver

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"lagzero.dev/oracle/recording"
)

// Values reads values one after another; it remembers the corpus that selectors are tried on.
type Values struct{ corpus []labels.Set }

// Read makes the case's answers anew from its input.
func (v *Values) Read(asked recording.Value) (recording.Value, error) {
	var answer any
	var err error
	switch asked.Kind {
	case recording.KindCorpus:
		v.corpus = nil
		return asked, json.Unmarshal(asked.Case, &v.corpus)
	case recording.KindQuantity:
		answer, err = readQuantity(asked.Case)
	case recording.KindSelector:
		answer, err = v.readSelector(asked.Case)
	case recording.KindLabelSelector:
		answer, err = readLabelSelector(asked.Case)
	default:
		err = fmt.Errorf("%q is no kind of value", asked.Kind)
	}
	if err != nil {
		return asked, err
	}
	asked.Case, err = recording.Encode(answer)
	return asked, err
}

func readQuantity(text json.RawMessage) (recording.Quantity, error) {
	var asked recording.Quantity
	if err := json.Unmarshal(text, &asked); err != nil {
		return asked, err
	}
	answer := recording.Quantity{In: asked.In}
	quantity, err := resource.ParseQuantity(asked.In)
	if err != nil {
		answer.Error = err.Error()
		return answer, nil
	}
	// String would give the text back that was read.
	number, suffix := quantity.CanonicalizeBytes(nil)
	answer.Canonical = string(number) + string(suffix)
	answer.MilliValue = quantity.MilliValue()
	answer.Value = quantity.Value()
	answer.Sign = quantity.Sign()
	answer.ApproximateFloat64 = quantity.AsApproximateFloat64()
	return answer, nil
}

func (v *Values) readSelector(text json.RawMessage) (recording.Selector, error) {
	var asked recording.Selector
	if err := json.Unmarshal(text, &asked); err != nil {
		return asked, err
	}
	answer := recording.Selector{In: asked.In}
	var in string
	if err := json.Unmarshal(asked.In, &in); err != nil {
		return answer, err
	}
	selector, err := labels.Parse(in)
	if err != nil {
		answer.Error = err.Error()
		return answer, nil
	}
	answer.String = selector.String()
	for _, each := range v.corpus {
		answer.Matches = append(answer.Matches, selector.Matches(each))
	}
	return answer, nil
}

func readLabelSelector(text json.RawMessage) (recording.Selector, error) {
	var asked recording.Selector
	if err := json.Unmarshal(text, &asked); err != nil {
		return asked, err
	}
	answer := recording.Selector{In: asked.In}
	var in metav1.LabelSelector
	if err := json.Unmarshal(asked.In, &in); err != nil {
		return answer, err
	}
	selector, err := metav1.LabelSelectorAsSelector(&in)
	if err != nil {
		answer.Error = err.Error()
		return answer, nil
	}
	answer.String = selector.String()
	return answer, nil
}
