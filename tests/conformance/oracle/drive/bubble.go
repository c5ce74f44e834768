package drive

import (
	"flag"
	"os"
	"testing"
	"testing/synctest"

	"github.com/go-logr/logr"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
)

// Bubble runs a function to its end with a virtual clock of its own.
type Bubble func(inside func())

// Main does the work of the program and ends the program with the status that work returns.
//
// Only a *testing.T opens a bubble, and only the package testing makes one: so this program is a test to itself.
func Main(work func(Bubble) int) {
	testing.Init()
	// The runner would read its flags from our command line, unless it finds them read.
	if err := flag.CommandLine.Parse(nil); err != nil {
		panic(err)
	}
	// Its rate limiter would carry one bubble's clock into the next.
	utilruntime.ErrorHandlers = nil
	// Library code without a context logs here; what matters reaches us by events and answers.
	klog.SetLogger(logr.Discard())
	every := func(string, string) (bool, error) { return true, nil }
	testing.Main(every, []testing.InternalTest{{Name: "oracle", F: func(t *testing.T) {
		// Before the runner gets to print its verdict, which would end up in a recording.
		os.Exit(work(func(inside func()) {
			synctest.Test(t, func(*testing.T) { inside() })
		}))
	}}}, nil, nil)
}
