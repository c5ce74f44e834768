package invent

import (
	"fmt"
	"slices"

	"lagzero.dev/oracle/recording"
)

// fleet are the target's pods. They come late, become ready later, fail, and leave slowly.
type fleet struct {
	dice     dice
	chances  odds
	requests map[string]map[string]string
	pods     []*pod
	next     int
}

type pod struct {
	recording.Pod
	startsAt, readyAt, goneAt float64
}

// Long ago enough that no initialization period reaches there.
const longAgo = -1000

func newFleet(d dice, chances odds, settings recording.Settings, size int) *fleet {
	f := &fleet{dice: d, chances: chances, requests: inventRequests(d)}
	f.grow(size, longAgo)
	for _, each := range f.pods {
		f.settle(each, float64(-d.between(0, 900)))
		if d.chance(chances.onBoundary) {
			// Its initialization ends, or its readiness counts, at the very second of a sync.
			edge := pick(d, settings.CPUInitializationPeriodSeconds, settings.InitialReadinessDelaySeconds)
			each.StartTime = pointer(float64(15*d.between(0, 6)) - edge)
			each.ReadySince = *each.StartTime + float64(pick(d, 0, 1, 29, 30, 31))
			each.Ready = pick(d, "True", "False")
		}
	}
	return f
}

func inventRequests(d dice) map[string]map[string]string {
	requests := map[string]map[string]string{"app": inventAmounts(d)}
	if d.chance(0.33) {
		requests["proxy"] = inventAmounts(d)
	}
	return requests
}

func inventAmounts(d dice) map[string]string {
	return map[string]string{"cpu": pick(d, "100m", "200m", "200m", "1"), "memory": pick(d, "64Mi", "128Mi")}
}

// follow brings the pods nearer to the wanted size, and lets time do its work on them.
func (f *fleet) follow(size int, now float64) {
	f.pods = slices.DeleteFunc(f.pods, func(each *pod) bool { return each.Deleting && each.goneAt <= now })
	f.grow(size-f.kept(), now)
	f.shrink(f.kept()-size, now)
	for _, each := range f.pods {
		f.age(each, now)
	}
}

func (f *fleet) grow(by int, now float64) {
	for range by {
		made := &pod{Pod: recording.Pod{
			Name: fmt.Sprintf("w-%d", f.next), Phase: "Pending", Ready: "False", ReadySince: now, Requests: f.requests,
		}}
		f.next++
		if f.dice.chance(f.chances.noRequest) && !f.lacksRequest() {
			made.Requests = map[string]map[string]string{"app": {"memory": "64Mi"}}
		}
		made.startsAt = now + float64(f.dice.between(0, 40))
		made.readyAt = made.startsAt + float64(pick(f.dice, 0, 1, 5, 10, 30, 45, 90))
		f.pods = append(f.pods, made)
	}
}

func (f *fleet) shrink(by int, now float64) {
	for i := len(f.pods) - 1; i >= 0 && by > 0; i-- {
		if each := f.pods[i]; !each.Deleting {
			each.Deleting = true
			each.goneAt = now + float64(f.dice.between(0, 45))
			by--
		}
	}
}

func (f *fleet) age(each *pod, now float64) {
	switch {
	case each.Phase == "Pending" && each.startsAt <= now:
		each.Phase, each.StartTime, each.ReadySince = "Running", pointer(each.startsAt), each.startsAt
	case each.Phase != "Running":
	case each.Ready == "False" && each.readyAt <= now && each.readyAt > each.ReadySince:
		each.Ready, each.ReadySince = "True", each.readyAt
	case f.dice.chance(0.015):
		each.Ready, each.ReadySince, each.readyAt = "False", now, now+float64(f.dice.between(5, 90))
	case f.dice.chance(f.chances.unknown / 4):
		each.Ready, each.ReadySince = "Unknown", now
	case each.Ready == "Unknown" && f.dice.chance(0.3):
		each.Ready, each.ReadySince = "True", now
	case f.dice.chance(0.002):
		each.Phase = "Failed"
	}
}

// settle makes a pod one that has been there for long.
func (f *fleet) settle(each *pod, since float64) {
	each.Phase, each.Ready, each.StartTime = "Running", "True", pointer(since)
	each.ReadySince = since + float64(pick(f.dice, 0, 1, 5, 20, 90))
}

// lacksRequest keeps it at one such pod: the message names the first in the order of a Go map, another one in every run.
func (f *fleet) lacksRequest() bool {
	return slices.ContainsFunc(f.pods, func(each *pod) bool { return each.Requests["app"]["cpu"] == "" })
}

// kept counts the pods that are to stay.
func (f *fleet) kept() int {
	kept := 0
	for _, each := range f.pods {
		if !each.Deleting {
			kept++
		}
	}
	return kept
}

// seen are the pods as they are now; later changes don't reach them.
func (f *fleet) seen() []recording.Pod {
	seen := []recording.Pod{}
	for _, each := range f.pods {
		seen = append(seen, each.Pod)
	}
	return seen
}
