/** `npm run robustness` sets the full sizes. `npm test` runs the same checks within two minutes. */
export const isFull = process.env['MALAR_ROBUSTNESS'] === 'full'

export function sized(quick: number, full: number): number {
  return isFull ? full : quick
}
