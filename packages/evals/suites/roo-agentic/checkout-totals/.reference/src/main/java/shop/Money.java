package shop;

/** An amount of money, in whole cents. */
public record Money(long cents) {
    public static final Money ZERO = new Money(0);

    public static Money of(String text) {
        if (!text.matches("-?[0-9]+(\\.[0-9]{1,2})?")) {
            throw new IllegalArgumentException(text + " is no amount");
        }
        return new Money(new java.math.BigDecimal(text).movePointRight(2).longValueExact());
    }

    public static Money ofCents(long cents) {
        return new Money(cents);
    }

    public Money plus(Money other) {
        return new Money(cents + other.cents);
    }

    public Money minus(Money other) {
        return new Money(cents - other.cents);
    }

    public Money times(int count) {
        return new Money(cents * count);
    }

    /** So many percent of it, halves of a cent away from zero. */
    public Money percent(int percent) {
        long hundredths = cents * percent;
        return new Money((Math.abs(hundredths) + 50) / 100 * Long.signum(hundredths));
    }

    public boolean isLessThan(Money other) {
        return cents < other.cents;
    }

    @Override
    public String toString() {
        long size = Math.abs(cents);
        return (cents < 0 ? "-" : "") + size / 100 + String.format(".%02d", size % 100);
    }
}
