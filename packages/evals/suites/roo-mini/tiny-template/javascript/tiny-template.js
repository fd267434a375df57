/** Its message begins with `line N: `. */
export class TemplateError extends Error {}

/** The rendered template. Values are strings or arrays of objects like themselves. Throws a TemplateError. */
export function render(template, values) {
  throw new Error("not written yet");
}
