import { describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { authorise, bearerToken, isForAll } from './access.ts'
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
  const user = { usertype: 'user', role: null, lacksSecondFactor: false }
  const staff = { usertype: 'admin', role: 'manager', lacksSecondFactor: false }
  const owner = { ...staff, role: 'owner' }
  const halfOwner = { ...owner, lacksSecondFactor: true }
  const callers = { user, staff, owner, halfOwner } as unknown as Record<string, Caller>
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
        staff: 'forbidden',
        owner: 'in',
        halfOwner: 'second_factor_required',
      },
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

  test('a call without a token reads no caller from the database', async () => {
    const nobody = () => Promise.reject(new Error('looked'))
    expect(await authorise(endpoint({}), null, nobody, 0)).toBeNull()
  })
})
