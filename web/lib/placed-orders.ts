import { ownList } from './own-words.ts'

/** All tabs share it, because an order empties the cart in each of them. */
const kept = ownList('placedOrder', 'orders')
/** The empty cart links to the order until then. */
const lastMs = 24 * 60 * 60_000
const keptMs = 60 * lastMs
const keptMax = 20

/** The server would refuse the whole request for any other text. */
const keyPattern = /^[\w-]{1,64}\.[\w-]{32}$/

interface Placed {
  id: string
  at: number
  /** Proves to the server that this browser may see and correct the order's destination. */
  key?: unknown
}

/** Newest first. */
const placed = (now: number): Placed[] =>
  (kept.read() as Partial<Placed>[]).filter(
    (order): order is Placed =>
      typeof order?.id === 'string' && typeof order.at === 'number' && order.at > now - keptMs,
  )

/** Orders that were placed here, or whose letter was opened here. */
export const placedOrders = (now: number): string[] => placed(now).map(({ id }) => id)

/** The newest order of the last day. */
export function placedOrder(now: number): string | null {
  const [last] = placed(now)
  return last && last.at > now - lastMs ? last.id : null
}

export function orderKey(id: string, now: number): string | null {
  const key = placed(now).find((order) => order.id === id)?.key
  return typeof key === 'string' && keyPattern.test(key) ? key : null
}

/** Without a key, an order keeps its old one. */
export function keepPlacedOrder(id: string, key: string | undefined, at: number): void {
  const before = placed(at)
  const order = { id, at, key: key ?? before.find((one) => one.id === id)?.key }
  kept.write([order, ...before.filter((one) => one.id !== id)].slice(0, keptMax))
}

export const forgetPlacedOrders = kept.forget
