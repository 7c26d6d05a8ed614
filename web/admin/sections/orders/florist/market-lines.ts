import type { MarketFlower } from '../../../../../contract/orders/florist.ts'
import { bunchesToBuy } from '../../../../../contract/store/recipe-facts.ts'
import { counted, formatRupees } from '../../../../../contract/words.ts'
import type { Have } from './have.ts'

export interface MarketLine {
  flower: MarketFlower
  have: number
  bunches: number
  /** The sum in rupees at the usual price. */
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

/** The message leaves out the flowers that are there already. */
export function listForChat(title: string, lines: readonly MarketLine[]): string {
  const toBuy = lines.filter(({ bunches }) => bunches > 0)
  return [
    title,
    ...toBuy.map(
      ({ flower, bunches }) =>
        `• ${flower.name}: ${counted(bunches, 'bunch', 'bunches')} (${counted(bunches * flower.bunchSize, flower.unit)})`,
    ),
    toBuy.length === 0 ? 'All of it is there.' : `About ${formatRupees(totalOf(toBuy))}`,
  ].join('\n')
}
