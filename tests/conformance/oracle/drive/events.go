package drive

import (
	"sync"

	"github.com/go-logr/logr"
)

// eventLog is the log of a controller, of which it keeps the recorder's lines: they come before any aggregation.
type eventLog struct {
	mutex  sync.Mutex
	events [][3]string
}

// The recorder logs at this verbosity; what is above costs time and tells nothing.
const recorderVerbosity = 3

func (e *eventLog) Init(logr.RuntimeInfo)          {}
func (e *eventLog) Enabled(level int) bool         { return level <= recorderVerbosity }
func (e *eventLog) Error(error, string, ...any)    {}
func (e *eventLog) WithValues(...any) logr.LogSink { return e }
func (e *eventLog) WithName(string) logr.LogSink   { return e }

func (e *eventLog) Info(_ int, message string, pairs ...any) {
	if message != "Event occurred" {
		return
	}
	var event [3]string
	for i := 0; i+1 < len(pairs); i += 2 {
		for place, key := range [3]string{"type", "reason", "message"} {
			if pairs[i] == key {
				event[place], _ = pairs[i+1].(string)
			}
		}
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.events = append(e.events, event)
}

// take gives the events since the last call.
func (e *eventLog) take() [][3]string {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	taken := append([][3]string{}, e.events...)
	e.events = nil
	return taken
}
