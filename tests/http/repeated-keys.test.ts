import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '../../contract/index.ts'
import { done } from '../../contract/primitives.ts'
import { onEachEngine } from '../harness/on-each-engine.ts'
import { addProduct } from '../harness/orders.ts'
import { addCourse, bookingBody, enrolmentBody, holdBody } from '../harness/seats.ts'
import { addDeliveryPlan, orderBody } from '../harness/store.ts'

/** Fields that only the sender knows: the sender's own details, or a secret. */
const ofTheSender = ['email', 'phone', 'token', 'ticket', 'sessionToken', 'response']

describe('the idempotency key of a public call', () => {
  const writes = endpoints.filter(({ access, method }) => access === 'public' && method !== 'GET')
  const fieldsOf = (schema: z.ZodMiniType | undefined) =>
    Object.keys(
      (schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as any).properties) ?? {},
    )
  /** Calls that only the holder of the cart's token can repeat (`server/domains/store/cart/cart.test.ts`). */
  const byCart = new Set(['POST /api/cart/items', 'DELETE /api/cart'])
  /** Calls whose answers the server does not keep. */
  const unkept = new Set([
    'POST /api/coupons/validate',
    'POST /api/auth/signout',
    'POST /api/auth/passkey/options',
  ])

  test.each(writes.map((one) => [`${one.method} ${one.path}`, one] as const))(
    'a caller who repeats %s must send something that only the first sender knows',
    (name, { params, body, response }) => {
      if (byCart.has(name) || unkept.has(name) || response === done) return
      const fields = [...fieldsOf(params), ...fieldsOf(body)]
      // An id in the address is random, so only somebody who knows the record knows the id.
      expect(fields.some((field) => field === 'id' || ofTheSender.includes(field))).toBe(true)
    },
  )
})

onEachEngine('an idempotency key in the hands of a stranger', (app) => {
  let courseId: string
  let productId: string
  let slotId: string
  beforeAll(async () => {
    slotId = (await addDeliveryPlan(app)).afternoon
    courseId = (await addCourse(app, { capacity: null })).id
    productId = await addProduct(app, 60)
  })

  test.each<[string, string, () => Record<string, unknown>]>([
    ['a seat', '/api/enrollments', () => enrolmentBody(courseId)],
    ['a held seat', '/api/seat-holds', () => holdBody(courseId)],
    ['a booking', '/api/events_enrollments', () => bookingBody(courseId)],
    ['an order', '/api/orders', () => orderBody({ slotId, lines: [{ productId, quantity: 1 }] })],
  ])(
    'a stranger with the idempotency key of %s is refused if any other detail is missing or wrong',
    async (_, path, bodyOf) => {
      const body = bodyOf()
      const headers = { 'Idempotency-Key': app.deps.ids.id() }
      const first = await app.http('POST', path, { body, headers })
      expect(first.status).toBe(201)
      const { id } = first.body.data ?? first.body
      expect(id).toEqual(expect.any(String))
      for (const field of Object.keys(body)) {
        if (typeof body[field] !== 'string') continue
        const { [field]: _known, ...others } = body
        for (const guess of [others, { ...others, [field]: `${body[field]}1` }]) {
          const answer = await app.http('POST', path, { body: guess, headers })
          expect([400, 409], field).toContain(answer.status)
          expect(answer.text, field).not.toContain(id)
        }
      }
      expect((await app.http('POST', path, { body, headers })).text).toBe(first.text)
    },
  )
})
