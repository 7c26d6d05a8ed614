import { beforeEach, expect, test } from 'vitest'
import type { StatementLine } from '../../contract/money/money.ts'
import { signedIn } from '../../tests/harness/callers.ts'
import { onSqlite } from '../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../tests/harness/orders.ts'
import { addCourse, enrol, enrolmentBody, hold } from '../../tests/harness/seats.ts'
import { storeSettings } from '../../tests/harness/settings.ts'
import { addDeliveryPlan, buyerOf } from '../../tests/harness/store.ts'
import { referencePrefixOf, referencesOf } from './references.ts'

test.each([
  ['Neela', 'NEE'],
  ['Malar – School of Floral Design', 'MAL'],
  ['5 Petals', 'PET'],
  ['Élan', 'ELA'],
  ['The Flower Room', 'FLO'],
  ['Theo’s Flowers', 'THE'],
  ['B & B', 'REF'],
  ['பூந்தோட்டம்', 'PUN'],
  ['花の学校', 'REF'],
  ['💐', 'REF'],
  ['', 'REF'],
])('references of the school “%s” begin with %s', (name, prefix) =>
  expect(referencePrefixOf(name)).toBe(prefix),
)

const own = {
  isOwnSchool: true,
  freshForEachTest: true,
  env: { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'neela@bank' },
} as const

onSqlite('the references of a school of its own', own, (app) => {
  let token = ''
  beforeEach(async () => {
    token = (await signedIn(app, 'owner')).token
  })
  const change = (body: object) => app.http('PUT', '/api/admin/school-settings', { token, body })
  const rename = async (name: string) => expect((await change({ name })).status).toBe(200)
  const next = async () => (await referencesOf(app.db.read, app.deps))()

  test('the first name that staff store decides the prefix, and a later name changes nothing', async () => {
    expect(await next()).toMatch(/^REF-/)
    await rename('Neela')
    expect(await next()).toMatch(/^NEE-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    await rename('Poonga')
    expect(await next()).toMatch(/^NEE-/)
  })

  test('a school that was named before schools had prefixes gets the letters of that name', async () => {
    await storeSettings(app, { name: 'Poonga' })
    expect(await next()).toMatch(/^POO-/)
    await rename('Neela')
    expect(await next()).toMatch(/^POO-/)
  })

  test('neither a call nor a damaged row gives a school another prefix', async () => {
    await rename('Neela')
    await change({ referencePrefix: 'XYZ' })
    expect(await next()).toMatch(/^NEE-/)
    await storeSettings(app, { referencePrefix: '.*' })
    expect(await next()).toMatch(/^NEE-/)
  })

  test('seats, guests, holds, requests and orders get the school’s prefix', async () => {
    await storeSettings(app, { isOpen: 'true', hasStore: 'true' })
    await rename('Neela')
    const { id } = await addCourse(app)
    await enrol(app, id, { others: [{ fullName: 'Kayal Devi' }] })
    await hold(app, id)
    const slotId = (await addDeliveryPlan(app)).afternoon
    const lines = [{ productId: await addProduct(app, 5), quantity: 1 }]
    const order = await buyerOf(app, () => ({ slotId, lines })).place()
    await storeSettings(app, { confirmFirst: 'true' })
    await app.http('POST', '/api/enrollments', { body: enrolmentBody(id, { email: 'asked@mail.example' }) })
    const seats = await app.db.read.selectFrom('registration').select(['status', 'reference']).execute()
    expect(seats.map(({ status }) => status).sort()).toEqual(['asked', 'held', 'pending', 'pending'])
    for (const reference of [order.ordernumber, ...seats.map((seat) => seat.reference)])
      expect(reference).toMatch(/^NEE-/)
  })

  test('a bank statement finds references with the school’s prefix, and those of earlier versions', async () => {
    await storeSettings(app, { isOpen: 'true' })
    const { id } = await addCourse(app)
    const before = await enrol(app, id, { email: 'before@mail.example' })
    await app.db.write
      .updateTable('registration')
      .set({ reference: 'MAL-7K3F-9QXD' })
      .where('id', '=', before.id)
      .execute()
    const unnamed = await enrol(app, id, { email: 'unnamed@mail.example' })
    await rename('Neela')
    const named = await enrol(app, id, { email: 'named@mail.example' })
    expect(unnamed.reference).toMatch(/^REF-/)
    expect(named.reference).toMatch(/^NEE-/)
    const rows = ['MAL-7K3F-9QXD', unnamed.reference, named.reference].map((reference, n) => ({
      day: '2026-03-02',
      description: `UPI/${reference.replaceAll('-', '')}/SOMEBODY`,
      reference: `60721234567${n}`,
      // Nobody owes this sum, so only the reference leads to the seat.
      amount: '12000.00',
    }))
    await app.http('POST', '/api/admin/money/statements', { token, body: { fileName: 'march.csv', rows } })
    const lines = (await app.http('GET', '/api/admin/money/lines?status=all', { token })).body
      .data as StatementLine[]
    const found = lines.map(({ suggestion }) => suggestion?.target.id)
    expect(found.toSorted()).toEqual([before.id, unnamed.id, named.id].toSorted())
  })
})
