import { DomainError, refusal } from '../../../contract/errors.ts'
import {
  closesAfterItOpens,
  isInOrder,
  type OfficeTiming,
  type OfficeTimingInput,
  type OfficeTimingPatch,
  officeDays,
} from '../../../contract/office-hours.ts'
import { dbFault } from '../../db/errors.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { mergePatch } from '../../platform/merge-patch.ts'
import { recordsOf } from '../../platform/records.ts'
import type { Deps } from '../deps.ts'
import {
  insertOfficeHours,
  listOfficeHours,
  lockDay,
  type OfficeHoursRow,
} from './office-hours.repository.ts'

export type OfficeHoursService = ReturnType<typeof createOfficeHoursService>

/** When the school is open: one row a day. */
export function createOfficeHoursService(deps: Deps) {
  const { db, ids } = deps
  const records = recordsOf(deps, {
    kind: 'office-hours',
    table: 'office_hours',
    topic: 'office-hours',
    gone: 'hours-gone',
    title: ({ office_day }) => office_day,
    fields: ({ office_day, open_time, close_time, is_holiday }) => ({
      office_day,
      open_time,
      close_time,
      is_holiday: is_holiday === 1,
    }),
    leaves: true,
  })

  return {
    /** Monday first. */
    async list(): Promise<OfficeTiming[]> {
      const timings = (await listOfficeHours(db.read)).map(presentOfficeTiming)
      return timings.sort((a, b) => officeDays.indexOf(a.office_day) - officeDays.indexOf(b.office_day))
    },

    /** Changes the day's hours where it has some. */
    async add(tx: Tx, timing: OfficeTimingInput, by: Actor | null): Promise<OfficeTiming> {
      const columns = columnsOf(timing)
      const row = { id: ids.id(), ...columns, version: 1 }
      for (;;) {
        const known = await lockDay(tx, timing.office_day)
        if (known) return presentOfficeTiming(await records.changeIn(tx, known, { by }, () => columns))
        // Where somebody has just added the same day, the next round changes it.
        if (await insertOfficeHours(tx, row)) break
      }
      await records.added(tx, [row], by)
      return presentOfficeTiming(row)
    },

    /**
     * Absent fields stay.
     * @throws `not_found`; `conflict` where `version` is given and stale, or the other day has its own hours
     */
    async update(
      id: string,
      { version, ...changes }: OfficeTimingPatch,
      by: Actor | null,
    ): Promise<OfficeTiming> {
      try {
        const changed = await records.change(id, { by, version }, (_tx, row) => {
          const timing = mergePatch(presentOfficeTiming(row), changes)
          if (!isInOrder(timing)) {
            throw new DomainError('validation_failed', { fields: { close_time: closesAfterItOpens } })
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

    /** @throws `conflict` where the day has hours again */
    async restore(tx: Tx, _id: string, data: unknown): Promise<void> {
      const row = data as OfficeHoursRow
      if (!(await insertOfficeHours(tx, row))) throw dayTaken(row.office_day)
      await records.mark(tx)
    },
  }
}

function columnsOf({ office_day, open_time, close_time, is_holiday }: OfficeTimingInput) {
  return { office_day, open_time, close_time, is_holiday: is_holiday ? (1 as const) : (0 as const) }
}

function presentOfficeTiming(row: OfficeHoursRow): OfficeTiming {
  return {
    id: row.id,
    office_day: row.office_day as OfficeTiming['office_day'],
    open_time: row.open_time,
    close_time: row.close_time,
    is_holiday: row.is_holiday === 1,
    version: row.version,
  }
}

function dayTaken(day: string): DomainError {
  return refusal('hours-known', { at: 'office_day', facts: { day } })
}
