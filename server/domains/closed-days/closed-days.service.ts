import {
  type ClosedDay,
  type ClosedDayInput,
  type ClosedDayPatch,
  closedDay,
  closedDayRow,
  findClosingProblem,
} from '../../../contract/closed-days.ts'
import { closedHoursText } from '../../../contract/closing-words.ts'
import { deliveryDayRow } from '../../../contract/delivery-files.ts'
import {
  type OddDeliveryDay,
  type OddDeliveryDayInput,
  type OddDeliveryDayPatch,
  oddDeliveryDay,
} from '../../../contract/delivery-records.ts'
import { DomainError, refusal, sentenceOf } from '../../../contract/errors.ts'
import { daysBetween } from '../../../contract/school-day.ts'
import { dayInWords } from '../../../contract/words.ts'
import { dbFault } from '../../db/errors.ts'
import { insertUnlessThere } from '../../db/guards.ts'
import type { Page } from '../../db/page.ts'
import type { Queryable, Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { addDays } from '../../platform/clock.ts'
import { presented } from '../../platform/presented.ts'
import { mergePatch, recordsOf } from '../../platform/records.ts'
import { createRowImport, oneByOne } from '../../platform/row-import.ts'
import type { Deps } from '../deps.ts'
import { type DayRow, type DaysQuery, listDayPage, listKnown, listPlanned } from './closed-days.repository.ts'

export type ClosedDaysService = ReturnType<typeof createClosedDaysService>

/** What somebody says of a day; the columns follow from it. */
type Said = Omit<ClosedDayInput, 'lastDay'>

/** Days on which the school is closed, or takes another number of orders: each day once. */
export function createClosedDaysService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'delivery-day', {
    title: ({ day }) => dayInWords(day),
    fields: (row) => {
      const { day, closedFor, capacity, from, until } = saidOf(row)
      return { day, closedFor, hours: closedHoursText({ from, until }), capacity }
    },
    leaves: true,
  })

  /** @throws `conflict` where the day is on the list */
  async function add(tx: Tx, said: Said, by: Actor | null): Promise<DayRow> {
    const row = { id: ids.id(), ...columnsOf(said), version: 1, created_at: clock.now() }
    if (!(await insertUnlessThere(tx, 'delivery_day', row, 'day'))) throw dayKnown(said.day)
    await records.added(tx, [row], by)
    return row
  }

  /** @throws `not_found`; `conflict` where `version` is stale, or the other day is on the list; `validation_failed` */
  async function change(id: string, { version, ...patch }: ClosedDayPatch, by: Actor): Promise<DayRow> {
    try {
      return await records.change(id, { by, version }, (_tx, row) => {
        const said = mergePatch<Said>(saidOf(row), patch)
        // A day that is open again has no hours either.
        const day = said.closedFor ? said : { ...said, ...(patch.from === undefined && allDay) }
        const problem = findClosingProblem(day)
        if (problem) {
          throw new DomainError('validation_failed', { fields: { [problem.field]: problem.sentence } })
        }
        return columnsOf(day)
      })
    } catch (error) {
      if (patch.day === undefined || dbFault(error)?.fault !== 'unique') throw error
      throw dayKnown(patch.day)
    }
  }

  const importOf = <Row extends Said>(schema: Parameters<typeof createRowImport<Row>>[2]['schema']) =>
    createRowImport<Row>(deps, records, {
      schema,
      async examine(source, rows) {
        const days = rows.map(({ day }) => day)
        const known = new Set(await listKnown(source, days))
        return days.map((day) => {
          if (!known.has(day)) {
            known.add(day)
            return null
          }
          const message = sentenceOf('conflict', { reason: 'delivery-day-known', facts: { day } })
          return { column: 'day', message }
        })
      },
      add: oneByOne(add),
    })

  async function present(source: Queryable, rows: readonly DayRow[]): Promise<ClosedDay[]> {
    const today = clock.today()
    const plannedOn = await listPlanned(
      source,
      rows.filter(({ day }) => day >= today),
    )
    return rows.map((row) => {
      const { closedFor, from, until } = saidOf(row)
      return presented(closedDay, row, { closedFor, from, until, planned: plannedOn(row.day) })
    })
  }

  async function presentOne(source: Queryable, row: DayRow): Promise<ClosedDay> {
    const [day] = await present(source, [row])
    return day as ClosedDay
  }

  return {
    async list(query: DaysQuery): Promise<Page<ClosedDay>> {
      const { rows, next } = await listDayPage(db.read, query)
      return { rows: await present(db.read, rows), next }
    },

    /** Answers the first. @throws `conflict` where one of the days is on the list: none is added then */
    async add(tx: Tx, { lastDay, ...said }: ClosedDayInput, by: Actor | null): Promise<ClosedDay> {
      const first = await add(tx, said, by)
      const more = lastDay ? daysBetween(said.day, lastDay) : 0
      for (let n = 1; n <= more; n++) await add(tx, { ...said, day: addDays(said.day, n) }, by)
      return presentOne(tx, first)
    },

    update: async (id: string, patch: ClosedDayPatch, by: Actor): Promise<ClosedDay> =>
      presentOne(db.read, await change(id, patch, by)),

    imports: importOf(closedDayRow),

    remove: records.remove,

    /** @throws `conflict` where the day is on the list again */
    async restore(tx: Tx, _id: string, data: unknown): Promise<void> {
      // What was deleted before days had hours has none.
      const row = {
        ...columnsOf({ day: '' }),
        ...(data as Partial<DayRow> & Pick<DayRow, 'id' | 'day' | 'created_at'>),
      }
      if (!(await insertUnlessThere(tx, 'delivery_day', row, 'day'))) throw dayKnown(row.day)
      await records.mark(tx)
    },

    /** The same days as T§4 says them, without hours. */
    ofDelivery: {
      async list(query: DaysQuery): Promise<Page<OddDeliveryDay>> {
        const { rows, next } = await listDayPage(db.read, query)
        return { rows: rows.map(presentOdd), next }
      },
      add: async (tx: Tx, input: OddDeliveryDayInput, by: Actor | null) =>
        presentOdd(await add(tx, input, by)),
      update: async (id: string, patch: OddDeliveryDayPatch, by: Actor) =>
        presentOdd(await change(id, patch, by)),
      imports: importOf(deliveryDayRow),
    },
  }
}

const allDay = { from: null, until: null }

function columnsOf({ day, closedFor, capacity, from, until }: Said) {
  return {
    day,
    closed_for: closedFor || null,
    capacity: capacity ?? null,
    closed_from: from ?? null,
    closed_until: until ?? null,
  }
}

function saidOf({ day, closed_for, capacity, closed_from, closed_until }: DayRow) {
  return { day, closedFor: closed_for, capacity, from: closed_from, until: closed_until }
}

function presentOdd(row: DayRow): OddDeliveryDay {
  return presented(oddDeliveryDay, row, { closedFor: row.closed_for })
}

function dayKnown(day: string): DomainError {
  return refusal('delivery-day-known', { at: 'day', facts: { day } })
}
