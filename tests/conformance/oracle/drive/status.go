package drive

import (
	"bytes"
	"encoding/json"
	"time"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"lagzero.dev/oracle/recording"
)

// expectOf is the status as the API server would keep it, and the writes of the sync under way.
func expectOf(hpa *autoscalingv2.HorizontalPodAutoscaler, world *scales) (recording.Expect, error) {
	expect := recording.Expect{
		Writes:          append([]int32{}, world.writes...),
		Rescaled:        world.rescaled,
		CurrentReplicas: hpa.Status.CurrentReplicas,
		DesiredReplicas: hpa.Status.DesiredReplicas,
		Conditions:      []recording.Condition{},
	}
	if scaled := hpa.Status.LastScaleTime; scaled != nil {
		seconds := wholeSeconds(*scaled, world.start)
		expect.LastScaleTime = &seconds
	}
	for _, each := range hpa.Status.Conditions {
		expect.Conditions = append(expect.Conditions, recording.Condition{
			Type:           string(each.Type),
			Status:         string(each.Status),
			Reason:         each.Reason,
			Message:        each.Message,
			LastTransition: wholeSeconds(each.LastTransitionTime, world.start),
		})
	}
	text := &bytes.Buffer{}
	encoder := json.NewEncoder(text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(hpa.Status.CurrentMetrics)
	expect.CurrentMetrics = bytes.TrimSpace(text.Bytes())
	return expect, err
}

// wholeSeconds cuts as JSON does: the fake clientset keeps the fractions that a real API server never gets.
func wholeSeconds(moment metav1.Time, start time.Time) int64 {
	return moment.Unix() - start.Unix()
}
