import { createHash } from 'node:crypto'
import { DomainError, refusal } from '../../../contract/errors.ts'
import type { EventPricing } from '../../../contract/pricing-rules.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { putIntoBin } from '../../platform/records.ts'
import type { Deps } from '../deps.ts'
import {
  deleteEventPrice,
  type EventPriceRow,
  insertEventPrice,
  listEventPrices,
  lockEventPrices,
  putEventPrice,
} from './event-pricing.repository.ts'

export type EventPricingService = ReturnType<typeof createEventPricingService>

interface VersionedPricing {
  /** Slot key → label and price, in the order that staff gave. */
  data: EventPricing
  version: string
}

/** What the hall costs, slot by slot. */
export function createEventPricingService(deps: Deps) {
  const { db, audit } = deps

  async function discard(tx: Tx, row: EventPriceRow, by: Actor | null): Promise<void> {
    await putIntoBin(deps, tx, {
      by,
      kind: 'event-price',
      id: row.slot_key,
      title: row.label,
      data: row,
      before: fieldsOf(row),
    })
  }

  return {
    async current(): Promise<VersionedPricing> {
      return versioned(await listEventPrices(db.read))
    },

    /**
     * Makes the rows those of the map; a row that it does not name goes into the bin.
     * @throws `conflict` where `version` is given and stale
     */
    replace(wanted: EventPricing, version: string | undefined, by: Actor | null): Promise<VersionedPricing> {
      return db.transaction(async (tx) => {
        const before = await lockEventPrices(tx)
        if (version !== undefined && version !== versioned(before).version) throw new DomainError('conflict')
        for (const row of before) {
          if (Object.hasOwn(wanted, row.slot_key)) continue
          await deleteEventPrice(tx, row.slot_key)
          await discard(tx, row, by)
        }
        const known = new Map(before.map((row) => [row.slot_key, row]))
        const rows = Object.entries(wanted).map(([key, { label, price }], position) => ({
          slot_key: key,
          position,
          label,
          price,
        }))
        for (const row of rows) {
          const old = known.get(row.slot_key)
          await putEventPrice(tx, row)
          await audit.record(tx, {
            by,
            action: old ? 'changed' : 'added',
            kind: 'event-price',
            id: row.slot_key,
            title: row.label,
            ...(old && { before: fieldsOf(old) }),
            after: fieldsOf(row),
          })
        }
        await db.changes.mark(tx, 'event-pricing')
        return versioned(rows)
      })
    },

    /** A slot that is not there counts as removed. */
    remove(key: string, by: Actor | null): Promise<void> {
      return db.transaction(async (tx) => {
        const row = await deleteEventPrice(tx, key)
        if (!row) return
        await discard(tx, row, by)
        await db.changes.mark(tx, 'event-pricing')
      })
    },

    /** @throws `conflict` where a row has its key again */
    async restore(tx: Tx, _id: string, data: unknown): Promise<void> {
      if (!(await insertEventPrice(tx, data as EventPriceRow))) throw refusal('price-known')
      await db.changes.mark(tx, 'event-pricing')
    },
  }
}

/** The version is a hash of the rows: to save the same rows again makes no new version. */
function versioned(rows: EventPriceRow[]): VersionedPricing {
  const data = Object.fromEntries(rows.map((row) => [row.slot_key, fieldsOf(row)]))
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(data)))
  return { data, version: hash.digest('base64url') }
}

function fieldsOf({ label, price }: EventPriceRow) {
  return { label, price }
}
