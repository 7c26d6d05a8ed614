/** The largest number of bytes below `megabytes`, because exactly `megabytes` is too large. */
export function bytesUnder(megabytes: number): number {
  return megabytes * 1024 * 1024 - 1
}
