def split(amount, weights):
    """The shares in the order of the weights. Raises ValueError."""
    if any(weight < 0 for weight in weights) or sum(weights) == 0:
        raise ValueError("the weights must not be negative, and not all 0")
    if amount < 0:
        return [-share for share in split(-amount, weights)]
    total = sum(weights)
    shares = [amount * weight // total for weight in weights]
    by_loss = sorted(range(len(weights)), key=lambda i: -(amount * weights[i] % total))
    for i in by_loss[: amount - sum(shares)]:
        shares[i] += 1
    return shares
