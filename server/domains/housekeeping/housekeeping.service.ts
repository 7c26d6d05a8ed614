import path from 'node:path'
import { privatePictureDays } from '../../../contract/custom-requests.ts'
import { dbFault } from '../../db/errors.ts'
import { addMs } from '../../platform/clock.ts'
import { removeMessageFiles } from '../../platform/mail.ts'
import type { Deps } from '../deps.ts'
import * as repository from './housekeeping.repository.ts'
import { retention } from './retention.ts'

const dayMs = 24 * 60 * 60_000

/** Keeps the times that `/privacy` promises, and removes what nothing refers to any more. */
export function createHousekeepingService({ db, clock, config, pictures, letters }: Deps) {
  /** Removes a picture where no row, setting or binned record names it, and its files were not touched since `before`. */
  async function removePictures(before: string): Promise<number> {
    const known = new Map(
      (await repository.listPictures(db.read)).map(({ base, created_at }) => [base, created_at]),
    )
    // A form that was refused after its picture had been stored leaves files without a row.
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

  return {
    /** May run anywhere at any time. Answers how many rows and files went, for the log. */
    async keepHouse(): Promise<Record<string, number>> {
      const now = clock.now()
      await repository.deletePictureQuotas(db, clock.today())
      const ago = (days: number) => addMs(now, -days * dayMs)
      return {
        waiting: await repository.deleteOver(db, 'waiting', clock.today()),
        enquiries: await repository.deleteOver(db, 'enquiries', ago(retention.contactDays)),
        contacts: await repository.deleteOver(db, 'contacts', ago(retention.contactDays)),
        wishes: await repository.deleteOver(db, 'wishes', ago(retention.contactDays)),
        carts: await repository.deleteOver(db, 'carts', ago(retention.cartDays)),
        stockWishes: await repository.deleteOver(db, 'stockWishes', ago(retention.stockWishDays)),
        messages: await repository.deleteOver(db, 'messages', ago(retention.messageDays)),
        messageFiles: await removeMessageFiles(
          path.join(config.dataDir, 'outbox'),
          ago(retention.messageDays),
        ),
        codes: await repository.deleteOver(db, 'codes', ago(1)),
        heldCodes: await repository.endHeldCodes(db, addMs(now, -letters.goodForMs('one-time-code'))),
        letterCounts: await repository.deleteOver(db, 'letterCounts', clock.today()),
        sessions: await repository.deleteOver(db, 'sessions', now),
        devices: await repository.deleteOver(db, 'devices', ago(retention.deviceDays)),
        guesses: await repository.deleteOver(db, 'guesses', ago(retention.guessDays)),
        seatHolders: await repository.eraseSeatHolders(db, ago(retention.seatDays)),
        couponUses: await repository.deleteOver(db, 'couponUses', ago(retention.seatDays)),
        auditEntries: await repository.deleteOver(db, 'auditEntries', ago(retention.seatDays)),
        binEntries: await repository.deleteOver(db, 'binEntries', ago(retention.binDays)),
        binned: await repository.deleteBinned(db, ago(retention.binDays)),
        unclaimedPictures: await removeUnclaimed(ago(privatePictureDays)),
        pictures: await removePictures(ago(retention.pictureDays)),
      }
    },
  }
}
