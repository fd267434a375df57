/** Turns texts into vectors whose angles tell how much the texts have to do with each other. */
export interface Embedder {
  /** Changes whenever its vectors would: an index made with another one is made anew. */
  readonly id: string;
  /** How much its ranking counts beside that by words, which counts 1. */
  readonly weight: number;
  /** Texts that one call may bring; more are refused by some servers. */
  readonly batchSize: number;
  /**
   * One vector per text, all of one length, in their order. A text without a word it knows is a vector of zeros.
   * Throws `RooError` when a server refuses, or fails for good.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
}

export interface EmbedOptions {
  readonly purpose: "document" | "question";
  readonly signal: AbortSignal;
}
