import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { recordId } from '../../contract/named-records.ts'
import { authorise, bearerToken, isForAll, requireNamed } from './access.ts'
import type { Caller } from './context.ts'

const endpoint = (facts: Partial<AnyEndpoint>) =>
  ({ method: 'GET', access: 'public', ...facts }) as AnyEndpoint

test.each([
  ['Bearer abc', 'abc'],
  ['bearer abc.def-_~', 'abc.def-_~'],
  [`Bearer ${'x'.repeat(512)}`, 'x'.repeat(512)],
  [`Bearer ${'x'.repeat(513)}`, null],
  ['Bearer ', null],
  ['Bearer a b', null],
  ['Basic abc', null],
  ['xBearer abc', null],
  ['', null],
  [undefined, null],
])('the Authorization header %j carries the token %j', (header, token) =>
  expect(bearerToken(header)).toBe(token),
)

test.each([
  [{}, true],
  [{ variesByCaller: true }, false],
  [{ method: 'POST' }, false],
  [{ access: 'user' }, false],
  [{ access: 'admin' }, false],
] as const)('an endpoint declared with %j answers all callers alike: %s', (facts, expected) => {
  expect(isForAll(endpoint(facts))).toBe(expected)
})

describe('the access check of an endpoint', () => {
  const user = { usertype: 'user', role: 'none', lacksSecondFactor: false, confirmedAt: null }
  const staff = { ...user, usertype: 'admin', role: 'manager' }
  const owner = { ...staff, role: 'owner' }
  const formerOwner = { ...user, role: 'owner' }
  const halfOwner = { ...owner, lacksSecondFactor: true }
  const confirmed = { ...owner, confirmedAt: new Date(0).toISOString() }
  const callers = { user, staff, owner, formerOwner, halfOwner, confirmed } as unknown as Record<
    string,
    Caller
  >
  const open = { opensWithoutSecondFactor: true }

  test.each([
    [{}, { nobody: null, forged: null, user: 'in', staff: 'in', owner: 'in', halfOwner: null }],
    [
      { access: 'user' },
      { nobody: 'unauthenticated', forged: 'unauthenticated', user: 'in', staff: 'in', halfOwner: 'in' },
    ],
    [
      { access: 'admin', right: 'classes' },
      {
        nobody: 'unauthenticated',
        forged: 'unauthenticated',
        user: 'forbidden',
        staff: 'in',
        owner: 'in',
        halfOwner: 'second_factor_required',
      },
    ],
    [
      { access: 'admin', right: 'accounts' },
      {
        nobody: 'unauthenticated',
        user: 'forbidden',
        formerOwner: 'forbidden',
        staff: 'forbidden',
        owner: 'in',
        halfOwner: 'second_factor_required',
      },
    ],
    [{ access: 'admin' }, { staff: 'forbidden', owner: 'forbidden' }],
    [
      { access: 'admin', right: 'accounts', confirms: 'password' },
      { staff: 'forbidden', owner: 'confirmation_needed', confirmed: 'in' },
    ],
    [
      { access: 'admin', right: 'back-office', ...open },
      { user: 'forbidden', staff: 'in', halfOwner: 'in' },
    ],
    [
      { access: 'admin', right: 'accounts', ...open },
      { staff: 'forbidden', halfOwner: 'in' },
    ],
  ] as const)(
    'an endpoint declared with %j admits and refuses the expected callers',
    async (facts, expected) => {
      for (const [who, outcome] of Object.entries(expected)) {
        const token = who === 'nobody' ? null : who
        const answer = await authorise(
          endpoint(facts as Partial<AnyEndpoint>),
          token,
          async (given) => callers[given] ?? null,
          0,
        ).then(
          (caller) => (caller === null ? null : caller === callers[who] ? 'in' : 'another'),
          ({ code }) => code,
        )
        expect(answer, who).toBe(outcome)
      }
    },
  )

  test.each([
    [{ access: 'admin', method: 'GET' }, false],
    [{ access: 'admin', method: 'PUT' }, true],
    [{ access: 'admin', method: 'GET', confirms: 'password' }, true],
    [{ access: 'user', method: 'PUT' }, false],
  ] as const)(
    'a call of an endpoint declared with %j reads its caller from the database again: %s',
    async (facts, isFresh) => {
      const asked: unknown[] = []
      const confirmedAt = new Date(0).toISOString()
      const find = async (_: string, options: unknown) => {
        asked.push(options)
        return { ...callers['owner'], confirmedAt } as Caller
      }
      await authorise(endpoint({ right: 'back-office', ...facts }), 'owner', find, 0)
      expect(asked).toEqual([{ isFresh }])
    },
  )

  test('a call without a token does not look up a caller in the database', async () => {
    const nobody = () => Promise.reject(new Error('looked'))
    expect(await authorise(endpoint({}), null, nobody, 0)).toBeNull()
  })
})

describe('the records that a request names by their ids', () => {
  const seat = z.object({ id: recordId('seat') })
  const charge = z.object({ id: recordId('order-charge') })
  const one = { id: 'one' }
  const input = { params: one, query: one, body: one }

  test.each([
    ['the front desk may name a seat', { access: 'admin', params: seat }, 'front-desk', null],
    ['a florist may not name a seat in the path', { access: 'admin', params: seat }, 'florist', 'forbidden'],
    ['a florist may not name a seat in the query', { access: 'admin', query: seat }, 'florist', 'forbidden'],
    ['a florist may not name a seat in the body', { access: 'admin', body: seat }, 'florist', 'forbidden'],
    [
      'the front desk may not name a charge of an order together with a seat',
      { access: 'admin', params: seat, body: charge },
      'front-desk',
      'forbidden',
    ],
    ['staff without a role may not name a seat', { access: 'admin', params: seat }, 'none', 'forbidden'],
    [
      'a visitor may not name a seat to the back office',
      { access: 'admin', params: seat },
      null,
      'forbidden',
    ],
    ['a florist may send a request that names no record', { access: 'admin' }, 'florist', null],
    ['a visitor may name a seat to an endpoint for visitors', { access: 'public', params: seat }, null, null],
  ] as const)('%s', (_, facts, role, code) => {
    const caller = role === null ? null : ({ role } as Caller)
    const check = () => requireNamed(endpoint(facts as Partial<AnyEndpoint>), input, caller)
    if (code === null) expect(check).not.toThrow()
    else expect(check).toThrow(expect.objectContaining({ code }))
  })
})
