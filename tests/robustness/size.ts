/**
 * True for `npm run robustness`, which uses the full sizes. `npm test` uses the quick sizes and ends within two
 * minutes.
 */
export const isFull = process.env['MALAR_ROBUSTNESS'] === 'full'

export function sized(quick: number, full: number): number {
  return isFull ? full : quick
}
