// Package recording answers: what does a line of a recording hold, and how is a file of them read and written?
//
// The fields stand in the order in which they are written; a replay has to give back the same bytes.
package recording

import "encoding/json"

// Scenario is one autoscaler's life, sync by sync.
type Scenario struct {
	ID         string   `json:"id"`
	Kubernetes string   `json:"kubernetes"`
	Settings   Settings `json:"settings"`
	// HPA is the spec as the user applied it, before the API server filled in defaults.
	HPA               json.RawMessage `json:"hpa"`
	InitialConditions []Condition     `json:"initialConditions,omitempty"`
	Steps             []Step          `json:"steps"`
}

// Settings are the controller's flags.
type Settings struct {
	SyncPeriodSeconds              float64 `json:"syncPeriodSeconds"`
	Tolerance                      float64 `json:"tolerance"`
	DownscaleStabilizationSeconds  float64 `json:"downscaleStabilizationSeconds"`
	CPUInitializationPeriodSeconds float64 `json:"cpuInitializationPeriodSeconds"`
	InitialReadinessDelaySeconds   float64 `json:"initialReadinessDelaySeconds"`
	ScaleToZeroGate                bool    `json:"scaleToZeroGate"`
}

// Condition is a condition of the status; LastTransition counts whole seconds from the start.
type Condition struct {
	Type           string `json:"type"`
	Status         string `json:"status"`
	Reason         string `json:"reason"`
	Message        string `json:"message"`
	LastTransition int64  `json:"lastTransition"`
}

// Step is one sync: everything the controller saw, and in Expect what it did.
type Step struct {
	// T is the time of the sync in seconds from the start, to the millisecond.
	T                    float64              `json:"t"`
	Spec                 json.RawMessage      `json:"spec,omitempty"`
	SpecReplicas         int32                `json:"specReplicas"`
	StatusReplicas       int32                `json:"statusReplicas"`
	Selector             string               `json:"selector"`
	ScaleError           string               `json:"scaleError,omitempty"`
	WriteError           string               `json:"writeError,omitempty"`
	Pods                 []Pod                `json:"pods"`
	ResourceMetrics      map[string]PodSample `json:"resourceMetrics"`
	ResourceMetricsError string               `json:"resourceMetricsError,omitempty"`
	CustomMetrics        map[string]Series    `json:"customMetrics"`
	ExternalMetrics      map[string]Series    `json:"externalMetrics"`
	Expect               Expect               `json:"expect"`
}

// The two refusals of a write that are more than a text.
const (
	ConflictOnce   = "conflict-once"
	ConflictAlways = "conflict-always"
)

// Pod is a pod of the target; times are seconds from the start.
type Pod struct {
	Name       string                       `json:"name"`
	Phase      string                       `json:"phase"`
	Ready      string                       `json:"ready,omitempty"`
	ReadySince float64                      `json:"readySince"`
	StartTime  *float64                     `json:"startTime,omitempty"`
	Deleting   bool                         `json:"deleting,omitempty"`
	Requests   map[string]map[string]string `json:"requests"`
}

// PodSample is what metrics.k8s.io knows of one pod: container, resource, quantity.
type PodSample struct {
	Time          float64                      `json:"time"`
	WindowSeconds float64                      `json:"windowSeconds"`
	Containers    map[string]map[string]string `json:"containers"`
}

// Series is the answer to one query of a custom or an external metric. Error wins over data beside it.
type Series struct {
	Error  string            `json:"error,omitempty"`
	Values []string          `json:"values"`
	Pods   map[string]string `json:"pods,omitempty"`
	Object string            `json:"object,omitempty"`
}

// Expect is what the controller did in a sync, and the status it left.
type Expect struct {
	// Writes are all values sent to /scale, refused ones too.
	Writes          []int32         `json:"writes"`
	Rescaled        bool            `json:"rescaled"`
	CurrentReplicas int32           `json:"currentReplicas"`
	DesiredReplicas int32           `json:"desiredReplicas"`
	LastScaleTime   *int64          `json:"lastScaleTime"`
	Conditions      []Condition     `json:"conditions"`
	CurrentMetrics  json.RawMessage `json:"currentMetrics"`
	// Events are type, reason and message, before any aggregation.
	Events [][3]string `json:"events"`
}
