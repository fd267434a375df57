/** Both ends included. Of a rate: 0 to 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % point of the standard normal distribution: all intervals here are of 95 %. */
export const normalQuantile = 1.959963984540054;
