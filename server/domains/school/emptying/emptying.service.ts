import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { refusal } from '../../../../contract/errors.ts'
import { type Demonstration, demonstrationCounts } from '../../../../contract/school/demonstration.ts'
import { ANY_TOPIC } from '../../../db/changes.ts'
import { emptiedTopic, emptyDemonstration, settingsThatStay } from '../../../db/emptying.ts'
import { emptyLog } from '../../../db/free-pages.ts'
import { hasOwnPages } from '../../../db/page-versions.ts'
import type { Schema } from '../../../db/schema.ts'
import { demonstrationSetting, emptiedSetting, readSettings, writeSetting } from '../../../db/settings.ts'
import type { Caller } from '../../../http/context.ts'
import type { Deps } from '../../deps.ts'
import type { SchoolService } from '../school.service.ts'
import { nameUnlessSet, settingsVersion } from '../school-settings.ts'

type Counted = (typeof demonstrationCounts)[number]

const counted: Record<Counted, (keyof Schema)[]> = {
  classes: ['course'],
  seats: ['seat'],
  products: ['product'],
  orders: ['shop_order'],
  payments: ['receipt'],
  posts: ['journal_post'],
  people: ['student', 'contact', 'newsletter_subscriber', 'enquiry', 'custom_request', 'waiting_list_entry'],
  messages: ['outbox'],
  pictures: ['picture'],
}

/** Replaces the demonstration by an empty school: makes a backup, then removes all rows of the demonstration. */
export function createEmptyingService({ db, config, clock, ids, log }: Deps, school: SchoolService) {
  let isUnderWay = false

  async function countRows(tables: readonly (keyof Schema)[]): Promise<number> {
    const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)})`)
    const { rows } = await sql<{ count: number }>`select ${sql.join(counts, sql` + `)} as count`.execute(
      db.read,
    )
    return Number(rows[0]?.count)
  }

  async function planOf(stored: ReadonlyMap<string, string>): Promise<Demonstration['plan']> {
    if (!stored.has(demonstrationSetting)) return null
    const goes = {} as Record<Counted, number>
    for (const kind of demonstrationCounts) goes[kind] = await countRows(counted[kind])
    const staff = db.read.selectFrom('user').select(['name', 'email', 'role']).where('usertype', '=', 'admin')
    return {
      schoolName: school.formOf(stored).name || nameUnlessSet,
      goes,
      staff: await staff.orderBy('createdAt').orderBy('id').execute(),
      settings: [
        ...settingsThatStay(stored).filter((name) => `school.${name}` !== settingsVersion),
        ...((await hasOwnPages(db.read)) ? ['pages'] : []),
      ],
    }
  }

  async function current(): Promise<Demonstration> {
    const stored = await readSettings(db.read)
    return { plan: await planOf(stored), emptied: JSON.parse(stored.get(emptiedSetting) ?? 'null') }
  }

  /**
   * Makes a backup, reads the backup again to check it, and returns its folder.
   * @throws `unavailable` with a sentence that says why
   */
  async function backUp(): Promise<string> {
    const madeAt = clock.now()
    // Two processes may back up in the same second, so the name ends with a random id.
    const name = `demonstration-${madeAt.slice(0, 19).replaceAll(':', '-')}-${ids.id()}`
    const folder = path.join(config.dataDir, 'backups', name)
    // The import is in this function, so that a school on SQLite loads PostgreSQL's driver only if it empties the
    // demonstration.
    const { backUpAndCheck } = await import('../../../platform/backup/back-up.ts')
    await backUpAndCheck(config, folder, madeAt).catch((err: Error) => {
      log.error({ err }, 'the demonstration was not emptied, because its backup failed')
      throw refusal('backup-failed', { facts: { why: err.message } })
    })
    return folder
  }

  /** Removes the demonstration's rows. Returns false if another owner has removed the rows already. */
  const empty = (backup: string, by: Caller): Promise<boolean> =>
    db.transaction(async (tx) => {
      const version = Number((await readSettings(tx, [settingsVersion])).get(settingsVersion) ?? 0)
      if (!(await emptyDemonstration(tx))) return false
      const at = clock.now()
      await writeSetting(tx, emptiedSetting, JSON.stringify({ at, backup }), at)
      // The version changes, so a form that is open in another tab cannot save the demonstration's values again.
      await writeSetting(tx, settingsVersion, String(version + 1), at)
      await school.recordChange(tx, by, { demonstration: 'filled' }, { demonstration: 'emptied', backup })
      await school.tellOwners(tx, by, 'demonstration-emptied', null)
      for (const topic of [ANY_TOPIC, emptiedTopic]) await db.changes.mark(tx, topic)
      return true
    })

  return {
    current,

    /**
     * Makes a backup, then removes all rows of the demonstration. Housekeeping removes the files later.
     * @throws `conflict` if there is no demonstration (any more); `unavailable` if the backup fails
     */
    async empty(typed: string, by: Caller): Promise<Demonstration> {
      const stored = await readSettings(db.read)
      if (!stored.has(demonstrationSetting)) throw refusal('no-demonstration')
      const name = school.formOf(stored).name || nameUnlessSet
      if (plain(typed) !== plain(name)) {
        throw refusal('school-name-differs', { facts: { name }, at: 'name' })
      }
      if (isUnderWay) throw refusal('emptying-under-way')
      isUnderWay = true
      try {
        const backup = await backUp()
        const isEmptied = await empty(backup, by).catch((err: Error) => {
          // The removal may have succeeded although its answer was lost, so the backup may be the only copy of the
          // data.
          log.error({ err, backup }, 'the demonstration was backed up, and emptying it failed')
          throw refusal('emptying-failed', { facts: { backup } })
        })
        if (!isEmptied) {
          await rm(backup, { recursive: true, force: true })
          throw refusal('no-demonstration')
        }
        log.info({ backup }, 'the demonstration was emptied')
        await emptyLog(db).catch((err: Error) => log.warn({ err }, 'the write-ahead log was not emptied'))
      } finally {
        isUnderWay = false
      }
      return current()
    },
  }
}

const plain = (name: string) => name.normalize('NFC').trim().toLowerCase()
