import type { Clock } from "@roo-code/types";

const failuresToOpen = 5;
const cooldownMs = 30_000;

type Circuit = { state: "closed"; failures: number } | { state: "open"; since: number } | { state: "half-open" };

/** Stops calls of a tool that keeps crashing (not of one that refuses). One circuit per tool. */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #circuits = new Map<string, Circuit>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the tool may be called now. After the cooldown one trial call is allowed. */
  allows(tool: string): boolean {
    const circuit = this.#circuits.get(tool);
    if (circuit?.state !== "open") return circuit?.state !== "half-open";
    if (this.#clock.monotonic() - circuit.since < cooldownMs) return false;
    this.#circuits.set(tool, { state: "half-open" });
    return true;
  }

  succeeded(tool: string): void {
    this.#circuits.delete(tool);
  }

  failed(tool: string): void {
    const circuit = this.#circuits.get(tool) ?? { state: "closed", failures: 0 };
    const failures = circuit.state === "closed" ? circuit.failures + 1 : failuresToOpen;
    const next: Circuit =
      failures < failuresToOpen ? { state: "closed", failures } : { state: "open", since: this.#clock.monotonic() };
    this.#circuits.set(tool, next);
  }

  state(tool: string): Circuit["state"] {
    return this.#circuits.get(tool)?.state ?? "closed";
  }
}
