import {
  isOddDay,
  type listOddDeliveryDays,
  type OddDeliveryDay,
  type OddDeliveryDayInput,
  type OddDeliveryDayPatch,
  oddDeliveryDay,
  ordinaryDaySentence,
} from '../../../contract/delivery-records.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../contract/errors.ts'
import { dayInWords } from '../../../contract/words.ts'
import { dbFault } from '../../db/errors.ts'
import { insertUnlessThere } from '../../db/guards.ts'
import type { Page } from '../../db/page.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { presented } from '../../platform/presented.ts'
import { mergePatch, recordsOf } from '../../platform/records.ts'
import type { Deps } from '../deps.ts'
import { type DayRow, listDayPage } from './delivery-records.repository.ts'

export type DeliveryDaysService = ReturnType<typeof createDeliveryDaysService>

/** Days on which the school does not deliver, or takes another number of orders: each day once. */
export function createDeliveryDaysService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'delivery-day', {
    title: ({ day }) => dayInWords(day),
    fields: (row) => {
      const { day, closedFor, capacity } = present(row)
      return { day, closedFor, capacity }
    },
    leaves: true,
  })

  return {
    async list(query: QueryOf<typeof listOddDeliveryDays>): Promise<Page<OddDeliveryDay>> {
      const { rows, next } = await listDayPage(db.read, query)
      return { rows: rows.map(present), next }
    },

    /** @throws `conflict` where the day is on the list */
    async add(tx: Tx, input: OddDeliveryDayInput, by: Actor | null): Promise<OddDeliveryDay> {
      const row = { id: ids.id(), ...columnsOf(input), version: 1, created_at: clock.now() }
      if (!(await insertUnlessThere(tx, 'delivery_day', row, 'day'))) throw dayKnown(input.day)
      await records.added(tx, [row], by)
      return present(row)
    },

    /** @throws `not_found`; `conflict` where `version` is stale, or the other day is on the list; `validation_failed` */
    async update(id: string, { version, ...patch }: OddDeliveryDayPatch, by: Actor): Promise<OddDeliveryDay> {
      try {
        const changed = await records.change(id, { by, version }, (_tx, row) => {
          const day = mergePatch<OddDeliveryDayInput>(present(row), patch)
          if (!isOddDay(day)) {
            throw new DomainError('validation_failed', { fields: { closedFor: ordinaryDaySentence } })
          }
          return columnsOf(day)
        })
        return present(changed)
      } catch (error) {
        if (patch.day === undefined || dbFault(error)?.fault !== 'unique') throw error
        throw dayKnown(patch.day)
      }
    },

    remove: records.remove,

    /** @throws `conflict` where the day is on the list again */
    async restore(tx: Tx, _id: string, data: unknown): Promise<void> {
      const row = data as DayRow
      if (!(await insertUnlessThere(tx, 'delivery_day', row, 'day'))) throw dayKnown(row.day)
      await records.mark(tx)
    },
  }
}

function columnsOf({ day, closedFor, capacity }: OddDeliveryDayInput) {
  return { day, closed_for: closedFor || null, capacity: capacity ?? null }
}

function present(row: DayRow): OddDeliveryDay {
  return presented(oddDeliveryDay, row, { closedFor: row.closed_for })
}

function dayKnown(day: string): DomainError {
  return refusal('delivery-day-known', { at: 'day', facts: { day } })
}
