import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { DomainError } from '../../../../contract/errors.ts'
import { endpoints } from '../../../../contract/index.ts'
import { type EndingKind, retention } from '../../../../contract/system/retention.ts'
import { dbFault } from '../../../db/errors.ts'
import { withRowLock } from '../../../db/guards.ts'
import type { Database } from '../../../db/open.ts'
import { erasedValues, holdsSomebody } from '../../../db/personal-data.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import { emptiedSetting, readSettings } from '../../../db/settings.ts'
import { addMs } from '../../../platform/clock.ts'
import { namesIn } from '../../../platform/files.ts'
import { removeMessageFiles } from '../../../platform/mail.ts'
import { codeExpired } from '../../../platform/outbox.en.ts'
import type { Deps } from '../../deps.ts'
import { type Ending, endings, type Times } from './endings.ts'

const dayMs = 24 * 60 * 60_000
const allTopics = new Set(endpoints.flatMap(({ topics = [] }) => topics))

export type HousekeepingService = ReturnType<typeof createHousekeepingService>

/** Applies the retention periods that `/privacy` promises, and removes unused files. */
export function createHousekeepingService({ db, clock, config, pictures, letters, log }: Deps) {
  /** Pictures, with their widths, that this process has checked and need not check again. */
  const seen = new Set<string>()
  /** Pictures whose new widths could not be stored. Other pictures are tried first. */
  const postponed = new Set<string>()
  let isToTell = false

  /** Removes unused pictures whose files were not touched since `before`. */
  async function removePictures(before: string): Promise<number> {
    const rows = await db.read.selectFrom('picture').select(['base', 'created_at']).execute()
    const known = new Map(rows.map(({ base, created_at }) => [base, created_at]))
    // A refused form leaves files behind for which no picture row exists.
    const bases = new Set([...known.keys(), ...(await pictures.listStored())])
    let count = 0
    for (const base of bases) {
      if ((known.get(base) ?? '') >= before) continue
      if (await pictures.remove(base, { untouchedSince: before, forget: () => forget(base) })) count++
    }
    return count
  }

  async function removeUnclaimed(before: string): Promise<number> {
    let count = 0
    const unclaimed = db.read.selectFrom('picture').select('base').where('private_since', '<', before)
    for (const { base } of await unclaimed.execute()) {
      const forget = () => db.transaction((tx) => unlinkUnclaimedPicture(tx, base))
      if (await pictures.remove(base, { forget })) count++
    }
    return count
  }

  async function forget(base: string): Promise<boolean> {
    try {
      return await db.transaction(async (tx) => {
        if (await isPictureNamed(tx, base)) return false
        await deletePicture(tx, base)
        return true
      })
    } catch (error) {
      if (dbFault(error)?.fault === 'foreign') return false
      throw error
    }
  }

  async function widen(picture: { base: string; width: number; widths: string }) {
    try {
      return await pictures.widen(picture)
    } catch (err) {
      // The disk is full or the storage is unreachable, so the round ends.
      if (err instanceof DomainError) {
        postponed.add(picture.base)
        throw err
      }
      log.error({ err, base: picture.base }, 'a picture could not be resized to all widths')
      seen.add(picture.base + picture.widths)
      return null
    }
  }

  return {
    /**
     * Makes copies of pictures in the widths that the pictures lack. Pages use the old widths until all new widths
     * exist. Returns whether more pictures may be left. Several processes may run this at any time.
     */
    async widenPictures(isStopping: () => boolean = () => false): Promise<boolean> {
      const publicPictures = db.read
        .selectFrom('picture')
        .select(['base', 'width', 'widths'])
        .where('private_since', 'is', null)
        .orderBy('base')
      for (const picture of await publicPictures.execute()) {
        const { base, widths } = picture
        if (seen.has(base + widths) || postponed.has(base)) continue
        if (isStopping()) return false
        const widened = await widen(picture)
        if (widened === null) continue
        const all = new Set([...(JSON.parse(widths) as number[]), ...widened.widths])
        const row = JSON.stringify([...all].sort((a, b) => a - b))
        if (row !== widths) {
          await db.transaction((tx) =>
            tx.updateTable('picture').set({ widths: row }).where('base', '=', base).execute(),
          )
          isToTell = true
        }
        seen.add(base + row)
        if (widened.wasEncoded) return true
      }
      if (isToTell) {
        await db.transaction(async (tx) => {
          for (const topic of allTopics) await db.changes.mark(tx, topic)
        })
      }
      isToTell = false
      postponed.clear()
      return false
    },

    /** Removes a picture that no row, setting or bin entry uses. Returns whether it is gone. */
    removeUnused: (base: string): Promise<boolean> => pictures.remove(base, { forget: () => forget(base) }),

    /**
     * Removes rows and files at the end of their retention, and returns how many. Several processes may run this at any
     * time.
     */
    async keepHouse() {
      const [now, today] = [clock.now(), clock.today()]
      const ago = (kind: EndingKind) => addMs(now, -retention[kind].days * dayMs)
      // Files of the demonstration are deleted at once, although other files of the same kind are kept longer.
      const emptiedAt = await findEmptiedAt(db)
      const filesBefore = (kind: EndingKind) => (ago(kind) > emptiedAt ? ago(kind) : emptiedAt)
      const gone: Record<string, number> = {}
      for (const [kind, each] of Object.entries(endings) as [EndingKind, readonly Ending[]][]) {
        const times = { before: ago(kind), now, today }
        let count = 0
        for (const ending of each) count += await endOver(db, ending, times)
        gone[kind] = count
      }
      return {
        ...gone,
        heldCodes: await endHeldCodes(db, addMs(now, -letters.goodForMs('one-time-code'))),
        messageFiles: await removeMessageFiles(path.join(config.dataDir, 'outbox'), filesBefore('messages')),
        photographs: await removeUnclaimed(ago('photographs')),
        exports: await removeExports(config.dataDir, filesBefore('exports')),
        pictures: await removePictures(filesBefore('bin')),
      }
    },
  }
}

