// Package invent answers: what might an autoscaler, its pods and its metrics look like? At random, and the same for the same seed.
package invent

import (
	"math/rand/v2"
	"strconv"
)

// dice are the only source of chance. No two scenarios share them, so that scenario 7 doesn't depend on how many come before it.
type dice struct{ *rand.Rand }

func diceFor(seed, number uint64) dice { return dice{rand.New(rand.NewPCG(seed, number))} }

func (d dice) chance(odds float64) bool { return d.Float64() < odds }

// between includes both ends.
func (d dice) between(low, high int) int { return low + d.IntN(high-low+1) }

func pick[T any](d dice, from ...T) T { return from[d.IntN(len(from))] }

// object is a JSON object: written with sorted keys.
type object = map[string]any

// quantity writes a number of thousandths in one of the forms that metrics APIs use.
func quantity(milli int64) string {
	if milli%1000 == 0 {
		return strconv.FormatInt(milli/1000, 10)
	}
	return strconv.FormatInt(milli, 10) + "m"
}
