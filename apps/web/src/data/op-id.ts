/** Also where the page is served without TLS, which `crypto.randomUUID` refuses. */
export function newOpId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `web-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
