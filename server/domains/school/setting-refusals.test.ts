import { describe, expect, test } from 'vitest'
import { type SchoolSettingsForm, schoolSettingsFields } from '../../../contract/school/school-settings.ts'
import { callers, onSqlite } from '../../../tests/harness/on-each-engine.ts'

type Name = keyof SchoolSettingsForm
/** Wrong values of a setting, each with the sentence that refuses it. */
type Wrong = readonly (readonly [value: unknown, sentence: string])[]

const notText = [7, 'Enter text'] as const
const tooLong = (max: number) => ['x'.repeat(max + 1), `Use at most ${max} characters`] as const
const twoLines = ['one\ntwo', 'Write this on one line, without hidden characters'] as const
const oneLine = (max: number): Wrong => [notText, tooLong(max), twoLines]
const needed = (max: number, sentence: string): Wrong => [
  ['', sentence],
  ['   ', sentence],
  [7, sentence],
  tooLong(max),
  twoLines,
]
const phone = 'Enter a phone number such as +91 44 5550 0142'
const phones: Wrong = ['call us', 7, '௯௮௪௦௦ ௧௨௩௪௫', '9'.repeat(30), '12345'].map((one) => [one, phone])
const social = 'Enter an address that begins with https://, or leave this blank'
const links: Wrong = [
  notText,
  [`https://malar.example/${'x'.repeat(300)}`, 'Use at most 300 characters'],
  ['@malar', social],
  ['http://malar.example', social],
  ['javascript:alert(1)', social],
]
const place = 'Enter an https:// address, or a path on this site such as /shop'
const places: Wrong = [
  notText,
  ['', place],
  ['மலர்', place],
  ['//elsewhere.example', place],
  [`/${'x'.repeat(300)}`, 'Use at most 300 characters'],
]
const flags: Wrong = ['yes', 1, '', null].map((one) => [one, 'Choose yes or no'])
const numbers = (min: number, max: number): Wrong =>
  [min - 1, max + 1, 1.5, '5', '௫', '', null].map((one) => [
    one,
    `Enter a whole number from ${min} to ${max}`,
  ])
const upi = 'Enter a UPI ID such as name@bank'
const email = 'Please enter a valid email address'
const geo = 'Enter a latitude and a longitude, such as “13.0337, 80.2690”, or leave this blank'

const wrong: Record<Name, Wrong> = {
  name: needed(80, 'Enter the school’s name'),
  tagline: oneLine(120),
  city: needed(60, 'Enter the city'),
  address: [
    [[], 'Enter the address'],
    ['1 Beach Road', 'Enter the address'],
    [[''], 'Enter the address'],
    [['1', '2', '3', '4', '5', '6', '7'], 'Use at most 6 lines for the address'],
    [['x'.repeat(101)], 'Use at most 100 characters'],
  ],
  phone: [['', phone], ...phones],
  whatsapp: phones,
  email: [
    ['', 'Enter the school’s e-mail address'],
    [7, 'Enter the school’s e-mail address'],
    ['malar', email],
    ['மலர்@பூ', email],
    [`${'x'.repeat(300)}@malar.example`, email],
  ],
  senderName: oneLine(80),
  signature: [
    notText,
    ['x'.repeat(301), 'Use at most 300 characters'],
    ['1\n2\n3\n4\n5\n6\n7', 'Use at most 6 lines for the signature'],
  ],
  instagram: links,
  facebook: links,
  youtube: links,
  mapQuery: oneLine(200),
  geo: [
    notText,
    tooLong(40),
    ['Mylapore', geo],
    ['௧௩, ௮௦', geo],
    ['91, 80.2690', geo],
    ['13.0337, 181', geo],
  ],
  whatToBring: [notText, tooLong(300)],
  shopUrl: places,
  signUpUrl: places,
  forgotPasswordUrl: places,
  hasHall: flags,
  hasStore: flags,
  hasSampleShop: flags,
  hasJournal: flags,
  hasPopup: flags,
  popupAsksEmailAlone: flags,
  confirmFirst: flags,
  popupDays: numbers(0, 999),
  holdHours: numbers(1, 720),
  groupMax: numbers(1, 20),
  canCancelSeats: flags,
  cancelHours: numbers(0, 8760),
  cancelShare: numbers(0, 100),
  offerHours: numbers(1, 720),
  unprovedShare: numbers(1, 100),
  unprovedPieces: numbers(1, 999),
  deliveryDaysAhead: numbers(1, 365),
  makingHours: numbers(0, 48),
  upiId: ['nobody', 7, 'மலர்@வங்கி', `${'x'.repeat(400)}@bank`, 'a b@bank'].map((one) => [one, upi] as const),
  upiName: oneLine(80),
  paysAtSchool: flags,
}