/** Returns the time at which the demonstration was emptied; an empty text if it was never emptied. */
async function findEmptiedAt(db: Database): Promise<string> {
  const value = (await readSettings(db.read, [emptiedSetting])).get(emptiedSetting)
  return value === undefined ? '' : JSON.parse(value).at
}

/** Removes folders of `npm run export` older than `before`. */
async function removeExports(dataDir: string, before: string): Promise<number> {
  let count = 0
  for (const name of await namesIn(dataDir)) {
    if (!/^export-[\dTZ-]+$/.test(name)) continue
    const folder = path.join(dataDir, name)
    if ((await stat(folder)).mtimeMs >= Date.parse(before)) continue
    await rm(folder, { recursive: true, force: true })
    count++
  }
  return count
}

/** Limits the rows of a transaction, so that other writers do not wait long. */
const rowsARound = 500

async function endOver(db: Database, ending: Ending, times: Times): Promise<number> {
  const { table, key = 'id', isWrittenOver = false } = ending
  const [from, by] = [sql.table(table), sql.ref(key)]
  const isOver = isWrittenOver
    ? sql`${ending.isOver(times)} and ${holdsSomebody(table)}`
    : sql`${ending.isOver(times)}`
  const begin = isWrittenOver ? sql`update ${from} set ${assigned(table)}` : sql`delete from ${from}`
  let count = 0
  let last: number
  do {
    const { numAffectedRows } = await db.transaction((tx) =>
      sql`${begin} where ${isOver} and ${by} in (select ${by} from ${from} where ${isOver} limit ${rowsARound})`.execute(
        tx,
      ),
    )
    last = Number(numAffectedRows ?? 0)
    count += last
  } while (last >= rowsARound)
  return count
}

function assigned(table: keyof Schema) {
  return sql.join(
    Object.entries(erasedValues(table)).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
  )
}

async function endHeldCodes(db: Database, createdBefore: string): Promise<number> {
  const { numUpdatedRows } = await db.write
    .updateTable('outbox')
    .set({ status: 'dead', last_error: codeExpired })
    .where((eb) => eb.and({ status: 'held', template: 'one-time-code' }))
    .where('created_at', '<', createdBefore)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes a visitor's private picture and all references to it. False if staff have decided to keep the picture. */
async function unlinkUnclaimedPicture(tx: Tx, base: string): Promise<boolean> {
  const picture = await tx
    .selectFrom('picture')
    .select('private_since')
    .where('base', '=', base)
    .$call(withRowLock(tx))
    .executeTakeFirst()
  if (!picture?.private_since) return false
  await tx
    .updateTable('custom_request')
    .set({ picture_base: null })
    .where('picture_base', '=', base)
    .execute()
  await tx.deleteFrom('enquiry_picture').where('picture_base', '=', base).execute()
  await deletePicture(tx, base)
  return true
}

/**
 * True if a setting or a bin entry contains the picture. Settings and bin entries have no foreign key that would
 * prevent the deletion.
 */
async function isPictureNamed(tx: Tx, base: string): Promise<boolean> {
  const setting = tx.selectFrom('setting').select('name').where('value', 'like', `%"${base}"%`)
  const binned = tx.selectFrom('bin_entry').select('title').where('data', 'like', `%${base}%`)
  return (await setting.executeTakeFirst()) !== undefined || (await binned.executeTakeFirst()) !== undefined
}

/** @throws the database's `foreign` fault while a row refers to the picture */
async function deletePicture(tx: Tx, base: string) {
  await tx.deleteFrom('picture').where('base', '=', base).execute()
}
