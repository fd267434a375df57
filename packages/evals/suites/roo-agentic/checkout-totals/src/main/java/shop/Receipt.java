package shop;

import java.util.List;

/** What a basket costs. */
public final class Receipt {
    private final List<Line> lines;
    private final Money discount;
    private final Money tax;

    public Receipt(List<Line> lines, Money discount, Money tax) {
        this.lines = lines;
        this.discount = discount;
        this.tax = tax;
    }

    public List<Line> lines() {
        return lines;
    }

    public Money discount() {
        return discount;
    }

    public Money net() {
        Money sum = Money.ZERO;
        for (Line line : lines) {
            sum = sum.plus(line.cost());
        }
        return sum;
    }

    public Money tax() {
        return tax;
    }

    public Money total() {
        return net().plus(tax);
    }
}
