package invent

import (
	"strconv"
	"strings"

	"lagzero.dev/oracle/recording"
)

// Corpus are the label sets that every selector of ours is tried on.
func Corpus() recording.Value {
	sets := []object{
		{}, {"a": "1"}, {"a": "2"}, {"a": ""}, {"b": "x"}, {"a": "1", "b": "x"}, {"a": "1", "b": "y", "c": "z"},
		{"app.kubernetes.io/name": "w"}, {"a": "1.0"}, {"a": "x", "b": "1"}, {"a": "10"},
	}
	return recording.Value{Case: mustJSON(sets), Kind: recording.KindCorpus}
}

// Value invents a text or an object to be read.
func Value(seed, number uint64) recording.Value {
	switch d := diceFor(seed, number); d.IntN(4) {
	case 0:
		return recording.Value{Case: mustJSON(object{"in": inventSelectorText(d)}), Kind: recording.KindSelector}
	case 1:
		return recording.Value{Case: mustJSON(object{"in": inventLabelSelector(d)}), Kind: recording.KindLabelSelector}
	default:
		return recording.Value{Case: mustJSON(object{"in": inventQuantity(d)}), Kind: recording.KindQuantity}
	}
}

func inventQuantity(d dice) string {
	number := pick(d, "", "", "-", "+") + digits(d, pick(d, 1, 3, 6, 12, 19))
	if d.chance(0.4) {
		number += "." + digits(d, d.between(0, 12))
	}
	suffix := pick(d, "", "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "E2", "e-3")
	if d.chance(0.05) {
		suffix = pick(d, "K", "mm", " ", "e", "E+", "Zi", ",5", "e3Mi")
	}
	return number + suffix
}

// digits may begin with zeros.
func digits(d dice, count int) string {
	text := strings.Builder{}
	for range count {
		text.WriteString(strconv.Itoa(d.IntN(10)))
	}
	return text.String()
}

var (
	labelKeys   = []string{"a", "b", "c", "app.kubernetes.io/name"}
	labelValues = []string{"1", "2", "x", "y", "w", "1.0", ""}
)

func inventSelectorText(d dice) string {
	parts := make([]string, d.between(1, 3))
	for i := range parts {
		parts[i] = inventRequirement(d)
	}
	text := strings.Join(parts, pick(d, ",", ",", ", "))
	if d.chance(0.1) {
		// A character too many, anywhere.
		place := d.between(0, len(text))
		text = text[:place] + pick(d, ",", "=", "!", "(", "-", " ", "/", "é") + text[place:]
	}
	return text
}

func inventRequirement(d dice) string {
	key, value := pick(d, labelKeys...), pick(d, labelValues...)
	switch d.IntN(6) {
	case 0:
		return key
	case 1:
		return "!" + key
	case 2:
		return key + pick(d, " in ", " notin ") + "(" + value + "," + pick(d, labelValues...) + ")"
	case 3:
		return key + pick(d, ">", "<") + pick(d, "1", "5", "x", "")
	default:
		return key + pick(d, "=", "==", "!=") + value
	}
}

func inventLabelSelector(d dice) object {
	selector := object{}
	if d.chance(0.6) {
		labels := object{}
		for range d.between(1, 2) {
			labels[pick(d, labelKeys...)] = pick(d, labelValues...)
		}
		if d.chance(0.1) {
			// One at most: of several bad ones the error names the first in the order of a Go map.
			labels[pick(d, labelKeys...)] = "a:b"
		}
		selector["matchLabels"] = labels
	}
	if d.chance(0.6) {
		expressions := make([]object, d.between(1, 2))
		for i := range expressions {
			expressions[i] = inventExpression(d)
		}
		selector["matchExpressions"] = expressions
	}
	return selector
}

func inventExpression(d dice) object {
	expression := object{
		"key":      pick(d, append([]string{"bad key"}, labelKeys...)...),
		"operator": pick(d, "In", "In", "NotIn", "NotIn", "Exists", "DoesNotExist", "Bogus"),
	}
	if d.chance(0.6) {
		values := make([]string, d.between(1, 2))
		for i := range values {
			values[i] = pick(d, labelValues...)
		}
		expression["values"] = values
	}
	return expression
}
