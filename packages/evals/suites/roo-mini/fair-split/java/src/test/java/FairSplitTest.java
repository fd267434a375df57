import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FairSplitTest {
    @Test
    void equalWeights() {
        assertEquals(List.of(300L, 300L, 300L), FairSplit.split(900, List.of(1L, 1L, 1L)));
    }

    @Test
    void whatIsLeftGoesToTheFirstAmongEquals() {
        assertEquals(List.of(334L, 333L, 333L), FairSplit.split(1000, List.of(1L, 1L, 1L)));
        assertEquals(List.of(334L, 334L, 333L), FairSplit.split(1001, List.of(5L, 5L, 5L)));
    }

    @Test
    void whatIsLeftGoesToWhoLostMost() {
        assertEquals(List.of(17L, 17L, 66L), FairSplit.split(100, List.of(1L, 1L, 4L)));
        assertEquals(List.of(51L, 30L, 20L), FairSplit.split(101, List.of(50L, 30L, 20L)));
        assertEquals(List.of(4L, 4L, 2L), FairSplit.split(10, List.of(3L, 3L, 1L)));
    }

    @Test
    void aWeightOfNothingGetsNothing() {
        assertEquals(List.of(0L, 5L, 0L, 2L), FairSplit.split(7, List.of(0L, 2L, 0L, 1L)));
    }

    @Test
    void fewerCentsThanPeople() {
        assertEquals(List.of(1L, 1L, 0L), FairSplit.split(2, List.of(1L, 1L, 1L)));
        assertEquals(List.of(0L, 0L), FairSplit.split(0, List.of(3L, 4L)));
    }

    @Test
    void aRefundMirrorsThePayment() {
        assertEquals(List.of(-334L, -333L, -333L), FairSplit.split(-1000, List.of(1L, 1L, 1L)));
        assertEquals(List.of(-4L, -4L, -2L), FairSplit.split(-10, List.of(3L, 3L, 1L)));
    }

    @Test
    void largeAmounts() {
        assertEquals(List.of(500000250L, 499999750L), FairSplit.split(1_000_000_000, List.of(1_000_000L, 999_999L)));
        assertEquals(List.of(500000000L, 499999999L), FairSplit.split(999_999_999, List.of(1_000_000L, 1_000_000L)));
    }

    @Test
    void whatCannotBeSplit() {
        List<List<Long>> lists = List.of(List.of(), List.of(0L), List.of(0L, 0L), List.of(1L, -1L), List.of(5L, -1L, 3L));
        for (List<Long> weights : lists) {
            assertThrows(IllegalArgumentException.class, () -> FairSplit.split(100, weights), weights.toString());
        }
    }

    @Test
    void nothingIsLostAndNobodyIsOffByACent() {
        Random random = new Random(6);
        for (int round = 0; round < 400; round++) {
            long amount = random.nextInt(200_001) - 100_000;
            List<Long> weights = new ArrayList<>(List.of(1L));
            for (int i = random.nextInt(12); i > 0; i--) {
                weights.add((long) random.nextInt(51));
            }
            long total = weights.stream().mapToLong(Long::longValue).sum();
            List<Long> shares = FairSplit.split(amount, weights);
            assertEquals(amount, shares.stream().mapToLong(Long::longValue).sum());
            for (int i = 0; i < shares.size(); i++) {
                assertTrue(Math.abs(shares.get(i) * total - amount * weights.get(i)) < total, weights + " " + shares);
            }
        }
    }

    @Test
    void moreWeightNeverGetsLess() {
        Random random = new Random(7);
        for (int round = 0; round < 400; round++) {
            List<Long> weights = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                weights.add(1L + random.nextInt(9));
            }
            List<Long> shares = FairSplit.split(random.nextInt(501), weights);
            for (int i = 0; i < 8; i++) {
                for (int j = 0; j < 8; j++) {
                    assertTrue(weights.get(i) >= weights.get(j) || shares.get(i) <= shares.get(j), weights + " " + shares);
                }
            }
        }
    }
}
