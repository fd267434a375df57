package shop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Works out what baskets cost. */
public final class Checkout {
    private final List<Rule> rules = new ArrayList<>();

    public Checkout with(Rule rule) {
        rules.add(rule);
        return this;
    }

    public Receipt checkOut(Basket basket) {
        List<Line> lines = basket.lines();
        Money discount = Money.ZERO;
        for (Rule rule : rules) {
            List<Money> discounts = rule.discounts(lines);
            List<Line> cheaper = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                Line line = lines.get(i);
                Money off = line.cost().isLessThan(discounts.get(i)) ? line.cost() : discounts.get(i);
                cheaper.add(line.withCost(line.cost().minus(off)));
                discount = discount.plus(off);
            }
            lines = cheaper;
        }
        return new Receipt(List.copyOf(lines), discount, tax(lines));
    }

    private static Money tax(List<Line> lines) {
        Map<Integer, Money> sums = new TreeMap<>();
        lines.forEach(line -> sums.merge(line.taxRate(), line.cost(), Money::plus));
        return sums.entrySet().stream()
                .map(entry -> entry.getValue().percent(entry.getKey()))
                .reduce(Money.ZERO, Money::plus);
    }
}
