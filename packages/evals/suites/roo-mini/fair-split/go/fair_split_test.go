package fairsplit

import (
	"fmt"
	"math/rand"
	"testing"
)

func expect(t *testing.T, amount int64, weights []int64, want ...int64) {
	t.Helper()
	got, err := Split(amount, weights)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("Split(%d, %v) = %v, %v; want %v", amount, weights, got, err, want)
	}
}

func TestEqualWeights(t *testing.T) {
	expect(t, 900, []int64{1, 1, 1}, 300, 300, 300)
}

func TestWhatIsLeftGoesToTheFirstAmongEquals(t *testing.T) {
	expect(t, 1000, []int64{1, 1, 1}, 334, 333, 333)
	expect(t, 1001, []int64{5, 5, 5}, 334, 334, 333)
}

func TestWhatIsLeftGoesToWhoLostMost(t *testing.T) {
	expect(t, 100, []int64{1, 1, 4}, 17, 17, 66)
	expect(t, 101, []int64{50, 30, 20}, 51, 30, 20)
	expect(t, 10, []int64{3, 3, 1}, 4, 4, 2)
}

func TestWeightOfNothingGetsNothing(t *testing.T) {
	expect(t, 7, []int64{0, 2, 0, 1}, 0, 5, 0, 2)
}

func TestFewerCentsThanPeople(t *testing.T) {
	expect(t, 2, []int64{1, 1, 1}, 1, 1, 0)
	expect(t, 0, []int64{3, 4}, 0, 0)
}

func TestRefundMirrorsThePayment(t *testing.T) {
	expect(t, -1000, []int64{1, 1, 1}, -334, -333, -333)
	expect(t, -10, []int64{3, 3, 1}, -4, -4, -2)
}

func TestLargeAmounts(t *testing.T) {
	expect(t, 1_000_000_000, []int64{1_000_000, 999_999}, 500000250, 499999750)
	expect(t, 999_999_999, []int64{1_000_000, 1_000_000}, 500000000, 499999999)
}

func TestWhatCannotBeSplit(t *testing.T) {
	for _, weights := range [][]int64{nil, {0}, {0, 0}, {1, -1}, {5, -1, 3}} {
		if got, err := Split(100, weights); err == nil {
			t.Errorf("Split(100, %v) = %v, want an error", weights, got)
		}
	}
}

func TestNothingIsLostAndNobodyIsOffByACent(t *testing.T) {
	random := rand.New(rand.NewSource(6))
	for round := 0; round < 400; round++ {
		amount := random.Int63n(200_001) - 100_000
		weights := []int64{1}
		total := int64(1)
		for i := random.Intn(12); i > 0; i-- {
			weights = append(weights, random.Int63n(51))
			total += weights[len(weights)-1]
		}
		shares, err := Split(amount, weights)
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for i, share := range shares {
			sum += share
			if off := share*total - amount*weights[i]; off >= total || off <= -total {
				t.Fatalf("Split(%d, %v) = %v: share %d is off by a cent or more", amount, weights, shares, i)
			}
		}
		if sum != amount {
			t.Fatalf("Split(%d, %v) = %v, which is %d in all", amount, weights, shares, sum)
		}
	}
}

func TestMoreWeightNeverGetsLess(t *testing.T) {
	random := rand.New(rand.NewSource(7))
	for round := 0; round < 400; round++ {
		weights := make([]int64, 8)
		for i := range weights {
			weights[i] = 1 + random.Int63n(9)
		}
		shares, _ := Split(random.Int63n(501), weights)
		for i := range shares {
			for j := range shares {
				if weights[i] < weights[j] && shares[i] > shares[j] {
					t.Fatalf("weights %v get %v", weights, shares)
				}
			}
		}
	}
}
