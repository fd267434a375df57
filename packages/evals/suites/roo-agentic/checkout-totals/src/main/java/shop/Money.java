package shop;

/** An amount of money. */
public final class Money {
    public static final Money ZERO = new Money(0);

    private final double amount;

    private Money(double amount) {
        this.amount = amount;
    }

    public static Money of(String text) {
        return new Money(Double.parseDouble(text));
    }

    public static Money ofCents(long cents) {
        return new Money(cents / 100.0);
    }

    public long cents() {
        return (long) (amount * 100);
    }

    public Money plus(Money other) {
        return new Money(amount + other.amount);
    }

    public Money minus(Money other) {
        return new Money(amount - other.amount);
    }

    public Money times(int count) {
        return new Money(amount * count);
    }

    /** So many percent of it. */
    public Money percent(int percent) {
        return new Money(amount * percent / 100);
    }

    public boolean isLessThan(Money other) {
        return amount < other.amount;
    }

    @Override
    public String toString() {
        return String.format("%.2f", amount);
    }
}
