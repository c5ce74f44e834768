package drive

import (
	"context"
	"errors"
	"time"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/scale"

	"lagzero.dev/oracle/recording"
)

// scales is the /scale of the one target. The first read of a sync is where the world is looked at anew.
type scales struct {
	scale.ScaleInterface

	start   time.Time
	observe func(at time.Duration) recording.Step

	// The sync under way, nil between two syncs: the controller has one worker and the driver looks when it rests.
	step     *recording.Step
	at       time.Duration
	writes   []int32
	rescaled bool
}

func (s *scales) Scales(string) scale.ScaleInterface { return s }

func (s *scales) Get(_ context.Context, _ schema.GroupResource, name string, _ metav1.GetOptions) (*autoscalingv1.Scale, error) {
	if s.step == nil {
		s.at = time.Since(s.start)
		step := s.observe(s.at)
		s.step = &step
	}
	if s.step.ScaleError != "" {
		return nil, errors.New(s.step.ScaleError)
	}
	return &autoscalingv1.Scale{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		Spec:       autoscalingv1.ScaleSpec{Replicas: s.step.SpecReplicas},
		Status:     autoscalingv1.ScaleStatus{Replicas: s.step.StatusReplicas, Selector: s.step.Selector},
	}, nil
}

func (s *scales) Update(_ context.Context, resource schema.GroupResource, wanted *autoscalingv1.Scale, _ metav1.UpdateOptions) (*autoscalingv1.Scale, error) {
	s.writes = append(s.writes, wanted.Spec.Replicas)
	switch refusal := s.step.WriteError; {
	case refusal == recording.ConflictAlways, refusal == recording.ConflictOnce && len(s.writes) == 1:
		return nil, apierrors.NewConflict(resource, wanted.Name, errors.New("the object has been modified"))
	case refusal != "" && refusal != recording.ConflictOnce:
		return nil, errors.New(refusal)
	}
	s.rescaled = true
	return wanted.DeepCopy(), nil
}

// finish ends the sync under way.
func (s *scales) finish() {
	s.step, s.writes, s.rescaled = nil, nil, false
}
