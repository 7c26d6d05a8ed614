/** The largest number of decoded bytes that is under `megabytes`; exactly `megabytes` is too large. */
export function bytesUnder(megabytes: number): number {
  return megabytes * 1024 * 1024 - 1
}
