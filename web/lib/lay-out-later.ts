import { whenQuiet } from './when-quiet.ts'

const waiting: HTMLElement[] = []

/**
 * The `ref` of a card that is `later`: it is laid out in a quiet moment too, so that a picture or a print of the whole page
 * shows it. One card at a time, because all together would hold up a phone.
 */
export function layOutWhenQuiet(card: HTMLElement | null): void {
  if (card && waiting.push(card) === 1) whenQuiet(layOutNext)
}

function layOutNext(): void {
  const card = waiting.shift()
  if (card) card.style.contentVisibility = 'visible'
  if (waiting.length > 0) requestAnimationFrame(() => whenQuiet(layOutNext))
}
