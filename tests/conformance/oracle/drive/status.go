package drive

import (
	"time"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"lagzero.dev/oracle/recording"
)

// statusOf is the status as the API server would keep it.
func statusOf(hpa *autoscalingv2.HorizontalPodAutoscaler, start time.Time) (recording.Expect, error) {
	expect := recording.Expect{
		CurrentReplicas: hpa.Status.CurrentReplicas,
		DesiredReplicas: hpa.Status.DesiredReplicas,
		Conditions:      []recording.Condition{},
	}
	if scaled := hpa.Status.LastScaleTime; scaled != nil {
		seconds := wholeSeconds(*scaled, start)
		expect.LastScaleTime = &seconds
	}
	for _, each := range hpa.Status.Conditions {
		expect.Conditions = append(expect.Conditions, recording.Condition{
			Type:           string(each.Type),
			Status:         string(each.Status),
			Reason:         each.Reason,
			Message:        each.Message,
			LastTransition: wholeSeconds(each.LastTransitionTime, start),
		})
	}
	var err error
	expect.CurrentMetrics, err = recording.Encode(hpa.Status.CurrentMetrics)
	return expect, err
}

// wholeSeconds cuts as JSON does: the fake clientset keeps the fractions that a real API server never gets.
func wholeSeconds(moment metav1.Time, start time.Time) int64 {
	return moment.Unix() - start.Unix()
}
