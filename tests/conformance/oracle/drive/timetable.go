// Package drive answers: what does the real HPA controller of Kubernetes do in a world that is told sync by sync?
package drive

import (
	"encoding/json"
	"fmt"
	"math"
	"testing/synctest"
	"time"

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
	// Decided tells what it did then.
	Decided(step recording.Step)
}

// lookAfter is how long after a sync's beginning its traces are read: later than every retry, earlier than the next sync.
const lookAfter = time.Second

// Run plays one scenario to its end. It has to be called in a bubble. The scenario's own steps are not looked at.
func Run(scenario recording.Scenario, script Script) error {
	if err := setGates(scenario.Settings.ScaleToZeroGate); err != nil {
		return err
	}
	world := &scales{start: time.Now()}
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
	return follow(real, script, duration(scenario.Settings.SyncPeriodSeconds))
}

func follow(real *controller, script Script, period time.Duration) error {
	world := real.scales
	regular := time.Duration(0)
	for script.More() {
		sleepUntil(world.start, regular+lookAfter)
		began, err := look(real, script)
		if err != nil {
			return err
		}
		regular = began + period
		if when, spec := script.Replacement(); spec != nil {
			sleepUntil(world.start, when)
			if err := real.replaceSpec(spec); err != nil {
				return err
			}
			time.Sleep(lookAfter)
			if _, err := look(real, script); err != nil {
				return err
			}
		}
	}
	return nil
}

func sleepUntil(start time.Time, elapsed time.Duration) { time.Sleep(time.Until(start.Add(elapsed))) }

// look reads the traces of the sync that just was, and gives the time when it began.
func look(real *controller, script Script) (time.Duration, error) {
	// What happens at this very moment is to be over.
	synctest.Wait()
	world := real.scales
	if world.step == nil {
		return 0, fmt.Errorf("no sync seen at %s", time.Since(world.start))
	}
	hpa, err := real.current()
	if err != nil {
		return 0, err
	}
	step := *world.step
	step.T = math.Round(world.at.Seconds()*1000) / 1000
	if step.Expect, err = expectOf(hpa, world); err != nil {
		return 0, err
	}
	step.Expect.Events = real.events.take()
	world.finish()
	script.Decided(step)
	return world.at, nil
}
