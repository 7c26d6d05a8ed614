import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DomainError } from '../../../../contract/errors.ts'
import { endpoints } from '../../../../contract/index.ts'
import { type EndingKind, retention } from '../../../../contract/system/retention.ts'
import { dbFault } from '../../../db/errors.ts'
import { addMs } from '../../../platform/clock.ts'
import { namesIn } from '../../../platform/files.ts'
import { removeMessageFiles } from '../../../platform/mail.ts'
import type { Deps } from '../../deps.ts'
import { type Ending, endings } from './endings.ts'
import * as repository from './housekeeping.repository.ts'

const dayMs = 24 * 60 * 60_000
const allTopics = new Set(endpoints.flatMap(({ topics = [] }) => topics))

export type HousekeepingService = ReturnType<typeof createHousekeepingService>

/** Keeps the retention table, which `/privacy` promises, and removes unused files. */
export function createHousekeepingService({ db, clock, config, pictures, letters, log }: Deps) {
  /** Pictures and widths that this process has finished. */
  const seen = new Set<string>()
  /** Failed for now; the others come first. */
  const postponed = new Set<string>()
  let isToTell = false

  /** Removes unnamed pictures whose files were not touched since `before`. */
  async function removePictures(before: string): Promise<number> {
    const known = new Map(
      (await repository.listPictures(db.read)).map(({ base, created_at }) => [base, created_at]),
    )
    // A refused form leaves files without a row.
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
    for (const base of await repository.listUnclaimedPictures(db.read, before)) {
      const forget = () => db.transaction((tx) => repository.unlinkUnclaimedPicture(tx, base))
      if (await pictures.remove(base, { forget })) count++
    }
    return count
  }

  async function forget(base: string): Promise<boolean> {
    try {
      return await db.transaction(async (tx) => {
        if (await repository.isPictureNamed(tx, base)) return false
        await repository.deletePicture(tx, base)
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
      // The disk is full or the storage away: the round ends.
      if (err instanceof DomainError) {
        postponed.add(picture.base)
        throw err
      }
      log.error({ err, base: picture.base }, 'a picture could not be made in all widths')
      seen.add(picture.base + picture.widths)
      return null
    }
  }

  return {
    /**
     * Adds missing widths. Pages name the old ones until all are done. Returns whether more may be to do. May run
     * anywhere at any time.
     */
    async widenPictures(isStopping: () => boolean = () => false): Promise<boolean> {
      for (const picture of await repository.listPublicPictures(db.read)) {
        const { base, widths } = picture
        if (seen.has(base + widths) || postponed.has(base)) continue
        if (isStopping()) return false
        const widened = await widen(picture)
        if (widened === null) continue
        const all = new Set([...(JSON.parse(widths) as number[]), ...widened.widths])
        const row = JSON.stringify([...all].sort((a, b) => a - b))
        if (row !== widths) {
          await db.transaction((tx) => repository.setPictureWidths(tx, base, row))
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

    /** Removes a picture that no row, setting or binned record names. Returns whether it is gone. */
    removeUnused: (base: string): Promise<boolean> => pictures.remove(base, { forget: () => forget(base) }),

    /** Returns how many rows and files were removed. May run anywhere at any time. */
    async keepHouse() {
      const [now, today] = [clock.now(), clock.today()]
      const ago = (kind: EndingKind) => addMs(now, -retention[kind].days * dayMs)
      const gone: Record<string, number> = {}
      for (const [kind, each] of Object.entries(endings) as [EndingKind, readonly Ending[]][]) {
        const times = { before: ago(kind), now, today }
        let count = 0
        for (const ending of each) count += await repository.endOver(db, ending, times)
        gone[kind] = count
      }
      return {
        ...gone,
        heldCodes: await repository.endHeldCodes(db, addMs(now, -letters.goodForMs('one-time-code'))),
        messageFiles: await removeMessageFiles(path.join(config.dataDir, 'outbox'), ago('messages')),
        photographs: await removeUnclaimed(ago('photographs')),
        exports: await removeExports(config.dataDir, ago('exports')),
        pictures: await removePictures(ago('bin')),
      }
    },
  }
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
