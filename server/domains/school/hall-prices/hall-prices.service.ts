import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { EventPricing } from '../../../../contract/school/pricing-rules.ts'
import { insertUnlessThere, withRowLock } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { Deps } from '../../deps.ts'

type EventPriceRow = Selectable<Schema['event_price']>

export function createHallPricesService({ db, audit }: Deps) {
  const prices = (source: Queryable) =>
    source.selectFrom('event_price').selectAll().orderBy('position').orderBy('slot_key')

  async function discard(tx: Tx, key: string, by: Actor | null) {
    const row = await tx
      .deleteFrom('event_price')
      .where('slot_key', '=', key)
      .returningAll()
      .executeTakeFirst()
    if (row) {
      const gone = { by, action: 'deleted', kind: 'event-price', id: key, title: row.label } as const
      await audit.record(tx, { ...gone, before: fieldsOf(row) })
    }
    return row
  }

  return {
    current: async () => versioned(await prices(db.read).execute()),

    /**
     * Saves the prices, and deletes the stored prices that are not in `wanted`. @throws `conflict` if `version` is
     * stale
     */
    replace(wanted: EventPricing, version: string | undefined, by: Actor | null) {
      return db.transaction(async (tx) => {
        const before = await prices(tx).$call(withRowLock(tx)).execute()
        if (version !== undefined && version !== versioned(before).version) throw new DomainError('conflict')
        for (const { slot_key } of before) {
          if (!Object.hasOwn(wanted, slot_key)) await discard(tx, slot_key, by)
        }
        const known = new Map(before.map((row) => [row.slot_key, row]))
        const rows: EventPriceRow[] = []
        for (const [position, [slot_key, { label, price }]] of Object.entries(wanted).entries()) {
          const old = known.get(slot_key)
          const row = { slot_key, position, label, price }
          rows.push(row)
          await tx
            .insertInto('event_price')
            .values(row)
            .onConflict((conflict) => conflict.column('slot_key').doUpdateSet({ position, label, price }))
            .execute()
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

    remove(key: string, by: Actor | null): Promise<void> {
      return db.transaction(async (tx) => {
        if (await discard(tx, key, by)) await db.changes.mark(tx, 'event-pricing')
      })
    },

    async restore(tx: Tx, _id: string, data: unknown) {
      const row = data as EventPriceRow
      if (!(await insertUnlessThere(tx, 'event_price', row, 'slot_key'))) throw refusal('price-known')
      await db.changes.mark(tx, 'event-pricing')
    },
  }
}

/** The version is a hash of the rows, so the version stays the same if the same rows are saved again. */
function versioned(rows: EventPriceRow[]) {
  const data: EventPricing = Object.fromEntries(rows.map((row) => [row.slot_key, fieldsOf(row)]))
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(data)))
  return { data, version: hash.digest('base64url') }
}

function fieldsOf({ label, price }: EventPriceRow) {
  return { label, price }
}
