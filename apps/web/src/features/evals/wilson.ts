const z = 1.959963984540054;

/** The 95 % interval of a rate that was seen `passed` times in `graded`; anything is possible where nothing was. */
export function wilson(passed: number, graded: number): { readonly low: number; readonly high: number } {
  if (graded === 0) return { low: 0, high: 1 };
  const rate = passed / graded;
  const centre = rate + z ** 2 / (2 * graded);
  const reach = z * Math.sqrt((rate * (1 - rate)) / graded + z ** 2 / (4 * graded ** 2));
  const scale = 1 + z ** 2 / graded;
  return { low: Math.max(0, (centre - reach) / scale), high: Math.min(1, (centre + reach) / scale) };
}
