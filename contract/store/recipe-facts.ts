// These rules are used by the server, the form of a recipe and the market list.

import type { Paise } from '../primitives.ts'
import { counted } from '../words.ts'

/** The three ways in which a product page can list a flower: "12 roses", "5 stems of tuberose", or only "greens". */
export const flowerSays = ['count', 'measure', 'name'] as const
export type FlowerSays = (typeof flowerSays)[number]

export const flowerSaysWords: Record<FlowerSays, string> = {
  count: '12 roses',
  measure: '5 stems of tuberose',
  name: 'greens, without a number',
}

export interface SaidFlower {
  name: string
  /** The plural of the name; null means the regular plural. */
  plural: string | null
  unit: string
  says: FlowerSays
}

/** Makes the regular plural: `Rose` → `Roses`, `Lily` → `Lilies`, `Iris` → `Irises`. */
function pluralOf(name: string): string {
  if (/(?:s|x|ch|sh)$/i.test(name)) return `${name}es`
  return /[^aeiou]y$/i.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`
}

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

function said({ name, plural, unit, says }: SaidFlower, count: number): string {
  if (says === 'name') return lowered(plural ?? name)
  if (says === 'measure') return `${counted(count, unit, pluralOf(unit))} of ${lowered(name)}`
  return counted(count, lowered(name), lowered(plural ?? pluralOf(name)))
}

/** Writes the contents of a product, such as "12 roses, 5 stems of tuberose, greens". */
export function insideInWords(stems: readonly (SaidFlower & { count: number })[]): string {
  return stems.map((stem) => said(stem, stem.count)).join(', ')
}

interface PricedStem {
  count: number
  /** The percentage of stems to buy in addition, because some flowers break or wilt. */
  waste: number
  bunchSize: number
  /** The price of one bunch. */
  priceInPaise: Paise
}

/**
 * Returns the cost of the stems at the usual prices, rounded to a whole paisa. The stems that are left over from a
 * bunch are not counted.
 */
export function costInPaise(stems: readonly PricedStem[]): Paise {
  const exact = stems.reduce(
    (sum, { count, waste, bunchSize, priceInPaise }) =>
      sum + (count * (100 + waste) * priceInPaise) / (100 * bunchSize),
    0,
  )
  return Math.round(exact)
}

export function bunchesToBuy(flower: { needed: number; bunchSize: number }, have = 0): number {
  return Math.ceil(Math.max(0, flower.needed - have) / flower.bunchSize)
}

/**
 * Adds up the stems of many orders, and rounds up only the sum. If each order were rounded up, a waste of 10% would add
 * a whole stem to each order.
 */
export function stemSum() {
  // The sum is in hundredths of a stem, because waste is a percentage and hundredths stay whole numbers.
  let hundredths = 0
  return {
    add(count: number, waste: number, times: number): void {
      hundredths += count * (100 + waste) * times
    },
    // A class over several days adds a fraction of its stems for each day. `toFixed` removes the tiny error of adding
    // fractions, so that `ceil` does not round it up to a whole stem.
    needed: () => Math.ceil(Number(hundredths.toFixed(6)) / 100),
  }
}

export interface TypedStem {
  flower: string
  count: number
  waste: number
}

/** Writes the stems for a file: `12 Rose +10%, 5 Tuberose`. */
export function stemsInFile(stems: readonly TypedStem[]): string {
  return stems
    .map(({ flower, count, waste }) => `${count} ${flower}${waste === 0 ? '' : ` +${waste}%`}`)
    .join(', ')
}

/** Reads the stems from a cell of a file. Returns null if a part of the text has another form. */
export function readStemsInFile(typed: string): TypedStem[] | null {
  const parts = typed.split(/[,;\n]/).flatMap((part) => part.trim() || [])
  const stems = parts.flatMap((part) => {
    const [, count, flower = '', waste = '0'] =
      /^(\d{1,4})[ ×x]{0,3} (\S[^+%]{0,80}?) {0,3}(?:\+ ?(\d{1,3}) ?%)?$/.exec(part) ?? []
    return count === undefined ? [] : [{ flower: flower.trim(), count: Number(count), waste: Number(waste) }]
  })
  return stems.length === parts.length ? stems : null
}
