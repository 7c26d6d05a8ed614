import { ANY_TOPIC } from '../../db/changes.ts'
import { sitePictureSettings } from '../../db/setting-names.ts'
import type { Sender } from '../../platform/messages/letter.ts'
import { pictureOf } from '../../platform/pictures.ts'
import { authSecret } from '../../platform/secret.ts'
import { createSignedLinks } from '../../platform/signed-links.ts'
import type { Deps } from '../deps.ts'
import { listPictures, readSettings } from './school.repository.ts'
import { addressLines, type SchoolSettings, settingSources, settingText } from './school-settings.ts'

export type SchoolService = ReturnType<typeof createSchoolService>

export function createSchoolService({ db, config }: Deps) {
  const links = createSignedLinks(authSecret(config))
  let kept: Promise<SchoolSettings> | null = null
  db.changes.subscribe((topics) => {
    if (topics.has('school') || topics.has(ANY_TOPIC)) kept = null
  })

  async function read(): Promise<SchoolSettings> {
    const stored = await readSettings(db.read)
    const text = (name: keyof typeof settingSources) => settingText(name, stored, config.school)
    return {
      name: text('name'),
      tagline: text('tagline'),
      city: text('city'),
      address: addressLines(text('address')),
      phone: text('phone'),
      whatsapp: text('whatsapp'),
      email: text('email'),
      instagram: text('instagram'),
      facebook: text('facebook'),
      youtube: text('youtube'),
      upiId: text('upiId'),
      upiName: text('upiName') || text('name'),
      shopUrl: text('shopUrl'),
      forgotPasswordUrl: text('forgotPasswordUrl'),
      signUpUrl: text('signUpUrl'),
      mapQuery: text('mapQuery'),
      popupDays: Number(text('popupDays')),
      siteUrl: config.siteUrl,
      simulatedPayments: config.paymentProvider === 'simulator',
      pictures: await readPictures(stored),
    }
  }

  async function readPictures(stored: ReadonlyMap<string, string>): Promise<SchoolSettings['pictures']> {
    const basesOf = (name: keyof typeof sitePictureSettings) =>
      JSON.parse(stored.get(sitePictureSettings[name]) ?? '[]') as string[]
    const names = Object.keys(sitePictureSettings) as (keyof typeof sitePictureSettings)[]
    const rows = await listPictures(db.read, names.flatMap(basesOf))
    const pictures = new Map(rows.map((row) => [row.base, pictureOf(row)]))
    const of = (name: keyof typeof sitePictureSettings) =>
      basesOf(name).flatMap((base) => pictures.get(base) ?? [])
    return {
      hero: of('hero'),
      hall: of('hall')[0] ?? null,
      bouquets: of('bouquets')[0] ?? null,
      courses: of('courses')[0] ?? null,
    }
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

  return {
    /**
     * The school's settings, kept until topic 'school' changes. May be called anywhere but inside a transaction:
     * read it before.
     */
    current,

    /** Who writes the letters, as the settings say now. */
    async sender(): Promise<Sender & { email: string }> {
      const { name, phone, email, siteUrl } = await current()
      return { schoolName: name, phone, email, siteUrl, sign: links.sign }
    },
  }
}
