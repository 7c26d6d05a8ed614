import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { namingOf, partsOf, rightToName } from '../../contract/named-records.ts'
import { hasRight, staffRoles } from '../../contract/rights.ts'
import { signedIn } from '../harness/callers.ts'
import { onSqlite } from '../harness/on-each-engine.ts'
import { addProduct } from '../harness/orders.ts'
import { addCourse, enrol } from '../harness/seats.ts'
import { addDeliveryPlan, orderBody } from '../harness/store.ts'

type Schema = NonNullable<AnyEndpoint['body']>

/** Fields with this ending contain ids of other records. */
const namesAnother = /(Id|Ids)$/

/** Fields with the ending of an id that name no record. */
const others: Record<string, string> = {
  upiId: 'where money goes',
  rawId: 'a key of the browser',
}

/** Lists the fields of an input that look like the id of another record and declare no kind. */
function undeclared(schema: Schema): string[] {
  const found: string[] = []
  const isDeclared = (one: Schema, depth = 0): boolean =>
    namingOf(one) !== undefined ||
    (depth < 6 && [...partsOf(one, [null])].some(([, part]) => isDeclared(part as Schema, depth + 1)))
  const look = (one: Schema, depth: number) => {
    const fields = namingOf(one)?.fields ?? []
    for (const [name, part] of partsOf(one, [null])) {
      const isNamed = name === '' || fields.includes(name) || name in others
      if (!isNamed && namesAnother.test(name) && !isDeclared(part as Schema)) found.push(name)
      if (depth < 8) look(part as Schema, depth + 1)
    }
  }
  look(schema, 0)
  return found
}

test('every endpoint of staff that takes a record’s id declares the kind of that record', () => {
  const missing = endpoints
    .filter(({ access }) => access === 'admin')
    .flatMap((one) =>
      [one.params, one.query, one.body]
        .flatMap((schema) => (schema ? undeclared(schema as Schema) : []))
        .map((name) => `${one.method} ${one.path}: ${name}`),
    )
  expect(missing).toEqual([])
})

test('the owner has every right that an endpoint demands for a record named in a call', () => {
  for (const right of Object.values(rightToName)) {
    expect(staffRoles.filter((role) => hasRight(role, right))).toContain('owner')
  }
})

onSqlite('records that a role may not see', (app) => {
  let desk: string
  let owner: string
  let seat: { id: string }
  let orderId: string
  beforeAll(async () => {
    desk = (await signedIn(app, 'front-desk')).token
    owner = (await signedIn(app, 'owner')).token
    seat = await enrol(app, (await addCourse(app)).id)
    const lines = [{ productId: await addProduct(app, 5), quantity: 1 }]
    const body = orderBody({ slotId: (await addDeliveryPlan(app)).afternoon, lines })
    orderId = (await app.http('POST', '/api/orders', { body })).body.data.id
  })

  const joins = () => app.db.read.selectFrom('person_link').select('id').execute()
  const join = (token: string, kind: string, id: string) =>
    app.http('POST', '/api/admin/people/joined', {
      token,
      body: { one: { kind: 'seat', id: seat.id }, other: { kind, id } },
    })

  test('the front desk cannot join a seat and an order as one person, whether the order exists or not', async () => {
    for (const id of [orderId, 'not-there']) {
      expect((await join(desk, 'order', id)).status).toBe(403)
    }
    expect(await joins()).toEqual([])
    expect((await app.http('GET', `/api/admin/people/order/${orderId}`, { token: desk })).status).toBe(403)
  })

  test('the front desk cannot undo a join that the owner made', async () => {
    const made = await join(owner, 'order', orderId)
    expect(made.status, made.text).toBe(201)
    const undo = (token: string) =>
      app.http('DELETE', `/api/admin/people/joined/${made.body.data.id}`, { token })
    expect((await undo(desk)).status).toBe(403)
    expect(await joins()).toHaveLength(1)
    expect((await undo(owner)).status).toBe(200)
    expect(await joins()).toEqual([])
  })

  describe('calls about a kind of record that the front desk may not see', () => {
    test.each<[string, string, () => string]>([
      ['the money of an order', 'GET', () => `/api/admin/money/of/order/${orderId}`],
      ['a deleted product', 'POST', () => '/api/admin/bin/product/any/restore'],
      ['a deleted coupon', 'POST', () => '/api/admin/bin/coupon/any/restore'],
    ])('the front desk cannot reach %s, and the owner can', async (_, method, address) => {
      expect((await app.http(method, address(), { token: desk })).status).toBe(403)
      expect((await app.http(method, address(), { token: owner })).status).not.toBe(403)
    })
  })
})
