import type { ParsedInput } from '../../../contract/endpoint.ts'
import { DomainError } from '../../../contract/errors.ts'
import {
  moneySettings,
  type putSchoolSettings,
  type SchoolSettingsForm,
  signInSettings,
} from '../../../contract/school-settings.ts'
import { ANY_TOPIC } from '../../db/changes.ts'
import { changesRow, insertUnlessThere } from '../../db/guards.ts'
import type { Queryable, Tx } from '../../db/schema.ts'
import { readSettings, sitePictureSettings, writeSetting } from '../../db/settings.ts'
import type { Caller } from '../../http/context.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import type { Sender } from '../../platform/messages/letter.ts'
import { pictureColumns, pictureOf } from '../../platform/pictures.ts'
import { authSecret } from '../../platform/secret.ts'
import { createSignedLinks } from '../../platform/signed-links.ts'
import type { Deps } from '../deps.ts'
import {
  addressLines,
  deliveryTimesUnlessSet,
  type SchoolSettings,
  settingSources,
  settingsVersion,
  settingText,
  type TextSetting,
} from './school-settings.ts'

export type SchoolService = ReturnType<typeof createSchoolService>

type DeliveryTimes = typeof deliveryTimesUnlessSet

export function createSchoolService({ db, config, clock, audit }: Deps) {
  const links = createSignedLinks(authSecret(config))
  let kept: Promise<SchoolSettings> | null = null
  db.changes.subscribe((topics) => {
    if (topics.has('school') || topics.has(ANY_TOPIC)) kept = null
  })

  async function read(): Promise<SchoolSettings> {
    const stored = await readSettings(db.read)
    const settings = formOf(stored)
    return {
      ...settings,
      upiName: settings.upiName || settings.name,
      siteUrl: config.siteUrl,
      simulatedPayments: config.paymentProvider === 'simulator',
      pictures: await readPictures(stored),
    }
  }

  async function readPictures(stored: ReadonlyMap<string, string>): Promise<SchoolSettings['pictures']> {
    const basesOf = (setting: string): string[] => JSON.parse(stored.get(setting) ?? '[]')
    const { hero, hall, bouquets, courses } = sitePictureSettings
    const bases = Object.values(sitePictureSettings).flatMap(basesOf)
    const rows =
      bases.length === 0
        ? []
        : await db.read
            .selectFrom('picture')
            .select(pictureColumns)
            .where('picture.base', 'in', bases)
            .execute()
    const pictures = new Map(rows.map((row) => [row.base, pictureOf(row)]))
    const all = (setting: string) => basesOf(setting).flatMap((base) => pictures.get(base) ?? [])
    const first = (setting: string) => all(setting)[0] ?? null
    return { hero: all(hero), hall: first(hall), bouquets: first(bouquets), courses: first(courses) }
  }

  function current(): Promise<SchoolSettings> {
    if (kept !== null) return kept
    const making = read()
    kept = making
    making.catch(() => {
      if (kept === making) kept = null
    })
    return making
  }

  function formOf(stored: ReadonlyMap<string, string>): SchoolSettingsForm {
    const names = Object.keys(settingSources) as TextSetting[]
    const entries = names.map((name) => [name, settingText(name, stored, config.school)])
    const texts: Record<TextSetting, string> = Object.fromEntries(entries)
    const address = addressLines(texts.address)
    return {
      ...texts,
      address,
      popupDays: Number(texts.popupDays),
      ...holdTimesOf(stored),
      ...deliveryTimesOf(stored),
    }
  }

  function refuseWhatIsTheOwners(given: Partial<SchoolSettingsForm>, names: (keyof SchoolSettingsForm)[]) {
    const fields: Record<string, string> = {}
    for (const name of moneySettings) {
      if (names.includes(name)) fields[name] = 'Only the owner can change where money goes.'
    }
    if (names.includes('email')) {
      fields['email'] = 'Only the owner can change the address that the school’s messages go to.'
    }
    for (const name of signInSettings) {
      const address = given[name]
      if (names.includes(name) && address !== undefined && !isOnSite(address)) {
        fields[name] =
          'Only the owner can lead people to another site here. Please enter a path of this site such as /signup.'
      }
    }
    if (Object.keys(fields).length > 0) throw new DomainError('forbidden', { fields })
  }

  function isOnSite(address: string): boolean {
    return URL.parse(address, config.siteUrl)?.origin === new URL(config.siteUrl).origin
  }

  function holdTimesOf(stored: ReadonlyMap<string, string>): { holdHours: number; offerHours: number } {
    return {
      holdHours: Number(stored.get('school.holdHours') ?? config.holdHours),
      offerHours: Number(stored.get('school.offerHours') ?? config.offerHours),
    }
  }

  function deliveryTimesOf(stored: ReadonlyMap<string, string>): DeliveryTimes {
    const { deliveryDaysAhead, makingHours } = deliveryTimesUnlessSet
    return {
      deliveryDaysAhead: Number(stored.get('school.deliveryDaysAhead') ?? deliveryDaysAhead),
      makingHours: Number(stored.get('school.makingHours') ?? makingHours),
    }
  }

  function recordChange(tx: Tx, by: Actor, before: AuditFields, after: AuditFields): Promise<void> {
    const settings = { kind: 'school-setting', id: 'school', title: 'School settings' } as const
    return audit.record(tx, { by, action: 'changed', ...settings, before, after })
  }

  return {
    async settings(): Promise<{ settings: SchoolSettingsForm; version: number }> {
      const stored = await readSettings(db.read)
      return { settings: formOf(stored), version: Number(stored.get(settingsVersion) ?? 0) }
    },

    /**
     * What is left out stays. @throws `conflict` where `version` is stale or somebody changes them at this moment;
     * `forbidden` for what only the owner may change
     */
    async change(
      { version, ...given }: ParsedInput<typeof putSchoolSettings>['body'],
      by: Caller,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        const stored = await readSettings(tx)
        const before = formOf(stored)
        const names = (Object.keys(given) as (keyof SchoolSettingsForm)[]).filter(
          (name) => given[name] !== undefined && storedText(given[name]) !== storedText(before[name]),
        )
        const counted = Number(stored.get(settingsVersion) ?? 0)
        if (version !== undefined && version !== counted) throw new DomainError('conflict')
        if (by.role !== 'owner') refuseWhatIsTheOwners(given, names)
        if (names.length === 0) return
        const now = clock.now()
        if (!(await countChange(tx, counted, now))) throw new DomainError('conflict')
        for (const name of names) await writeSetting(tx, `school.${name}`, storedText(given[name]), now)
        const fieldsOf = (form: Partial<SchoolSettingsForm>) =>
          Object.fromEntries(names.map((name) => [name, form[name]]))
        await recordChange(tx, by, fieldsOf(before), fieldsOf(given))
        await db.changes.mark(tx, 'school')
      })
    },

    /** How long an offer of the waiting list stands, in hours. It may be asked inside a transaction. */
    async offerHours(source: Queryable): Promise<number> {
      return holdTimesOf(await readSettings(source, ['school.offerHours'])).offerHours
    },

    /** It may be asked inside a transaction. */
    async deliveryTimes(source: Queryable): Promise<DeliveryTimes> {
      return deliveryTimesOf(await readSettings(source, ['school.deliveryDaysAhead', 'school.makingHours']))
    },

    /** Into the audit log; other domains keep settings too. */
    recordChange,

    /** The school's settings, kept until topic 'school' changes. Not inside a transaction. */
    current,

    async sender(): Promise<Sender & { email: string }> {
      const { name, phone, email, siteUrl } = await current()
      return { schoolName: name, phone, email, siteUrl, sign: links.sign }
    },
  }
}

/** Counts a change on from `from`; false where another change came first. Holds the row until the transaction ends. */
async function countChange(tx: Tx, from: number, now: string): Promise<boolean> {
  const name = settingsVersion
  await insertUnlessThere(tx, 'setting', { name, value: '0', updated_at: now }, 'name')
  const next = tx.updateTable('setting').set({ value: String(from + 1), updated_at: now })
  return changesRow(next.where('name', '=', name).where('value', '=', String(from)))
}

function storedText(value: string | number | string[] | undefined): string {
  return Array.isArray(value) ? value.join('\n') : String(value ?? '')
}
