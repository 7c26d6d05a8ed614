import type { ParsedInput } from '../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../contract/errors.ts'
import { upiIdPattern } from '../../../contract/money/upi-link.ts'
import type { CancelRule } from '../../../contract/registrations/cancelling.ts'
import {
  unprovedPiecesUnlessSet,
  unprovedShareUnlessSet,
} from '../../../contract/registrations/seat-holds.ts'
import { hasRight } from '../../../contract/rights.ts'
import { type Fallbacks, noFallbacks, type SiteTexts } from '../../../contract/school/fallbacks.ts'
import {
  cancelSettings,
  moneySettings,
  ownersSettings,
  type putSchoolSettings,
  type SchoolSettingsForm,
  signInSettings,
} from '../../../contract/school/school-settings.ts'
import type { SitePart } from '../../../contract/school/site-parts.ts'
import { type ClosedSpan, closedText, openEnded } from '../../../contract/site/closing-words.ts'
import { hoursInWords } from '../../../contract/words.ts'
import { ANY_TOPIC } from '../../db/changes.ts'
import type { Queryable, Tx } from '../../db/schema.ts'
import {
  demonstrationOf,
  demonstrationSetting,
  isOn,
  listUnreadable,
  lockSetting,
  logoSetting,
  readSettings,
  settingText,
  sitePictureSettings,
  writeSetting,
} from '../../db/settings.ts'
import type { Caller } from '../../http/context.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import { addDays } from '../../platform/clock.ts'
import { pictureColumns, pictureOf } from '../../platform/pictures.ts'
import { type PreviewedPage, previewedPart } from '../../platform/preview-links.ts'
import { fixReferencePrefix } from '../../platform/references.ts'
import { authSecret } from '../../platform/secret.ts'
import { createSignedLinks } from '../../platform/signed-links.ts'
import { requireConfirmed } from '../../platform/staff-rights.ts'
import type { Deps } from '../deps.ts'
import { createLetterLogos } from './logo/letter-logos.ts'
import { createOwnerNews } from './owner-news.ts'
import type { PagesService } from './pages/pages.service.ts'
import { providerNameOf } from './payment-provider.ts'
import {
  addressLines,
  cancelUnlessSet,
  deliveryTimesUnlessSet,
  groupMaxUnlessSet,
  nameUnlessSet,
  type SchoolSettings,
  schoolText,
  settingsVersion,
  type TextSetting,
  textSettings,
} from './school-settings.ts'

const moneyWords: Record<(typeof moneySettings)[number], string> = {
  upiId: 'UPI id',
  upiName: 'Payee',
  paysAtSchool: 'Pay at the school',
}

const cancelWords: Record<(typeof cancelSettings)[number], string> = {
  canCancelSeats: 'Students can cancel',
  cancelHours: 'Can cancel until',
  cancelShare: 'Percent refunded',
}

export type SchoolService = ReturnType<typeof createSchoolService>

const closedDaysAhead = 30
const theSettings = { kind: 'school-setting', id: 'school', title: 'School settings' } as const

export type DeliveryTimes = typeof deliveryTimesUnlessSet
type CurrentSettings = SchoolSettings &
  DeliveryTimes &
  CancelRule &
  Pick<
    SchoolSettingsForm,
    'offerHours' | 'confirmFirst' | 'paysAtSchool' | 'unprovedShare' | 'unprovedPieces'
  >

