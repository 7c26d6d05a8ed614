import { describe, expect, test } from 'vitest'
import { noFallbacks } from '../../../contract/school/fallbacks.ts'
import { onSqlite } from '../../../tests/harness/on-each-engine.ts'
import { readConfig } from '../../config.ts'

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
        isDemonstration: false,
        simulatedPayments: true,
        pictures: { logo: null },
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
    expect(await fallbacks()).toEqual(noFallbacks)
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
