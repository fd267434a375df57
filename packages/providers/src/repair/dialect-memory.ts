import { textForms } from "./forms/index.ts";
import type { TextForm, TextFormId } from "./forms/text-form.ts";

/** Replies with calls as text after which the next ones are expected to be so, too. */
const repliesToLearn = 2;
/** More models than any process talks to. */
const maxModels = 256;

/** What one model was seen to get wrong. */
export class ModelDialect {
  readonly #repliesByForm = new Map<TextFormId, number>();
  #replies = 0;
  #repaired = 0;

  /** Replies that ended, and those among them in which a call had to be repaired. */
  get replies(): number {
    return this.#replies;
  }

  get repairedReplies(): number {
    return this.#repaired;
  }

  /** All forms, the most frequent first. */
  get forms(): readonly TextForm[] {
    return textForms.toSorted((a, b) => this.#count(b.id) - this.#count(a.id));
  }

  /** The forms this model keeps using: its next replies are watched for them while they come. */
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

/** What was seen of each model, as long as the process lives. */
export class DialectMemory {
  readonly #dialects = new Map<string, ModelDialect>();

  of(model: { readonly provider: string; readonly model: string }): ModelDialect {
    const key = JSON.stringify([model.provider, model.model]);
    const dialect = this.#dialects.get(key) ?? new ModelDialect();
    // The one used last is forgotten last.
    this.#dialects.delete(key);
    this.#dialects.set(key, dialect);
    const [oldest] = this.#dialects.keys();
    if (this.#dialects.size > maxModels && oldest !== undefined) this.#dialects.delete(oldest);
    return dialect;
  }
}

/** The process's own: clients come and go with each task, models stay. */
export const dialectMemory = new DialectMemory();
