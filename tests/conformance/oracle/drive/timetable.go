// Package drive answers: what does the real HPA controller of Kubernetes do in a world that is told sync by sync?
package drive

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand"
	"testing/synctest"
	"time"

	"lagzero.dev/oracle/gates"
	"lagzero.dev/oracle/recording"
)

// Script is the world that a controller looks at.
type Script interface {
	// More is asked after each look: is there another sync to come?
	More() bool
	// Replacement is asked after each look: does the user replace the spec before the next regular sync, when (from the start),
	// and by what? Nil: no.
	Replacement() (time.Duration, json.RawMessage)
	// Observe is what the controller sees in the sync that begins now.
	Observe(at time.Duration) recording.Step
	// Deferred tells that the replaced spec gets no sync of its own: the next regular one is the first to see it.
	Deferred()
	// Decided tells what it did then.
	Decided(step recording.Step)
}

// lookAfter is how long after a sync's beginning its traces are read: later than every retry, earlier than the next sync.
const lookAfter = time.Second

// Run plays one scenario to its end. It has to be called in a bubble. The scenario's own steps are not looked at.
func Run(scenario recording.Scenario, script Script) error {
	seedRetries(scenario.ID)
	if err := gates.Set(scenario.Settings.ScaleToZeroGate); err != nil {
		return err
	}
	period := duration(scenario.Settings.SyncPeriodSeconds)
	// The start is the first sync.
	world := &scales{start: time.Now()}
	if !gates.SyncsAtOnce() {
		world.start = world.start.Add(period)
	}
	real, err := newController(scenario, world)
	if err != nil {
		return err
	}
	pods := real.podIndexer()
	world.observe = func(at time.Duration) recording.Step {
		step := script.Observe(at)
		if err := pods.Replace(podsOf(step, world.start), "1"); err != nil {
			panic(err)
		}
		return step
	}
	real.run(scenario.Settings, synctest.Wait)
	defer real.end()
	return follow(real, script, period)
}

func follow(real *controller, script Script, period time.Duration) error {
	start := real.scales.start
	regular := time.Duration(0)
	for script.More() {
		sleepUntil(start, regular+lookAfter)
		seen, err := glance(real)
		if err != nil {
			return err
		}
		regular = real.finish(seen, script) + period
		if when, spec := script.Replacement(); spec != nil {
			sleepUntil(start, when)
			if err := replaceSpec(real, spec, script); err != nil {
				return err
			}
		}
	}
	return nil
}

func replaceSpec(real *controller, spec json.RawMessage, script Script) error {
	if err := real.replaceSpec(spec); err != nil {
		return err
	}
	if !gates.SyncsAtOnce() {
		script.Deferred()
		return nil
	}
	// Looked at right away: a retry still under way leaves its traces to the next look. The recordings we hold were taken so, and
	// their readers count on it.
	seen, err := glance(real)
	if err != nil {
		return err
	}
	time.Sleep(lookAfter)
	real.finish(seen, script)
	return nil
}

// glance reads the traces that the sync under way has left so far.
func glance(real *controller) (recording.Expect, error) {
	// What happens at this very moment is to be over.
	synctest.Wait()
	if real.scales.step == nil {
		return recording.Expect{}, fmt.Errorf("no sync seen at %s", time.Since(real.scales.start))
	}
	hpa, err := real.current()
	if err != nil {
		return recording.Expect{}, err
	}
	expect, err := statusOf(hpa, real.scales.start)
	expect.Rescaled = real.scales.rescaled
	expect.Events = real.events.take()
	return expect, err
}

// finish ends the sync under way and gives the time when it began.
func (c *controller) finish(seen recording.Expect, script Script) time.Duration {
	step := *c.scales.step
	step.T = math.Round(c.scales.at.Seconds()*1000) / 1000
	step.Expect = seen
	step.Expect.Writes = append([]int32{}, c.scales.writes...)
	c.scales.finish()
	script.Decided(step)
	return c.scales.at
}

func sleepUntil(start time.Time, elapsed time.Duration) { time.Sleep(time.Until(start.Add(elapsed))) }

// seedRetries makes the random part of the waits between the retries of a write a function of the scenario.
func seedRetries(id string) {
	digest := fnv.New64a()
	digest.Write([]byte(id))
	// Deprecated for good reasons, and yet the only way to the generator that the library takes.
	rand.Seed(int64(digest.Sum64()))
}
