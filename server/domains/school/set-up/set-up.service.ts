import { refusal } from '../../../../contract/errors.ts'
import { type OpeningNeed, openingNeeds } from '../../../../contract/school/opening-needs.ts'
import { type SetUp, type SetUpItem, setUpItems } from '../../../../contract/school/set-up.ts'
import type { Queryable } from '../../../db/schema.ts'
import {
  backupSetting,
  demonstrationSetting,
  isOn,
  lockSetting,
  openingSetting,
  readSettings,
  writeSetting,
} from '../../../db/settings.ts'
import type { Caller } from '../../../http/context.ts'
import { createPreviewLinks } from '../../../platform/preview-links.ts'
import type { Deps } from '../../deps.ts'
import type { MailServerService } from '../mail-server/mail-server.service.ts'
import type { PagesService } from '../pages/pages.service.ts'
import type { SchoolService } from '../school.service.ts'
import * as repository from './set-up.repository.ts'

const triedSetting = 'set-up.trial'
const laterOf = (item: SetUpItem) => `set-up.later.${item}`
const afterOpening: readonly SetUpItem[] = ['backup', 'second-factor']

const needs = openingNeeds.filter((need) => need !== 'second-factor')

export type SetUpService = ReturnType<typeof createSetUpService>

export function createSetUpService(
  deps: Deps,
  school: SchoolService,
  mailServer: Pick<MailServerService, 'sends'>,
  pages: Pick<PagesService, 'hasOwnHome'>,
) {
  const { db, clock } = deps
  const previews = createPreviewLinks(deps)

  async function missingOf(source: Queryable, stored: ReadonlyMap<string, string>, userId: string) {
    const form = school.formOf(stored)
    const missing: OpeningNeed[] = needs.filter((need) => form[need].length === 0)
    if (!(await repository.hasSecondFactor(source, userId))) missing.push('second-factor')
    return missing
  }

  async function doneOf(stored: ReadonlyMap<string, string>): Promise<Record<SetUpItem, boolean>> {
    const form = school.formOf(stored)
    return {
      school: needs.every((need) => form[need].length > 0),
      hours: await repository.hasHours(db.read),
      payments: school.canBePaid(stored),
      'home-page': await pages.hasOwnHome(),
      letters: mailServer.sends(stored),
      'first-class': await repository.hasTimedBatch(db.read, clock.today()),
      trial: stored.has(triedSetting) || (await repository.hasEnrolment(db.read)),
      open: isOn('isOpen', stored),
      backup: stored.has(backupSetting),
      'second-factor': await repository.haveAllOwnersSecondFactor(db.read),
    }
  }

  return {
    async current({ userId }: Caller): Promise<SetUp> {
      const stored = await readSettings(db.read)
      const isOpen = isOn('isOpen', stored)
      if (stored.has(demonstrationSetting)) return { items: [], isOpen, missing: [] }
      const done = await doneOf(stored)
      const shown = setUpItems.filter((id) => isOpen || !afterOpening.includes(id))
      const stateOf = (id: SetUpItem) =>
        done[id] ? 'done' : stored.get(laterOf(id)) === 'true' ? 'later' : 'open'
      return {
        items: shown.map((id) => ({ id, state: stateOf(id) })),
        unready: done['first-class'] ? undefined : await repository.unreadyClass(db.read, clock.today()),
        isOpen,
        missing: isOpen ? [] : await missingOf(db.read, stored, userId),
      }
    },

    putOff: (item: SetUpItem, isPutOff: boolean, by: Caller) =>
      db.transaction(async (tx) => {
        const name = laterOf(item)
        const was = await lockSetting(tx, name, 'false', clock.now())
        if (was === String(isPutOff)) return
        await writeSetting(tx, name, String(isPutOff), clock.now())
        const fieldsOf = (value: string) => ({ [`set-up: ${item}`]: value === 'true' ? 'later' : 'to do' })
        await school.recordChange(tx, by, fieldsOf(was), fieldsOf(String(isPutOff)))
        await db.changes.mark(tx, 'school')
      }),

    /**
     * Records the first time that somebody of the staff tried an enrolment with success. Later times change nothing.
     */
    noteTrial: (by: Caller) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        if ((await lockSetting(tx, triedSetting, '', now)) !== '') return
        await writeSetting(tx, triedSetting, now, now)
        await school.recordChange(tx, by, { 'set-up: trial': 'to do' }, { 'set-up: trial': 'done' })
        await db.changes.mark(tx, 'school')
      }),

    /** Opens the site, unless the site is open already. @throws `conflict` that names what is missing */
    openSite: (by: Caller) =>
      db.transaction(async (tx) => {
        const stored = await readSettings(tx)
        if (isOn('isOpen', stored)) return
        const missing = await missingOf(tx, stored, by.userId)
        if (missing.length > 0) throw refusal('site-incomplete', { facts: { missing }, details: { missing } })
        const now = clock.now()
        // Two owners may open the site at the same time. The second call changes nothing, so each e-mail is written
        // once.
        if ((await lockSetting(tx, openingSetting, 'false', now)) === 'true') return
        await writeSetting(tx, openingSetting, 'true', now)
        await school.recordChange(tx, by, { site: 'closed' }, { site: 'open' })
        await school.tellOwners(tx, by, 'site-opened', null)
        await db.changes.mark(tx, 'school')
      }),

    beginPreview: (by: Caller) => previews.begin(by),
  }
}
