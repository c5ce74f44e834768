package drive

import (
	"flag"
	"testing"
	"testing/synctest"

	"k8s.io/klog/v2"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
)

// InBubbles runs work, which may call bubble as often as it likes: each call runs its function with a virtual clock.
//
// Only a *testing.T opens a bubble, and only the package testing makes one: so this program is a test to itself.
func InBubbles(work func(bubble func(func()))) bool {
	testing.Init()
	// The runner asks whether flags have been parsed; ours are none of its business.
	if err := flag.CommandLine.Parse([]string{"-test.timeout=0"}); err != nil {
		panic(err)
	}
	// Its rate limiter would carry one bubble's clock into the next.
	utilruntime.ErrorHandlers = nil
	silenceGlobalLog()
	every := func(string, string) (bool, error) { return true, nil }
	return testing.RunTests(every, []testing.InternalTest{{Name: "oracle", F: func(t *testing.T) {
		work(func(inside func()) { synctest.Test(t, func(*testing.T) { inside() }) })
	}}})
}

// Library code that has no context logs here; what matters reaches us by events and status.
func silenceGlobalLog() {
	klog.LogToStderr(false)
	klog.SetOutput(nowhere{})
}

type nowhere struct{}

func (nowhere) Write(text []byte) (int, error) { return len(text), nil }