export function createSchoolService(deps: Deps, pages: Pick<PagesService, 'footer' | 'shown'>) {
  const { db, config, clock, audit } = deps
  const owners = createOwnerNews(deps)
  const letterLogo = createLetterLogos(deps.pictures)
  const links = createSignedLinks(authSecret(config))
  let kept: Promise<CurrentSettings> | null = null
  db.changes.subscribe((topics) => {
    if (topics.has('school') || topics.has(ANY_TOPIC)) kept = null
  })

  async function read() {
    const stored = await readSettings(db.read)
    const settings = formOf(stored)
    const name = settings.name || nameUnlessSet
    const rating = stored.get(demonstrationOf('courseRating'))
    const { footerLine, footerYear } = await pages.footer()
    return {
      ...settings,
      name,
      upiId: usableUpiId(settings),
      upiName: settings.upiName || name,
      senderName: settings.senderName || name,
      mapQuery: settings.mapQuery || settings.address.join(', '),
      courseRating: rating === undefined ? null : Number(rating),
      noTopics: stored.get(demonstrationOf('noTopics')) ?? '',
      footerLine: footerLine ?? settings.tagline,
      copyrightYear: footerYear ?? Number(clock.today().slice(0, 4)),
      isOpen: isOn('isOpen', stored),
      parts: {
        hall: settings.hasHall,
        store: settings.hasStore,
        // The products of the sample shop exist only in the demonstration.
        sampleShop: settings.hasSampleShop && stored.has(demonstrationOf('hasSampleShop')),
        journal: settings.hasJournal,
        popup: settings.hasPopup,
      },
      siteUrl: config.siteUrl,
      isDemonstration: stored.has(demonstrationSetting),
      simulatedPayments: providerNameOf(config, stored) === 'simulator',
      canBePaid: canBePaid(stored),
      pictures: { logo: await readLogo(db.read, stored) },
    }
  }

  /** True if payments are simulated, by UPI, or at the school. A UPI ID that is not valid counts as missing. */
  function canBePaid(stored: ReadonlyMap<string, string>): boolean {
    const form = formOf(stored)
    const isSimulated = providerNameOf(config, stored) === 'simulator'
    return isSimulated || form.paysAtSchool || usableUpiId(form) !== ''
  }

  function current() {
    if (kept !== null) return kept
    const making = read()
    kept = making
    making.catch(() => {
      if (kept === making) kept = null
    })
    return making
  }

  function formOf(stored: ReadonlyMap<string, string>): SchoolSettingsForm {
    const entries = textSettings.map((name) => [name, schoolText(name, stored, config.school)])
    const texts: Record<TextSetting, string> = Object.fromEntries(entries)
    const isDemonstration = (name: TextSetting) => texts[name] === stored.get(demonstrationOf(name))
    const { deliveryDaysAhead, makingHours } = deliveryTimesUnlessSet
    return {
      ...texts,
      // The demonstration's coordinates belong to its address, so they are not shown with another address.
      geo: isDemonstration('geo') && !isDemonstration('address') ? '' : texts.geo,
      address: addressLines(texts.address),
      popupDays: Number(texts.popupDays),
      groupMax: Number(stored.get('school.groupMax') ?? groupMaxUnlessSet),
      ...holdTimesOf(stored),
      ...switchesOf(stored),
      ...cancelRuleOf(stored),
      unprovedShare: Number(stored.get('school.unprovedShare') ?? unprovedShareUnlessSet),
      unprovedPieces: Number(stored.get('school.unprovedPieces') ?? unprovedPiecesUnlessSet),
      deliveryDaysAhead: Number(stored.get('school.deliveryDaysAhead') ?? deliveryDaysAhead),
      makingHours: Number(stored.get('school.makingHours') ?? makingHours),
    }
  }

  function holdTimesOf(stored: ReadonlyMap<string, string>): { holdHours: number; offerHours: number } {
    return {
      holdHours: Number(stored.get('school.holdHours') ?? config.holdHours),
      offerHours: Number(stored.get('school.offerHours') ?? config.offerHours),
    }
  }

  function recordChange(tx: Tx, by: Actor, before: AuditFields, after: AuditFields): Promise<void> {
    return audit.record(tx, { by, action: 'changed', ...theSettings, before, after })
  }

  return {
    async settings() {
      const stored = await readSettings(db.read)
      return { settings: formOf(stored), version: Number(stored.get(settingsVersion) ?? 0) }
    },

    /**
     * Returns the facts that differ in a preview of a page: the footer, and the part of the site that has the page. The
     * popup is hidden, because it would take the focus from the form beside the preview.
     */
    async factsIn(previewed: PreviewedPage) {
      const { footerLine, footerYear } = await pages.footer(previewed)
      const { tagline, parts } = await current()
      const part = previewedPart(previewed)
      return {
        parts: { ...parts, popup: false, ...(part && { [part]: true }) },
        footerLine: footerLine ?? tagline,
        copyrightYear: footerYear ?? Number(clock.today().slice(0, 4)),
      }
    },

    /**
     * Returns the pages' words and pictures. A stranger gets only the words and pictures of the opening page while the
     * site is closed.
     */
    async fallbacks(previewed: PreviewedPage | null = null, isStranger = false): Promise<Fallbacks> {
      const [records, words] = [demonstrationOf('fallbacks'), demonstrationOf('texts')]
      const kept = await readSettings(db.read, [records, words, ...Object.values(sitePictureSettings)])
      const valueOf = (name: string): object => JSON.parse(kept.get(name) ?? '{}')
      const { privacyUpdated, deliveryTerms } = valueOf(words) as Partial<SiteTexts>
      const { isOpen, parts } = await current()
      const { texts, pictures } = await pages.shown(drawnPictures(kept), parts, previewed)
      const early = {
        ...(typeof privacyUpdated === 'string' && { privacyUpdated }),
        ...(typeof deliveryTerms === 'string' && { deliveryTerms }),
      }
      if (!isOpen && isStranger) {
        const { openingLead } = texts
        return {
          ...noFallbacks,
          texts: { ...early, ...(openingLead !== undefined && { openingLead }) },
          pictures: { ...noFallbacks.pictures, openingPicture: pictures.openingPicture },
        }
      }
      return { ...noFallbacks, ...valueOf(records), texts: { ...texts, ...early }, pictures }
    },

    /**
     * Saves the given fields and leaves the others unchanged. A change of the school's e-mail address returns the old
     * address and the e-mails about the change. The caller sends them from the old address, because a mail server may
     * refuse the new one.
     * @throws `conflict` if `version` is stale or another change is faster; `forbidden` for a setting that only an
     * owner may change
     */
    async change({ version, ...given }: ParsedInput<typeof putSchoolSettings>['body'], by: Caller) {
      return db.transaction(async (tx) => {
        const stored = await readSettings(tx)
        const before = formOf(stored)
        const unreadable = await listUnreadable(tx)
        const names = (Object.keys(given) as (keyof SchoolSettingsForm)[]).filter(
          (name) =>
            given[name] !== undefined &&
            (storedText(given[name]) !== storedText(before[name]) || mends(unreadable, name, by)),
        )
        const counted = Number(stored.get(settingsVersion) ?? 0)
        if (version !== undefined && version !== counted) throw new DomainError('conflict')
        if (!hasRight(by.role, 'payment-settings')) refuseWhatIsTheOwners(given, names, config.siteUrl)
        const money = moneySettings.filter((name) => names.includes(name))
        const cancelling = cancelSettings.filter((name) => names.includes(name))
        // A new school has no address yet, so setting the first address takes the school's e-mails away from nobody.
        const isMoved = names.includes('email') && before.email !== ''
        if (money.length + cancelling.length > 0 || isMoved) requireConfirmed(by, clock.ms())
        if (names.length === 0) return null
        const changedAt = clock.now()
        if (!(await countChange(tx, counted, changedAt))) throw new DomainError('conflict')
        for (const name of names) await writeSetting(tx, `school.${name}`, storedText(given[name]), changedAt)
        if (names.includes('name')) await fixReferencePrefix(tx, stored, given.name ?? '', deps)
        const fieldsOf = (form: Partial<SchoolSettingsForm>) =>
          Object.fromEntries(names.map((name) => [name, form[name]]))
        await recordChange(tx, by, fieldsOf(before), fieldsOf(given))
        if (money.length > 0) {
          const now = money.map((name) => `${moneyWords[name]}: ${toldValue(given[name])}`).join(', ')
          await owners.tellOwners(tx, by, 'payment-settings', now)
        }
        if (cancelling.length > 0) {
          await owners.tellOwners(tx, by, 'cancel-rule', toldRule(cancelling, given))
        }
        await db.changes.mark(tx, 'school')
        if (!isMoved) return null
        const mailbox = before.email
        const news = await owners.lettersToOwners(tx, by, 'school-address', given.email ?? '', { mailbox })
        await deps.outbox.tell(tx, ...news)
        return { email: before.email, letters: news }
      })
    },

    closedSoon: () => listClosedSoon(db.read, clock.today()),

    formOf,

    /** May be called inside a transaction, unlike `current`. */
    async holdTimes(source: Queryable) {
      return holdTimesOf(await readSettings(source, ['school.holdHours', 'school.offerHours']))
    },

    /** True if people may currently choose to pay at the school. May be called inside a transaction. */
    async takesMoneyThere(source: Queryable) {
      return isOn('paysAtSchool', await readSettings(source, ['school.paysAtSchool']))
    },

    /** Returns the current rule for cancelling a seat. May be called inside a transaction. */
    async cancelRule(source: Queryable) {
      return cancelRuleOf(await readSettings(source, cancelNames))
    },

    canBePaid,

    recordChange,

    ...owners,

    /** Reads from a cache until the topic `school` changes. Not for use in a transaction, where `db.read` throws. */
    current,

    /** @throws `conflict` if the part of the site is switched off */
    async requirePart(part: SitePart): Promise<void> {
      if (!(await current()).parts[part]) throw refusal('part-off')
    },

    async sender() {
      const { name, senderName, signature, phone, whatsapp, email, siteUrl, address, mapQuery, ...more } =
        await current()
      const facts = {
        schoolName: name,
        senderName,
        signature,
        phone,
        whatsapp,
        email,
        siteUrl,
        address,
        mapQuery,
      }
      const { whatToBring, simulatedPayments: isSimulated } = more
      const logo = letterLogo(more.pictures.logo)
      return { ...facts, whatToBring, logo, sign: links.sign, isSimulated }
    },
  }
}

