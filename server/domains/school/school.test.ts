import { describe, expect, test } from 'vitest'
import { onSqlite } from '../../../tests/harness/on-each-engine.ts'
import { readConfig } from '../../config.ts'
import { demonstrationSetting } from '../../db/settings.ts'
import { choosePaymentProvider } from './payment-guard.ts'

onSqlite(
  'the facts about the school',
  {
    env: {
      SCHOOL_NAME: 'Poonga',
      SCHOOL_ADDRESS: '1 Beach Road| Puducherry 605001 ',
      SCHOOL_POPUP_DAYS: '0',
      SITE_URL: 'https://poonga.example/',
    },
  },
  (app) => {
    const store = (name: string, value: string) =>
      app.db.transaction(async (tx) => {
        await tx.insertInto('setting').values({ name, value, updated_at: app.deps.clock.now() }).execute()
        await app.db.changes.mark(tx, 'school')
      })

    test('variables replace the demonstration’s facts about the school, and settings that staff stored replace both', async () => {
      const { body } = await app.http('GET', '/api/school')
      expect(body).toMatchObject({
        name: 'Poonga',
        city: 'Chennai',
        address: ['1 Beach Road', 'Puducherry 605001'],
        popupDays: 0,
        siteUrl: 'https://poonga.example',
        // A school with another address does not get the demonstration's coordinates.
        geo: '',
        shopUrl: '/store',
        forgotPasswordUrl: '/forgot-password',
        signUpUrl: '/signup',
        simulatedPayments: true,
        pictures: { hero: [], hall: null, bouquets: null, courses: null },
        upi: { id: 'malar.flowers@examplebank', name: 'Poonga' },
      })
      await store('school.name', 'Poonga of Puducherry')
      expect((await app.http('GET', '/api/school')).body.name).toBe('Poonga of Puducherry')
      expect((await app.app.services.school.current()).upiName).toBe('Poonga of Puducherry')
    })

    test('the school’s coordinates are those that staff stored', async () => {
      await store('school.geo', '11.9416, 79.8083')
      expect((await app.http('GET', '/api/school')).body.geo).toBe('11.9416, 79.8083')
    })
  },
)

onSqlite(
  'the choice of the payment provider at the start (architecture rule 13)',
  { isOwnSchool: true },
  (app) => {
    async function start(env: Record<string, string>) {
      const config = readConfig({ DATA_DIR: app.folder, ...env })
      await choosePaymentProvider({ db: app.db, config })
      return config.paymentProvider
    }

    test('the simulator is refused on data that is not the demonstration’s, unless a variable allows it', async () => {
      const simulator = { PAYMENT_PROVIDER: 'simulator' }
      await expect(start(simulator)).rejects.toThrow('ALLOW_SIMULATED_PAYMENTS=1')
      expect(await start({ ...simulator, ALLOW_SIMULATED_PAYMENTS: '1' })).toBe('simulator')
    })

    test('a school of its own is paid by UPI, even before a UPI ID is typed', async () => {
      expect(await start({})).toBe('upi')
      expect(await start({ PAYMENT_PROVIDER: 'upi' })).toBe('upi')
    })

    test('payments are simulated on demonstration data, whatever the variable DEMO says', async () => {
      const row = {
        name: demonstrationSetting,
        value: app.deps.clock.today(),
        updated_at: app.deps.clock.now(),
      }
      await app.db.write.insertInto('setting').values(row).execute()
      expect(await start({})).toBe('simulator')
      expect(await start({ DEMO: '0' })).toBe('simulator')
    })
  },
)

onSqlite('a school that has typed nothing yet', { isOwnSchool: true }, (app) => {
  test('the public facts of a new school are empty, and its site is closed', async () => {
    const { fallbacks, settings, ...rest } = app.app.services.school
    expect(await rest.current()).toMatchObject({
      name: 'Our school',
      city: '',
      address: [],
      phone: '',
      email: '',
      upiId: '',
      mapQuery: '',
      courseRating: null,
      noTopics: '',
      copyrightYear: 2026,
      isOpen: false,
      parts: { hall: false, store: false, sampleShop: false, journal: false, popup: false },
    })
    expect(await fallbacks()).toEqual({
      texts: {},
      hours: [],
      hallPrices: {},
      impacts: [],
      instructors: [],
      testimonials: [],
    })
    expect((await settings()).settings).toMatchObject({ name: '', city: '', address: [], phone: '' })
  })
})

describe('the SCHOOL_ variables', () => {
  test.each([
    ['SCHOOL_SHOP_URL', 'javascript:alert(1)'],
    ['SCHOOL_SIGN_UP_URL', '//elsewhere.example'],
    ['SCHOOL_UPI_ID', 'no upi id'],
    ['SCHOOL_EMAIL', 'no address'],
    ['SCHOOL_POPUP_DAYS', '-1'],
    ['SCHOOL_NAME', 'x'.repeat(301)],
  ])('%s=%s stops the start with a sentence', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must .*\\.$`))
  })
})
