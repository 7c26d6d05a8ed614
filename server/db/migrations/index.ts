import type { Migration } from 'kysely/migration'
import { sayDebtsOnce } from './0101-debts.ts'
import { joinHolds } from './0102-one-registration.ts'
import { dropOldShapes } from './0103-old-shapes.ts'
import { countPieces } from './0104-pieces-of-orders.ts'
import { keepSchoolsOpen } from './0105-own-school.ts'
import { versionPages } from './0106-page-versions.ts'
import { addPictureFocus } from './0107-picture-focus.ts'
import { addOnSite } from './0108-on-site.ts'
import { keepCancelRules } from './0109-agreed-cancelling.ts'
import { keepAcceptedTexts } from './0110-accepted-texts.ts'
import { keepEarlierRefunds } from './0112-refunded-before.ts'
import { markRequests } from './0113-answered-requests.ts'
import { createBaseline } from './baseline/index.ts'

/**
 * Migrations run in this order, and only forward (architecture rule 11). A released migration is never edited, and
 * neither are the files that it imports. So a migration imports only files of this folder (wall `migrations`), and
 * always does what it did on the day of its release.
 */
export const migrations: Record<string, Migration> = {
  '0100-baseline': { up: createBaseline },
  '0101-debts': { up: sayDebtsOnce },
  '0102-one-registration': { up: joinHolds },
  '0103-old-shapes': { up: dropOldShapes },
  '0104-pieces-of-orders': { up: countPieces },
  '0105-own-school': { up: keepSchoolsOpen },
  '0106-page-versions': { up: versionPages },
  '0107-picture-focus': { up: addPictureFocus },
  '0108-on-site': { up: addOnSite },
  '0109-agreed-cancelling': { up: keepCancelRules },
  '0110-accepted-texts': { up: keepAcceptedTexts },
  '0112-refunded-before': { up: keepEarlierRefunds },
  '0113-answered-requests': { up: markRequests },
}
