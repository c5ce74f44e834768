// Package apiserver answers: what would the API server make of a spec, a quantity, a selector?
package apiserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	genericrequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	"k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler"

	// The versions of the API group, their defaults and conversions are known once this is linked.
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"

	"lagzero.dev/oracle/gates"
	"lagzero.dev/oracle/recording"
)

const (
	namespace = "default"
	name      = "worker"
)

// Validate fills in what the API server answers to the case's spec.
func Validate(asked recording.Validation) (recording.Validation, error) {
	if err := gates.Set(asked.ScaleToZeroGate); err != nil {
		return asked, err
	}
	spec, defaulted, err := decode(asked.Spec)
	if err != nil {
		return asked, err
	}
	if asked.Defaulted, err = recording.Encode(defaulted); err != nil {
		return asked, err
	}
	var refusal error
	if asked.OldSpec == nil {
		rest.FillObjectMetaSystemFields(&spec.ObjectMeta)
		refusal = rest.BeforeCreate(horizontalpodautoscaler.Strategy, requestTo("create"), spec)
	} else {
		old, _, err := decode(asked.OldSpec)
		if err != nil {
			return asked, err
		}
		refusal = rest.BeforeUpdate(horizontalpodautoscaler.Strategy, requestTo("update"), spec, old)
	}
	asked.Errors, asked.StatusMessage, err = problemsOf(refusal)
	return asked, err
}

// decode gives the spec as the registry gets it, and as a user would read it back.
func decode(applied json.RawMessage) (*autoscaling.HorizontalPodAutoscaler, autoscalingv2.HorizontalPodAutoscalerSpec, error) {
	versioned := &autoscalingv2.HorizontalPodAutoscaler{}
	if err := json.Unmarshal(applied, &versioned.Spec); err != nil {
		return nil, versioned.Spec, fmt.Errorf("not the spec of an autoscaler: %w", err)
	}
	legacyscheme.Scheme.Default(versioned)
	internal := &autoscaling.HorizontalPodAutoscaler{}
	if err := legacyscheme.Scheme.Convert(versioned, internal, nil); err != nil {
		return nil, versioned.Spec, err
	}
	internal.Namespace, internal.Name, internal.ResourceVersion = namespace, name, "1"
	return internal, versioned.Spec, nil
}

// requestTo is the context of a request; the declarative part of validation reads from it which version was used.
func requestTo(verb string) context.Context {
	ctx := genericrequest.WithNamespace(context.Background(), namespace)
	return genericrequest.WithRequestInfo(ctx, &genericrequest.RequestInfo{
		IsResourceRequest: true, Verb: verb, APIGroup: "autoscaling", APIVersion: "v2",
		Namespace: namespace, Resource: "horizontalpodautoscalers", Name: name,
	})
}

func problemsOf(refusal error) ([]recording.Problem, string, error) {
	problems := []recording.Problem{}
	if refusal == nil {
		return problems, "", nil
	}
	var status *apierrors.StatusError
	if !errors.As(refusal, &status) || status.ErrStatus.Details == nil {
		return nil, "", refusal
	}
	for _, cause := range status.ErrStatus.Details.Causes {
		problems = append(problems, recording.Problem{Type: string(cause.Type), Field: cause.Field, Message: cause.Message})
	}
	slices.SortStableFunc(problems, func(a, b recording.Problem) int {
		return strings.Compare(a.Field+": "+a.Message, b.Field+": "+b.Message)
	})
	return problems, status.ErrStatus.Message, nil
}
