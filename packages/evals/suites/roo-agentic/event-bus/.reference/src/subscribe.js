/** Subscribes to several names at once. Returns a function that ends all of it. */
export function subscribe(bus, listeners) {
  const ends = Object.entries(listeners).map(([name, listener]) => bus.on(name, listener));
  return () => {
    for (const end of ends) end();
  };
}
