export function whenQuiet(then: () => void): void {
  // Safari has no `requestIdleCallback` yet.
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 2_000 })
  else setTimeout(then, 500)
}

const waiting: HTMLElement[] = []

/**
 * Lays out `later` cards, so that they appear in print. The cards are laid out one at a time, because all cards at once
 * would block a phone.
 */
export function layOutWhenQuiet(card: HTMLElement | null): void {
  if (card && waiting.push(card) === 1) whenQuiet(layOutNext)
}

function layOutNext(): void {
  const card = waiting.shift()
  if (card) card.style.contentVisibility = 'visible'
  if (waiting.length > 0) requestAnimationFrame(() => whenQuiet(layOutNext))
}
