import { person } from './own-words.ts'
import { storage } from './storage.ts'

/** All tabs share it: an order empties the cart in each of them. */
const kept = storage('placedOrder')
/** The empty cart leads to the order for this long. */
const lastMs = 24 * 60 * 60_000
/** An order is forgotten after this time: it was delivered long before. */
const keptMs = 60 * lastMs
const keptMax = 10

interface Placed {
  id: string
  at: number
}

/** Newest first. Whose they are: who signs out, or in as somebody else, leaves none behind. */
function placed(now: number): Placed[] {
  const { by, orders } = (kept.readJson() ?? {}) as { by?: unknown; orders?: unknown }
  if (by !== `${person.read()}` || !Array.isArray(orders)) return []
  return (orders as Partial<Placed>[]).filter(
    (order): order is Placed =>
      typeof order?.id === 'string' && typeof order.at === 'number' && order.at > now - keptMs,
  )
}

/** The ids of the orders that were placed in this browser. */
export const placedOrders = (now: number): string[] => placed(now).map(({ id }) => id)

/** The one that was placed last, for a day. */
export function placedOrder(now: number): string | null {
  const [last] = placed(now)
  return last && last.at > now - lastMs ? last.id : null
}

export function keepPlacedOrder(id: string, at: number): void {
  const orders = [{ id, at }, ...placed(at).filter((order) => order.id !== id)].slice(0, keptMax)
  kept.write(JSON.stringify({ by: `${person.read()}`, orders }))
}

export const forgetPlacedOrders = () => kept.write(null)
