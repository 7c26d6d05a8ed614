const turned = (turns: number[], path: string) =>
  turns.map((turn) => `<path transform="rotate(${turn} 32 32)" d="${path}"/>`).join('')

// A quarter of the kolam's line: from one crossing to the next, and around the dot between them.
const quarter = 'M13 32C17.4 23.6 23.6 17.4 32 13C37.4 10.2 38.6 1.8 32 1.8C25.4 1.8 26.6 10.2 32 13'
const petal = 'M32 30.4C26 27.2 25.4 20.6 33.2 15.600C38.8 21.6 38 27.4 32 30.4Z'

const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="currentColor" aria-hidden="true"><g transform="rotate(45 32 32)translate(32 32)scale(1.22)translate(-32-32)" stroke="currentColor" stroke-linecap="round"><g fill="none" stroke-width="1.9">${turned([0, 90, 180, 270], quarter)}</g><path stroke-width="3" d="M32 7.2h0M56.8 32h0M32 56.8h0M7.2 32h0"/></g>${turned([0, 72, 144, 216, 288], petal)}</svg>`

/**
 * The school's mark: an open jasmine within a five-dot kolam, in `currentColor`, on a ground of 64 by 64 units. The
 * mark is decorative, so the link or heading around it must contain the name.
 */
export function logo(): string {
  return mark
}
