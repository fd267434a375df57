/** A vector brought to length 1 and into bytes: its step in 4 bytes, then a signed byte per number. */
export function quantize(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(4 + vector.length);
  let squares = 0;
  let largest = 0;
  for (const value of vector) {
    squares += value * value;
    largest = Math.max(largest, Math.abs(value));
  }
  if (!(squares > 0) || !Number.isFinite(squares)) return bytes;
  new DataView(bytes.buffer).setFloat32(0, largest / 127 / Math.sqrt(squares), true);
  const numbers = new Int8Array(bytes.buffer, 4);
  for (let index = 0; index < vector.length; index += 1) {
    numbers[index] = Math.round(((vector[index] ?? 0) / largest) * 127);
  }
  return bytes;
}
