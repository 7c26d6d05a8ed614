const turned = (steps: number[], path: string) =>
  steps.map((turn) => `<path transform="rotate(${turn} 32 32)" d="${path}"/>`).join('')

// One quarter of a five-dot kolam: half an arc, the loop around a corner's dot, half an arc.
const quarter =
  'M8.4 32C8.4 22.5 14.5 17 19 11.6C22.2 7.6 20 2.6 14.4 3.2C8.8 3 2.6 8.8 3.2 14.4C2.6 20 7.6 22.2 11.6 19C17 14.5 22.5 8.4 32 8.4'
const petal = 'M32 30C25.6 27 24.6 19.4 33.4 13.400C40 20 38.8 26.6 32 30Z'

const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="currentColor" aria-hidden="true"><g fill="none" stroke="currentColor" stroke-width="2.3" stroke-linecap="round">${turned([0, 90, 180, 270], quarter)}</g>${turned([0, 72, 144, 216, 288], petal)}${[
  [11.2, 11.2],
  [52.8, 11.2],
  [52.8, 52.8],
  [11.2, 52.8],
]
  .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2"/>`)
  .join('')}</svg>`

/**
 * The school's mark: an open jasmine within a five-dot kolam, in `currentColor`, on a 64 by 64 ground.
 * Decorative: give the link or heading around it the name.
 */
export function logo(): string {
  return mark
}
