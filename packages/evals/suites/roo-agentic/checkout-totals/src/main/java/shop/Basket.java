package shop;

import java.util.ArrayList;
import java.util.List;

/** What somebody wants to buy. */
public final class Basket {
    private final List<Line> lines = new ArrayList<>();

    /** The price is that of one piece, the tax rate in percent. */
    public Basket add(String product, String category, int count, Money price, int taxRate) {
        lines.add(new Line(product, category, count, price.times(count), taxRate));
        return this;
    }

    public List<Line> lines() {
        return lines;
    }
}