/**
 * Lists the closed days from today to thirty days ahead. Consecutive days with the same reason and hours are one
 * entry.
 */
async function listClosedSoon(source: Queryable, today: string) {
  const rows = await source
    .selectFrom('delivery_day')
    .select(['day', 'closed_for', 'closed_from as from', 'closed_until as until'])
    .where('day', '>=', today)
    .where('day', '<=', addDays(today, closedDaysAhead))
    .where('closed_for', 'is not', null)
    .orderBy('day')
    .execute()
  const spans: ClosedSpan[] = []
  for (const { closed_for, ...row } of rows) {
    const one = { ...openEnded(row), lastDay: row.day, closedFor: closed_for ?? '' }
    const last = spans.at(-1)
    if (last && isNextOf(last, one)) last.lastDay = row.day
    else spans.push(one)
  }
  return spans.map((span) => ({ ...span, text: closedText(span) }))
}

const basesIn = (stored: ReadonlyMap<string, string>, setting: string): string[] =>
  JSON.parse(stored.get(setting) ?? '[]')

async function readLogo(source: Queryable, stored: ReadonlyMap<string, string>) {
  const logo = source.selectFrom('picture').select(pictureColumns)
  const row = await logo.where('picture.base', 'in', [...basesIn(stored, logoSetting), '']).executeTakeFirst()
  return row ? pictureOf(row) : null
}

