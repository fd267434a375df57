/** Hands events from those who emit them to those who listen. */
export function createBus() {
  let subscriptions = [];

  const add = (name, listener, isOnce) => {
    const subscription = { name, listener, isOnce, isEnded: false };
    subscriptions.push(subscription);
    return () => end(subscription);
  };

  const end = (subscription) => {
    subscription.isEnded = true;
    subscriptions = subscriptions.filter((each) => each !== subscription);
  };

  return {
    /** Returns a function that ends this subscription. */
    on: (name, listener) => add(name, listener, false),
    once: (name, listener) => add(name, listener, true),
    off(name, listener) {
      const found = subscriptions.find((each) => each.name === name && each.listener === listener);
      if (found) end(found);
      return found !== undefined;
    },
    emit(name, payload) {
      const errors = [];
      let called = 0;
      for (const subscription of subscriptions.filter((each) => matches(each.name, name))) {
        if (subscription.isEnded) continue;
        if (subscription.isOnce) end(subscription);
        called += 1;
        try {
          subscription.listener(payload, name);
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw new AggregateError(errors, `${errors.length} listeners of ${name} failed`);
      return called;
    },
  };
}

function matches(wanted, name) {
  if (wanted === "*" || wanted === name) return true;
  return wanted.endsWith(".*") && name.startsWith(wanted.slice(0, -1));
}
