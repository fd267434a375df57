package shop;

import java.util.ArrayList;
import java.util.List;

/** Works out what baskets cost. */
public final class Checkout {
    private final List<Rule> rules = new ArrayList<>();

    public Checkout with(Rule rule) {
        rules.add(rule);
        return this;
    }

    public Receipt checkOut(Basket basket) {
        Money discount = Money.ZERO;
        List<List<Money>> all = new ArrayList<>();
        for (Rule rule : rules) {
            all.add(rule.discounts(basket.lines()));
        }
        for (List<Money> discounts : all) {
            for (int i = 0; i < discounts.size(); i++) {
                Line line = basket.lines().get(i);
                line.setCost(line.cost().minus(discounts.get(i)));
                discount = discount.plus(discounts.get(i));
            }
        }
        Money tax = Money.ZERO;
        for (Line line : basket.lines()) {
            tax = tax.plus(line.cost().percent(line.taxRate()));
        }
        return new Receipt(basket.lines(), discount, tax);
    }
}
