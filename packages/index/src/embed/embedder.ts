/** Turns texts into vectors; related texts get vectors at small angles. */
export interface Embedder {
  /** Changes whenever its vectors would: an index built with another embedder is rebuilt. */
  readonly id: string;
  /** The weight of its ranking; the ranking by words has 1. */
  readonly weight: number;
  /** Texts per call; some servers refuse more. */
  readonly batchSize: number;
  /**
   * One vector per text, all of one length, in the same order. A text without known words is a vector of zeros.
   * Throws `RooError` when a server refuses or keeps failing.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
}

export interface EmbedOptions {
  readonly purpose: "document" | "question";
  readonly signal: AbortSignal;
}
