import path from 'node:path'
import { privatePictureDays } from '../../../contract/custom-requests.ts'
import { dbFault } from '../../db/errors.ts'
import { addMs } from '../../platform/clock.ts'
import { removeMessageFiles } from '../../platform/message-files.ts'
import { goodForMs } from '../../platform/messages/templates.ts'
import type { Deps } from '../deps.ts'
import {
  deleteAuditEntries,
  deleteBinEntries,
  deleteBinned,
  deleteDevices,
  deleteGuesses,
  deleteLetterCounts,
  deleteMessages,
  deleteOlder,
  deletePicture,
  deletePictureQuotas,
  deleteSessions,
  deleteWaiting,
  endHeldCodes,
  eraseSeatHolders,
  isPictureNamed,
  listPictures,
  listUnclaimedPictures,
  unlinkUnclaimedPicture,
} from './housekeeping.repository.ts'
import { retention } from './retention.ts'

export type HousekeepingService = ReturnType<typeof createHousekeepingService>

const dayMs = 24 * 60 * 60_000

/** Keeps the times that `/privacy` promises, and removes what nothing refers to any more. */
export function createHousekeepingService({ db, clock, config, pictures }: Deps) {
  /** A picture goes only where no row, setting or binned record names it, and its files were not touched of late. */
  async function removePictures(before: string): Promise<number> {
    const known = new Map((await listPictures(db.read)).map(({ base, created_at }) => [base, created_at]))
    // Files without a row are those of a form that was refused after its picture had been stored.
    const bases = new Set([...known.keys(), ...(await pictures.listStored())])
    let count = 0
    for (const base of bases) {
      if ((known.get(base) ?? '') >= before) continue
      const isGone = await pictures.remove(base, {
        untouchedSince: before,
        forget: () => forget(base),
      })
      if (isGone) count++
    }
    return count
  }

  async function removeUnclaimed(before: string): Promise<number> {
    let count = 0
    for (const base of await listUnclaimedPictures(db.read, before)) {
      const isGone = await pictures.remove(base, {
        forget: () => db.transaction((tx) => unlinkUnclaimedPicture(tx, base)),
      })
      if (isGone) count++
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

  return {
    /** Safe to run anywhere at any time, and as often as one likes. Answers what went, for the log: counts, no names. */
    async keepHouse(): Promise<Record<string, number>> {
      const now = clock.now()
      await deletePictureQuotas(db, clock.today())
      const ago = (days: number) => addMs(now, -days * dayMs)
      return {
        waiting: await deleteWaiting(db, clock.today()),
        enquiries: await deleteOlder(db, 'enquiry', ago(retention.contactDays)),
        contacts: await deleteOlder(db, 'contact', ago(retention.contactDays)),
        wishes: await deleteOlder(db, 'custom_request', ago(retention.contactDays)),
        messages: await deleteMessages(db, ago(retention.messageDays)),
        messageFiles: await removeMessageFiles(
          path.join(config.dataDir, 'outbox'),
          ago(retention.messageDays),
        ),
        codes: await deleteOlder(db, 'one_time_code', ago(1)),
        heldCodes: await endHeldCodes(db, addMs(now, -goodForMs('one-time-code'))),
        letterCounts: await deleteLetterCounts(db, clock.today()),
        sessions: await deleteSessions(db, now),
        devices: await deleteDevices(db, ago(retention.deviceDays)),
        guesses: await deleteGuesses(db, ago(retention.guessDays)),
        seatHolders: await eraseSeatHolders(db, ago(retention.seatDays)),
        auditEntries: await deleteAuditEntries(db, ago(retention.seatDays)),
        binEntries: await deleteBinEntries(db, ago(retention.binDays)),
        binned: await deleteBinned(db, ago(retention.binDays)),
        unclaimedPictures: await removeUnclaimed(ago(privatePictureDays)),
        pictures: await removePictures(ago(retention.pictureDays)),
      }
    },
  }
}
