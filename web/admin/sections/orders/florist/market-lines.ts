import type { MarketFlower } from '../../../../../contract/orders/florist.ts'
import { bunchesToBuy } from '../../../../../contract/store/recipe-facts.ts'
import { counted, formatRupees } from '../../../../../contract/words.ts'
import { storage } from '../../../../lib/storage.ts'

const kept = storage('floristHave')

type Have = Readonly<Record<string, string>>

/**
 * Reads the flowers that staff already have. The list begins empty each day, because staff look at the stock each
 * morning.
 */
export function readHave(today: string): Have {
  const { day, have } = (kept.readJson() ?? {}) as { day?: unknown; have?: unknown }
  if (day === today && typeof have === 'object' && have !== null) return have as Have
  kept.write(null)
  return {}
}

export function keepHave(today: string, have: Have): void {
  kept.write(JSON.stringify({ day: today, have }))
}

export interface MarketLine {
  flower: MarketFlower
  have: number
  bunches: number
  cost: number
}

export function linesOf(flowers: readonly MarketFlower[], typed: Have): MarketLine[] {
  return flowers.map((flower) => {
    const number = Number(typed[flower.flowerId] ?? '')
    const have = Number.isFinite(number) && number > 0 ? number : 0
    const bunches = bunchesToBuy(flower, have)
    return { flower, have, bunches, cost: (bunches * Math.round(flower.price * 100)) / 100 }
  })
}

export function totalOf(lines: readonly MarketLine[]): number {
  return lines.reduce((sum, { cost }) => sum + Math.round(cost * 100), 0) / 100
}

export function listForChat(title: string, lines: readonly MarketLine[]): string {
  const toBuy = lines.filter(({ bunches }) => bunches > 0)
  return [
    title,
    ...toBuy.map(
      ({ flower, bunches }) =>
        `• ${flower.name}: ${counted(bunches, 'bunch', 'bunches')} (${counted(bunches * flower.bunchSize, flower.unit)})`,
    ),
    toBuy.length === 0 ? 'Nothing to buy.' : `About ${formatRupees(totalOf(toBuy))}`,
  ].join('\n')
}
