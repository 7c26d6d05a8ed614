import { whenQuiet } from './when-quiet.ts'

const waiting: HTMLElement[] = []

/** Lays out `later` cards when quiet, for prints of the page; one at a time, because all would hold up a phone. */
export function layOutWhenQuiet(card: HTMLElement | null): void {
  if (card && waiting.push(card) === 1) whenQuiet(layOutNext)
}

function layOutNext(): void {
  const card = waiting.shift()
  if (card) card.style.contentVisibility = 'visible'
  if (waiting.length > 0) requestAnimationFrame(() => whenQuiet(layOutNext))
}
