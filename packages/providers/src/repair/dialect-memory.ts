import { textForms } from "./forms/index.ts";
import type { TextForm, TextFormId } from "./forms/text-form.ts";

/** After this many replies with calls as text, the next ones are expected to have them, too. */
const repliesToLearn = 2;
/** More models than any process uses. */
const maxModels = 256;

/** The observed mistakes of one model. */
export class ModelDialect {
  readonly #repliesByForm = new Map<TextFormId, number>();
  #replies = 0;
  #repaired = 0;

  /** Completed replies; `repairedReplies` are those with a repaired call. */
  get replies(): number {
    return this.#replies;
  }

  get repairedReplies(): number {
    return this.#repaired;
  }

  /** All forms, most frequent first. */
  get forms(): readonly TextForm[] {
    return textForms.toSorted((a, b) => this.#count(b.id) - this.#count(a.id));
  }

  /** The forms that this model keeps using: its next replies are watched for them while they stream. */
  get learnedForms(): readonly TextForm[] {
    return textForms.filter(({ id }) => this.#count(id) >= repliesToLearn);
  }

  /** Called once for each reply. */
  learn(reply: { readonly isRepaired: boolean; readonly forms: readonly TextFormId[] }): void {
    this.#replies += 1;
    if (reply.isRepaired) this.#repaired += 1;
    for (const form of new Set(reply.forms)) this.#repliesByForm.set(form, this.#count(form) + 1);
  }

  #count(form: TextFormId): number {
    return this.#repliesByForm.get(form) ?? 0;
  }
}

/**
 * The observed dialect of each model, for the lifetime of the process.
 * @internal
 */
export class DialectMemory {
  readonly #dialects = new Map<string, ModelDialect>();

  of(model: { readonly provider: string; readonly model: string }): ModelDialect {
    const key = JSON.stringify([model.provider, model.model]);
    const dialect = this.#dialects.get(key) ?? new ModelDialect();
    // Least recently used first.
    this.#dialects.delete(key);
    this.#dialects.set(key, dialect);
    const [oldest] = this.#dialects.keys();
    if (this.#dialects.size > maxModels && oldest !== undefined) this.#dialects.delete(oldest);
    return dialect;
  }
}

/** Shared by the process, because each task has its own client. */
export const dialectMemory = new DialectMemory();
