import type { Selectable } from 'kysely'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import { DomainError, refusal, sentenceOf } from '../../../../contract/errors.ts'
import { daysBetween } from '../../../../contract/school-day.ts'
import * as contract from '../../../../contract/site/closed-days.ts'
import { batchCancelled } from '../../../../contract/site/closing-words.en.ts'
import { closedHoursText, dayBegins, dayEnds, openEnded } from '../../../../contract/site/closing-words.ts'
import {
  deliveryDayRow,
  type OddDeliveryDay,
  type OddDeliveryDayInput,
  type OddDeliveryDayPatch,
  type oddDayRecords,
  oddDeliveryDay,
} from '../../../../contract/store/delivery-records.ts'
import { dayInWords, weekdayOf } from '../../../../contract/words.ts'
import { dbFault } from '../../../db/errors.ts'
import { insertUnlessThere } from '../../../db/guards.ts'
import { type PageList, readPage } from '../../../db/page.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addDays, instantOf } from '../../../platform/clock.ts'
import { presented } from '../../../platform/presented.ts'
import { mergePatch, recordsOf } from '../../../platform/records.ts'
import { createRowImport, oneByOne } from '../../../platform/row-import.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import type { Deps } from '../../deps.ts'
import type { Orders } from '../../orders/index.ts'
import type { RegistrationDeps } from '../../registrations/index.ts'
import { cancelBatch } from '../../registrations/index.ts'

type Said = Omit<contract.ClosedDayInput, 'lastDay'>

