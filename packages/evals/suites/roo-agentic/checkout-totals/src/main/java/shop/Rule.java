package shop;

import java.util.List;

/** A reason to pay less. */
public interface Rule {
    /** What each line costs less, in their order. */
    List<Money> discounts(List<Line> lines);
}
