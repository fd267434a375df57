package fairsplit

import (
	"errors"
	"sort"
)

// Split gives the shares in the order of the weights.
func Split(amount int64, weights []int64) ([]int64, error) {
	var total int64
	for _, weight := range weights {
		if weight < 0 {
			return nil, errors.New("a weight is negative")
		}
		total += weight
	}
	if total == 0 {
		return nil, errors.New("there is no weight to split by")
	}
	sign := int64(1)
	if amount < 0 {
		sign, amount = -1, -amount
	}
	shares := make([]int64, len(weights))
	order := make([]int, len(weights))
	left := amount
	for i, weight := range weights {
		shares[i] = amount * weight / total
		left -= shares[i]
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool {
		return amount*weights[order[i]]%total > amount*weights[order[j]]%total
	})
	for _, i := range order[:left] {
		shares[i]++
	}
	for i := range shares {
		shares[i] *= sign
	}
	return shares, nil
}
