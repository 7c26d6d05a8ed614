/** How many bytes a picture "under so many MB" may have (B§5; decoded, reading W5): exactly so many MB is too large. */
export function bytesUnder(megabytes: number): number {
  return megabytes * 1024 * 1024 - 1
}