/** Keeps the table `delivery_day`, which has one row for each day that is closed or has its own limit of orders. */
export function createClosedDaysService(
  deps: Deps,
  { courses, orders }: Catalogue & Orders,
  registrations: RegistrationDeps,
) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'delivery-day', {
    title: ({ day }) => dayInWords(day),
    fields: (row) => {
      const { day, closedFor, capacity, from, until } = saidOf(row)
      return { day, closedFor, hours: closedHoursText({ from, until }), capacity }
    },
    movesToBin: true,
  })

  async function add(tx: Tx, said: Said, by: Actor | null) {
    const row = { id: ids.id(), ...columnsOf(said), version: 1, created_at: clock.now() }
    if (!(await insertUnlessThere(tx, 'delivery_day', row, 'day'))) throw dayKnown(said.day)
    await forgetAnswers(tx, row.day)
    await records.added(tx, [row], by)
    return row
  }

  async function change(id: string, { version, ...patch }: contract.ClosedDayPatch, by: Actor) {
    try {
      return await records.change(id, { by, version }, async (tx, row) => {
        const said = mergePatch<Said>(saidOf(row), patch)
        // The hours say when the school is closed, so they are removed from a day on which the school is no longer
        // closed.
        const day = said.closedFor ? said : { ...said, ...(patch.from === undefined && allDay) }
        const problem = contract.findClosingProblem(day)
        if (problem) {
          throw new DomainError('validation_failed', { fields: { [problem.field]: problem.sentence } })
        }
        const columns = columnsOf(day)
        const isNew = row.closed_for === null || row.day !== columns.day
        if (columns.closed_for !== null && isNew) await forgetAnswers(tx, columns.day)
        return columns
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

  async function planned(source: Queryable) {
    const sessions = await courses.listOnClosedDays(source)
    const ofOrders = await listOrdersOnClosedDays(source, clock.today())
    return {
      sessions: sessions.map((one): contract.PlannedSession => presented(contract.plannedSession, one, {})),
      orders: ofOrders.map((one): contract.PlannedOrder => presented(contract.plannedOrder, one, {})),
    }
  }

  async function present(source: Queryable, rows: readonly DayRow[]) {
    const { sessions, orders: toBring } = await planned(source)
    return rows.map((row) => {
      const { closedFor, from, until } = saidOf(row)
      return presented(contract.closedDay, row, {
        closedFor,
        from,
        until,
        planned: {
          sessions: sessions.filter(({ day }) => day === row.day),
          orders: toBring.filter(({ day }) => day === row.day).length,
        },
      })
    })
  }

  /**
   * Carries out a decision about a session.
   * @throws `conflict` if the session was changed; `validation_failed` with the field names of the decision's form
   */
  async function answerOfSession(
    { id: batchId, meeting, version, day, becomes, newDay, newFrom, newTo }: contract.ClosingAnswerBody,
    by: Actor,
  ) {
    const asked = { batchId, meetingId: meeting ?? null, version }
    const moved = { day: newDay ?? day, from: newFrom ?? undefined, to: newTo ?? undefined }
    try {
      const isSettled = await courses.settleClosed(asked, becomes === 'moved' ? moved : becomes, by)
      if (isSettled) return
      const closings = db.read.selectFrom('delivery_day').select('closed_for').where('day', '=', day)
      const closed = (await closings.executeTakeFirst())?.closed_for
      const reason = batchCancelled({ day: dayInWords(day), reason: closed })
      await cancelBatch(registrations, batchId, { reason, version }, by)
    } catch (error) {
      throw withOwnFields(error)
    }
  }

  async function presentOne(source: Queryable, row: DayRow) {
    const [day] = await present(source, [row])
    return day as contract.ClosedDay
  }

  return {
    async list(query: DaysQuery) {
      const { rows, next } = await listDayPage(db.read, query)
      return { rows: await present(db.read, rows), next }
    },

    /**
     * Adds every day from `day` to `lastDay`, and returns the first.
     * @throws `conflict`, without adding any day, if one of them is listed already
     */
    async add(tx: Tx, { lastDay, ...said }: contract.ClosedDayInput, by: Actor | null) {
      const first = await add(tx, said, by)
      const more = lastDay ? daysBetween(said.day, lastDay) : 0
      for (let n = 1; n <= more; n++) await add(tx, { ...said, day: addDays(said.day, n) }, by)
      return presentOne(tx, first)
    },

    update: async (id: string, patch: contract.ClosedDayPatch, by: Actor) =>
      presentOne(db.read, await change(id, patch, by)),

    imports: importOf(contract.closedDayRow),

    planned: () => planned(db.read),

    /**
     * Carries out what staff decided about an order or a session on a closed day.
     * @throws `not_found`; `conflict` if the order or session changed; `validation_failed`; the errors of the new time
     */
    async answer(said: contract.ClosingAnswerBody, by: Actor) {
      if (said.kind === 'batch') return answerOfSession(said, by)
      const { id, version, day, becomes, newDay, slotId } = said
      if (becomes === 'cancelled') await orders.setStatus(id, { status: 'cancelled', version }, by)
      else if (becomes === 'stays') await orders.letStand({ id, version }, day, by)
      else {
        const to = { day: newDay ?? day, slotId: slotId ?? '' }
        await orders.moveToSlot({ id, version }, to, by)
      }
    },

    remove: records.remove,

    async restore(tx: Tx, _id: string, data: unknown) {
      // Entries of the bin have no hours if the day was deleted before these columns existed.
      const row = {
        ...columnsOf({ day: '' }),
        ...(data as Partial<DayRow> & Pick<DayRow, 'id' | 'day' | 'created_at'>),
      }
      if (!(await insertUnlessThere(tx, 'delivery_day', row, 'day'))) throw dayKnown(row.day)
      await records.mark(tx)
    },

    /** Lists and writes the same days for the delivery endpoints, which have no hours. */
    ofDelivery: {
      async list(query: DaysQuery) {
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

/** A missing hour becomes the start or the end of the day. If both are missing, the day is closed as a whole. */
function columnsOf({ day, closedFor, capacity, from, until }: Said) {
  const hours = openEnded({ from: from ?? null, until: until ?? null })
  const isWhole = hours.from === null && hours.until === null
  return {
    day,
    closed_for: closedFor || null,
    capacity: capacity ?? null,
    closed_from: isWhole ? null : (hours.from ?? dayBegins),
    closed_until: isWhole ? null : (hours.until ?? dayEnds),
  }
}

function saidOf({ day, closed_for, capacity, closed_from, closed_until }: DayRow) {
  return { day, closedFor: closed_for, capacity, ...openEnded({ from: closed_from, until: closed_until }) }
}

/**
 * Renames the fields in an error. `courses.settleClosed` names the fields of a batch's form, such as `meetings.0.day`.
 * The form for this decision has a single session, with the fields `newDay`, `newFrom` and `newTo`.
 */
function withOwnFields(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error
  const names: Record<string, string> = { day: 'newDay', from: 'newFrom', to: 'newTo' }
  const own = (name: string) =>
    name.replace(/^meetings(?:\.\d+\.(\w+))?$/, (_, field: string = '') => names[field] ?? 'newDay')
  const { at, fields, ...options } = error.options
  return new DomainError(error.code, {
    ...options,
    ...(at !== undefined && { at: own(at) }),
    ...(fields && {
      fields: Object.fromEntries(Object.entries(fields).map(([name, one]) => [own(name), one])),
    }),
  })
}

function presentOdd(row: DayRow): OddDeliveryDay {
  return presented(oddDeliveryDay, row, { closedFor: row.closed_for })
}

function dayKnown(day: string): DomainError {
  return refusal('delivery-day-known', { at: 'day', facts: { day } })
}

type DayRow = Selectable<Schema['delivery_day']>

type DaysQuery = QueryOf<typeof oddDayRecords.list>
// A school has a few dozen days, so the sorts need no indexes.
const dayList: PageList<DaysQuery> = {
  sorts: { '-day': ['desc', 'delivery_day.day'], day: ['asc', 'delivery_day.day'] },
  tie: ['delivery_day.id'],
  words: ['delivery_day.day', "coalesce(delivery_day.closed_for, '')"],
}

const listDayPage = (db: Queryable, query: DaysQuery) =>
  readPage(db.selectFrom('delivery_day').selectAll(), dayList, query)

async function listKnown(db: Queryable, days: readonly string[]): Promise<string[]> {
  if (days.length === 0) return []
  const rows = await db.selectFrom('delivery_day').select('day').where('day', 'in', days).execute()
  return rows.map(({ day }) => day)
}

/**
 * Lists future orders that fall into closed hours, if staff have not decided about them. On a weekday that is always
 * closed, only pickups are listed.
 */
export async function listOrdersOnClosedDays(db: Queryable, today: string) {
  const closed = await db
    .selectFrom('delivery_day')
    .select(['day', 'closed_for as closedFor', 'closed_from', 'closed_until'])
    .where('day', '>=', today)
    .where('closed_for', 'is not', null)
    .execute()
  const weekdays = db.selectFrom('office_hours').select('office_day').where('is_holiday', '=', 1)
  const holidays = await weekdays.execute()
  if (closed.length + holidays.length === 0) return []
  const spans = closed.map(({ closed_from, closed_until, ...one }) => ({
    ...one,
    begins: instantOf(one.day, closed_from ?? dayBegins),
    ends: instantOf(one.day, closed_until ?? dayEnds),
  }))
  const closedWeekdays = new Set(holidays.map(({ office_day }) => office_day))
  // An overnight delivery for the day after a closed day begins on the evening of the closed day.
  const days = [...new Set(closed.flatMap(({ day }) => [day, addDays(day, 1)]))]
  const orders = await db
    .selectFrom('shop_order')
    .select(['id as orderId', 'number', 'pincode', 'version', 'stays_on'])
    // These columns are never null if the order has a delivery window.
    .select((eb) => [
      eb.ref('way').$notNull().as('way'),
      eb.ref('slot_name').$notNull().as('slotName'),
      eb.ref('delivery_day').$notNull().as('ownDay'),
      eb.ref('window_from').$notNull().as('from'),
      eb.ref('window_to').$notNull().as('to'),
    ])
    .where('window_from', 'is not', null)
    .where('status', 'not in', ['delivered', 'completed', 'cancelled'])
    .where((eb) =>
      eb.or([
        ...(days.length > 0 ? [eb('delivery_day', 'in', days)] : []),
        // Pickups and deliveries are read together. A condition on `way` would make SQLite read all pickups of all time
        // by the index of `way`.
        ...(holidays.length > 0 ? [eb('delivery_day', '>=', today)] : []),
      ]),
    )
    .orderBy('window_from')
    .orderBy('id')
    .execute()
  return orders.flatMap(({ stays_on, ownDay, ...order }) => {
    const span = spans.find(({ begins, ends }) => order.from < ends && order.to > begins)
    const isStudioClosed = order.way === 'pickup' && closedWeekdays.has(weekdayOf(ownDay))
    if (!span && !isStudioClosed) return []
    const day = span?.day ?? ownDay
    return stays_on === day || day < today ? [] : [{ ...order, day, closedFor: span?.closedFor ?? null }]
  })
}

/**
 * Deletes decisions that let orders and sessions stay on this day, so that staff decide again after the day is closed
 * again.
 */
async function forgetAnswers(tx: Tx, day: string) {
  const forgotten = { stays_on: null }
  await tx
    .updateTable('meeting')
    .set(forgotten)
    .where((eb) => eb.and({ held_on: day, stays_on: day }))
    .execute()
  await tx
    .updateTable('batch')
    .set(forgotten)
    .where((eb) => eb.and({ starts_on: day, stays_on: day }))
    .execute()
  await tx
    .updateTable('shop_order')
    .set(forgotten)
    .where('delivery_day', 'in', [day, addDays(day, 1)])
    .where('stays_on', '=', day)
    .execute()
}
