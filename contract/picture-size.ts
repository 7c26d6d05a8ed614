/** The picture must be under so many MB, in decoded bytes, so exactly so many MB is too large. */
export function bytesUnder(megabytes: number): number {
  return megabytes * 1024 * 1024 - 1
}
