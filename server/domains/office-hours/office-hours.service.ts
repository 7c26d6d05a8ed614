import type { Transaction } from 'kysely'
import { DomainError } from '../../../contract/errors.ts'
import {
  closesAfterItOpens,
  isInOrder,
  type OfficeTiming,
  type OfficeTimingInput,
  type OfficeTimingPatch,
  officeDays,
} from '../../../contract/office-hours.ts'
import { dbFault } from '../../db/errors.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { mergePatch } from '../../platform/merge-patch.ts'
import type { Deps } from '../deps.ts'
import { presentOfficeTiming } from './office-hours.presenter.ts'
import {
  deleteOfficeHours,
  insertOfficeHours,
  listOfficeHours,
  lockOfficeHours,
  type OfficeHoursRow,
  updateOfficeHours,
} from './office-hours.repository.ts'

type Tx = Transaction<Schema>

export type OfficeHoursService = ReturnType<typeof createOfficeHoursService>

/** When the school is open: one row a day (reading B7). */
export function createOfficeHoursService({ db, ids, audit, bin }: Deps) {
  async function getLocked(tx: Tx, id: string): Promise<OfficeHoursRow> {
    const row = await lockOfficeHours(tx, { id })
    if (!row) {
      throw new DomainError('not_found', {
        message: 'The hours of this day are not there any more. Please refresh the list.',
      })
    }
    return row
  }

  async function change(tx: Tx, row: OfficeHoursRow, timing: OfficeTimingInput, by: Actor | null) {
    const changed = { ...row, ...columnsOf(timing), version: row.version + 1 }
    await updateOfficeHours(tx, row.id, changed)
    await db.changes.mark(tx, 'office-hours')
    await audit.record(tx, {
      by,
      action: 'changed',
      kind: 'office-hours',
      id: row.id,
      title: changed.office_day,
      before: fieldsOf(row),
      after: fieldsOf(changed),
    })
    return presentOfficeTiming(changed)
  }

  return {
    /** Monday first. */
    async list(): Promise<OfficeTiming[]> {
      const timings = (await listOfficeHours(db.read)).map(presentOfficeTiming)
      return timings.sort((a, b) => officeDays.indexOf(a.office_day) - officeDays.indexOf(b.office_day))
    },

    /** A day that has hours gets these instead (reading B7). */
    async add(tx: Tx, timing: OfficeTimingInput, by: Actor | null): Promise<OfficeTiming> {
      const row = { id: ids.id(), ...columnsOf(timing), version: 1 }
      for (;;) {
        const known = await lockOfficeHours(tx, timing)
        if (known) return change(tx, known, timing, by)
        // False: somebody has just added the same day, and it is changed in the next round.
        if (await insertOfficeHours(tx, row)) break
      }
      await db.changes.mark(tx, 'office-hours')
      await audit.record(tx, {
        by,
        action: 'added',
        kind: 'office-hours',
        id: row.id,
        title: row.office_day,
        after: fieldsOf(row),
      })
      return presentOfficeTiming(row)
    },

    /**
     * Absent fields stay (reading W3).
     * @throws `not_found`; `conflict` where `version` is given and stale, or the other day has its own hours
     */
    async update(
      id: string,
      { version, ...changes }: OfficeTimingPatch,
      by: Actor | null,
    ): Promise<OfficeTiming> {
      try {
        return await db.transaction(async (tx) => {
          const row = await getLocked(tx, id)
          if (version !== undefined && version !== row.version) throw new DomainError('conflict')
          const { id: _id, version: _version, ...before } = presentOfficeTiming(row)
          const timing = mergePatch(before, changes)
          if (!isInOrder(timing)) {
            throw new DomainError('validation_failed', {
              message: closesAfterItOpens,
              fields: { close_time: closesAfterItOpens },
            })
          }
          return change(tx, row, timing, by)
        })
      } catch (error) {
        if (dbFault(error)?.fault !== 'unique') throw error
        throw dayTaken(changes.office_day ?? 'This day')
      }
    },

    /** Into the bin. @throws `not_found` */
    remove(id: string, by: Actor | null): Promise<void> {
      return db.transaction(async (tx) => {
        const row = await getLocked(tx, id)
        await deleteOfficeHours(tx, id)
        await db.changes.mark(tx, 'office-hours')
        await bin.put(tx, {
          by,
          kind: 'office-hours',
          id,
          title: row.office_day,
          data: row,
          before: fieldsOf(row),
        })
      })
    },

    /** @throws `conflict` where the day has hours again */
    async restore(tx: Tx, _id: string, data: unknown): Promise<void> {
      const row = data as OfficeHoursRow
      if (!(await insertOfficeHours(tx, row))) throw dayTaken(row.office_day)
      await db.changes.mark(tx, 'office-hours')
    },
  }
}

function columnsOf({ is_holiday, ...timing }: OfficeTimingInput) {
  return { ...timing, is_holiday: is_holiday ? (1 as const) : (0 as const) }
}

function fieldsOf(row: Omit<OfficeHoursRow, 'id' | 'version'>) {
  const { office_day, open_time, close_time, is_holiday } = row
  return { office_day, open_time, close_time, is_holiday: is_holiday === 1 }
}

function dayTaken(day: string): DomainError {
  const message = `${day} has its hours already. Please edit those instead.`
  return new DomainError('conflict', { message, fields: { office_day: message } })
}