/** The drawn pictures, which pages show until staff choose other pictures. */
function drawnPictures(stored: ReadonlyMap<string, string>) {
  const { hero, bouquets, courses } = sitePictureSettings
  return {
    heroPictures: basesIn(stored, hero),
    bouquetsPicture: basesIn(stored, bouquets),
    coursesPicture: basesIn(stored, courses),
    aboutPicture: basesIn(stored, courses),
  }
}

/** A stored value that is not a valid UPI ID counts as missing, because nobody could pay to it. */
function usableUpiId({ upiId }: Pick<SchoolSettingsForm, 'upiId'>): string {
  return upiIdPattern.test(upiId) ? upiId : ''
}

function toldValue(value: string | number | boolean | undefined): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' ? String(value) : value || 'none'
}

function toldRule(names: readonly (keyof CancelRule)[], given: Partial<CancelRule>): string {
  const told = names.map((name) => {
    const value = given[name]
    if (name !== 'cancelHours' || value === undefined) return `${cancelWords[name]}: ${toldValue(value)}`
    const before = value === 0 ? '' : `${hoursInWords(Number(value))} before `
    return `${cancelWords[name]}: ${before}the batch begins`
  })
  return told.join(', ')
}

const cancelNames = cancelSettings.flatMap((name) => [`school.${name}`, demonstrationOf(name)])

