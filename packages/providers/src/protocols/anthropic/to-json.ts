/** Half a surrogate pair (text cut by length) is no Unicode: the vendor refuses the request, and then every later one. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === "string" ? item.toWellFormed() : item));
}
