import type { Selectable } from 'kysely'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import * as contract from '../../../../contract/school/office-hours.ts'
import { type OpeningSpan, openingSpans } from '../../../../contract/school/opening-spans.ts'
import { weekdayOf } from '../../../../contract/words.ts'
import { dbFault } from '../../../db/errors.ts'
import { flag } from '../../../db/flag.ts'
import { insertUnlessThere, withRowLock } from '../../../db/guards.ts'
import { type At, prepare } from '../../../db/prepared.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addDays, addMs, instantOf } from '../../../platform/clock.ts'
import { presented } from '../../../platform/presented.ts'
import { mergePatch, recordsOf } from '../../../platform/records.ts'
import type { Deps } from '../../deps.ts'

export type OfficeHoursService = ReturnType<typeof createOfficeHoursService>

type OfficeHoursRow = Selectable<Schema['office_hours']>

const hourMs = 60 * 60_000
const daysLookedAhead = 14

const selectWeek = prepare((db) =>
  db.selectFrom('office_hours').select(['office_day', 'open_time', 'close_time', 'is_holiday']),
)

const selectClosed = prepare((db, at: At<string>) =>
  db
    .selectFrom('delivery_day')
    .select(['day', 'closed_from', 'closed_until'])
    .where('day', '>=', at())
    .where('closed_for', 'is not', null),
)

export function createOfficeHoursService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'office-hours', {
    title: ({ office_day }) => office_day,
    fields: ({ office_day, open_time, close_time, is_holiday }) => ({
      office_day,
      open_time,
      close_time,
      is_holiday: is_holiday === 1,
    }),
    movesToBin: true,
  })

  return {
    async list() {
      const rows = await db.read.selectFrom('office_hours').selectAll().execute()
      return rows
        .map(presentOfficeTiming)
        .sort((a, b) => contract.officeDays.indexOf(a.office_day) - contract.officeDays.indexOf(b.office_day))
    },

    async week(source: Queryable): Promise<OpeningSpan[]> {
      const { rows } = await selectWeek(source, null)
      return openingSpans(rows.map((row) => ({ ...row, is_holiday: row.is_holiday === 1 })))
    },

    async closedWeekdays(source: Queryable): Promise<Set<string>> {
      const { rows } = await selectWeek(source, null)
      return new Set(rows.flatMap(({ office_day, is_holiday }) => (is_holiday === 1 ? office_day : [])))
    },

    /**
     * Returns the next closing time that is at least an hour ahead. Returns the time in 24 hours if there is none
     * within `daysLookedAhead` days.
     */
    async nextClosing(source: Queryable): Promise<string> {
      const [{ rows: week }, { rows: closed }] = [
        await selectWeek(source, null),
        await selectClosed(source, clock.today()),
      ]
      const now = clock.now()
      for (let n = 0; n < daysLookedAhead; n++) {
        const day = addDays(clock.today(), n)
        const hours = week.find(({ office_day }) => office_day === weekdayOf(day))
        if (!hours || hours.is_holiday === 1) continue
        const closing = closed.find((one) => one.day === day)
        for (const { from, to } of openSpans(hours, closing)) {
          const begins = instantOf(day, from)
          const ends = instantOf(day, to)
          if (ends >= addMs(begins > now ? begins : now, hourMs)) return ends
        }
      }
      return addMs(now, 24 * hourMs)
    },

    /** Adds the hours of a weekday, or changes them if the weekday has hours already. */
    async add(tx: Tx, timing: contract.OfficeTimingInput, by: Actor | null) {
      const columns = columnsOf(timing)
      const row = { id: ids.id(), ...columns, version: 1 }
      for (;;) {
        const known = await tx
          .selectFrom('office_hours')
          .select('id')
          .where('office_day', '=', timing.office_day)
          .$call(withRowLock(tx))
          .executeTakeFirst()
        if (known) return presentOfficeTiming(await records.changeIn(tx, known.id, { by }, () => columns))
        // Another caller may have just added the same weekday. The next round of the loop changes that row.
        if (await insertUnlessThere(tx, 'office_hours', row, 'office_day')) break
      }
      await records.added(tx, [row], by)
      return presentOfficeTiming(row)
    },

    async update(id: string, { version, ...changes }: contract.OfficeTimingPatch, by: Actor | null) {
      try {
        const changed = await records.change(id, { by, version }, (_tx, row) => {
          const timing = mergePatch(presentOfficeTiming(row), changes)
          if (!contract.isInOrder(timing)) {
            throw new DomainError('validation_failed', {
              fields: { close_time: contract.closesAfterItOpens },
            })
          }
          return columnsOf(timing)
        })
        return presentOfficeTiming(changed)
      } catch (error) {
        if (dbFault(error)?.fault !== 'unique') throw error
        throw dayTaken(changes.office_day ?? 'This day')
      }
    },

    remove: records.remove,

    async restore(tx: Tx, _id: string, data: unknown) {
      const row = data as OfficeHoursRow
      if (!(await insertUnlessThere(tx, 'office_hours', row, 'office_day'))) throw dayTaken(row.office_day)
      await records.mark(tx)
    },
  }
}

function openSpans(
  { open_time: from, close_time: to }: Pick<OfficeHoursRow, 'open_time' | 'close_time'>,
  closed: { closed_from: string | null; closed_until: string | null } | undefined,
): { from: string; to: string }[] {
  if (!closed) return [{ from, to }]
  const { closed_from, closed_until } = closed
  if (closed_from === null || closed_until === null) return []
  const spans = [
    { from, to: closed_from < to ? closed_from : to },
    { from: closed_until > from ? closed_until : from, to },
  ]
  return spans.filter((span) => span.from < span.to)
}

function columnsOf({ office_day, open_time, close_time, is_holiday }: contract.OfficeTimingInput) {
  return { office_day, open_time, close_time, is_holiday: flag(is_holiday) }
}

function presentOfficeTiming(row: OfficeHoursRow): contract.OfficeTiming {
  const office_day = row.office_day as contract.OfficeTiming['office_day']
  return presented(contract.officeTiming, row, { office_day, is_holiday: row.is_holiday === 1 })
}

function dayTaken(day: string): DomainError {
  return refusal('hours-known', { at: 'office_day', facts: { day } })
}