/** Reads the rule for cancelling a seat. If one of its numbers cannot be read, nobody can cancel. */
function cancelRuleOf(stored: ReadonlyMap<string, string>): CancelRule {
  const [hours, share] = (['cancelHours', 'cancelShare'] as const).map(
    (name) => settingText(name, stored, undefined) ?? String(cancelUnlessSet[name]),
  )
  const { cancelHours, cancelShare } = cancelUnlessSet
  return {
    canCancelSeats: isOn('canCancelSeats', stored) && hours !== '' && share !== '',
    cancelHours: Number(hours || cancelHours),
    cancelShare: Number(share || cancelShare),
  }
}

function switchesOf(stored: ReadonlyMap<string, string>) {
  return {
    confirmFirst: isOn('confirmFirst', stored),
    paysAtSchool: isOn('paysAtSchool', stored),
    hasHall: isOn('hasHall', stored),
    hasStore: isOn('hasStore', stored),
    hasSampleShop: isOn('hasSampleShop', stored),
    hasJournal: isOn('hasJournal', stored),
    hasPopup: isOn('hasPopup', stored),
    popupAsksEmailAlone: isOn('popupAsksEmailAlone', stored),
  }
}

function isNextOf(last: ClosedSpan, one: ClosedSpan): boolean {
  const isSame = last.closedFor === one.closedFor && last.from === one.from && last.until === one.until
  return isSame && addDays(last.lastDay, 1) === one.day
}

/**
 * Counts a change of the settings, and locks the version until the transaction ends. Returns false if another change
 * was faster.
 */
async function countChange(tx: Tx, from: number, now: string): Promise<boolean> {
  if (Number(await lockSetting(tx, settingsVersion, '0', now)) !== from) return false
  await writeSetting(tx, settingsVersion, String(from + 1), now)
  return true
}

/**
 * True if the stored value cannot be read and the caller may replace it. It is then stored anew even if the form sends
 * the same value that is shown in its place. Staff may not replace an owner's setting.
 */
function mends(unreadable: readonly string[], name: keyof SchoolSettingsForm, { role }: Caller): boolean {
  const isTheOwners = ownersSettings.some((one) => one === name)
  return unreadable.includes(`school.${name}`) && (!isTheOwners || hasRight(role, 'payment-settings'))
}

function storedText(value: string | number | boolean | string[] | undefined): string {
  return Array.isArray(value) ? value.join('\n') : String(value ?? '')
}

export function requireGroupSize(seats: number, { groupMax }: { groupMax: number }): void {
  if (seats > groupMax) throw refusal('group-large', { facts: { max: groupMax } })
}

function refuseWhatIsTheOwners(
  given: Partial<SchoolSettingsForm>,
  names: (keyof SchoolSettingsForm)[],
  siteUrl: string,
): void {
  const fields: Record<string, string> = {}
  for (const name of moneySettings) {
    if (names.includes(name)) fields[name] = 'Only an owner can change the school’s payment details.'
  }
  for (const name of cancelSettings) {
    if (names.includes(name)) fields[name] = 'Only an owner can change the rule for cancelling a seat.'
  }
  if (names.includes('email')) {
    fields['email'] = 'Only an owner can change the address that receives the school’s e-mails.'
  }
  for (const name of signInSettings) {
    const address = URL.parse(given[name] ?? '', siteUrl)
    if (names.includes(name) && address?.origin !== new URL(siteUrl).origin) {
      fields[name] =
        'Only an owner can enter an address on another site. Enter a path on this site, such as /signup.'
    }
  }
  if (Object.keys(fields).length > 0) throw new DomainError('forbidden', { fields })
}