onSqlite('wrong school settings', {}, (app) => {
  const { owner } = callers(app, 'owner')
  const path = '/api/admin/school-settings'
  const read = async () => (await app.http('GET', path, { token: owner.token })).body.data
  const entries = () =>
    app.db.read.selectFrom('audit_entry').select('id').where('kind', '=', 'school-setting').execute()

  test('the table has every setting', () => {
    expect(Object.keys(wrong).toSorted()).toEqual(Object.keys(schoolSettingsFields).toSorted())
  })

  describe('each wrong setting is refused with its own sentence, and the other settings are not stored', () => {
    test.each(Object.entries(wrong))('%s', async (name, values) => {
      const before = [await read(), await entries()]
      for (const [value, sentence] of values) {
        const beside = name === 'tagline' ? { city: 'Salem' } : { tagline: 'Stored by mistake' }
        const body = { ...beside, [name]: value }
        const answer = await app.http('PUT', path, { token: owner.token, body })
        const fields: Record<string, string> = answer.body.fields
        const said = Object.entries(fields).map(([field, words]) => [field.split('.')[0], words])
        expect([answer.status, said], JSON.stringify(value)).toEqual([400, [[name, sentence]]])
      }
      expect([await read(), await entries()]).toEqual(before)
    })
  })

  test('every setting that changes is in the audit log with its former value', async () => {
    const { settings, version } = await read()
    const changed: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(settings as SchoolSettingsForm)) {
      if (typeof value === 'boolean') changed[name] = !value
      else if (typeof value === 'number') changed[name] = value - 1 || 2
    }
    const texts = {
      name: 'Poonga',
      tagline: 'Flowers by the sea',
      city: 'Puducherry',
      address: ['1 Beach Road'],
      phone: '+91 413 222 0100',
      whatsapp: '+91 98400 00000',
      email: 'hello@poonga.example',
      senderName: 'Meena',
      signature: 'With flowers',
      instagram: 'https://instagram.com/poonga',
      facebook: 'https://facebook.com/poonga',
      youtube: 'https://youtube.com/@poonga',
      mapQuery: 'Beach Road, Puducherry',
      geo: '11.93, 79.83',
      whatToBring: 'An apron',
      shopUrl: '/store?first',
      signUpUrl: '/signup?first',
      forgotPasswordUrl: '/forgot-password?first',
      upiId: 'poonga@bank',
      upiName: 'Poonga Flowers',
      paysAtSchool: true,
    }
    const body = { ...changed, ...texts, version }
    expect(Object.keys(body)).toHaveLength(Object.keys(settings).length + 1)
    const answer = await app.http('PUT', path, { token: owner.token, body })
    expect([answer.status, answer.body.fields]).toEqual([200, undefined])
    const { body: log } = await app.http('GET', '/api/admin/audit?kind=school-setting', {
      token: owner.token,
    })
    const logged = log.data[0].changes.map(({ field }: { field: string }) => field)
    expect(logged.toSorted()).toEqual(Object.keys(settings).toSorted())
  })
})
