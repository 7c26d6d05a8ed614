import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { codeSentTo, lettersTo, wrongCode } from '../../../../tests/harness/letters.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addMs } from '../../../platform/clock.ts'
import {
  askerLettersADay,
  askerLettersAnHour,
  attemptsMax,
  codeMsMax,
  keptForNewAskers,
  letterFor,
  lettersMax,
  letterWindowMs,
  otherAttemptsMax,
} from './one-time-codes.ts'

const minute = 60_000
const hour = 60 * minute

describe('the e-mail for a forgotten password', () => {
  const nowMs = Date.parse('2026-03-02T06:30:00.000Z')
  const now = new Date(nowMs).toISOString()
  /** Makes `count` letters that `asker` caused `minutesAgo` minutes ago. */
  const letters = (
    asker: string,
    count: number,
    minutesAgo: number,
    purpose: 'reset-password' | 'sign-up' = 'reset-password',
  ) => Array.from({ length: count }, () => ({ asker, purpose, created_at: addMs(now, -minutesAgo * minute) }))
  /** Makes one letter for each of `networks` different networks. */
  const from = (networks: number, minutesAgo: number) =>
    Array.from({ length: networks }, (_, n) => letters(`network ${n}`, 1, minutesAgo)).flat()

  test.each([
    ['nobody has asked before', [], 'code'],
    ['the caller’s network caused four letters within the hour', letters('me', 4, 5), 'code'],
    ['the caller’s network caused five letters within the hour', letters('me', 5, 5), 'none'],
    ['the caller’s network caused five letters, the last an hour ago', letters('me', 5, 60), 'code'],
    ['the caller’s network caused ten letters today, the last two hours ago', letters('me', 10, 120), 'link'],
    [
      'the caller’s network caused ten letters today, the last half an hour ago',
      letters('me', 10, 30),
      'none',
    ],
    ['another network used up its letters', letters('other', 10, 5), 'code'],
    [
      'the letters for everybody are used up, and the caller’s network caused one of them five minutes ago',
      [...from(9, 5), ...letters('me', 1, 5)],
      'none',
    ],
    [
      'the letters for everybody are used up, and the caller’s network caused one a quarter of an hour ago',
      [...from(9, 15), ...letters('me', 1, 15)],
      'link',
    ],
    [
      'the letters for everybody are used up, and the caller’s network is new',
      from(lettersMax - keptForNewAskers, 5),
      'code',
    ],
    [
      'one of the letters kept for new networks is left, and the caller’s network is new',
      from(lettersMax - 1, 5),
      'code',
    ],
    ['all letters were used up a minute ago', from(lettersMax, 1), 'none'],
    ['all letters were used up ten minutes ago', from(lettersMax, 10), 'link'],
    ['a thousand networks used up all letters ten minutes ago', from(1000, 10), 'link'],
    [
      'sign-ups, which have no link, used up all letters a minute ago',
      letters('x', 20, 1, 'sign-up'),
      'link',
    ],
    ['all letters were used up six hours ago', from(lettersMax, 360), 'code'],
    [
      'earlier letters have no network on record',
      [{ asker: null, purpose: 'reset-password' as const, created_at: now }],
      'code',
    ],
  ])(
    'an address gets a letter with a code, with a link, or no letter, when %s (row %#)',
    (_, earlier, expected) => {
      expect(letterFor(earlier, 'me', nowMs)).toBe(expected)
    },
  )

  test('however many networks ask, an address never waits more than ten minutes for an e-mail that resets the password', () => {
    const sent: ReturnType<typeof letters> = []
    let codes = 0
    for (let minutes = 0; minutes < 12 * 60; minutes++) {
      const at = nowMs + minutes * minute
      const since = (ms: number) => sent.filter(({ created_at }) => Date.parse(created_at) > at - ms)
      // Each minute, two networks ask that have not asked before.
      for (const n of [1, 2]) {
        const asker = `network ${minutes} ${n}`
        const kind = letterFor(since(24 * hour), asker, at)
        if (kind === 'code') codes++
        if (kind !== 'none') {
          sent.push({ asker, purpose: 'reset-password', created_at: new Date(at).toISOString() })
        }
      }
      expect(since(codeMsMax).length).toBeGreaterThan(0)
    }
    // Each code allows a few guesses, so a limit on codes limits the guesses in half a day.
    expect(codes).toBeLessThanOrEqual(2 * lettersMax)
    expect(sent.length).toBeLessThan(120)
  })

  test('one network causes only a few e-mails, however often it asks', () => {
    const sent: ReturnType<typeof letters> = []
    let codes = 0
    for (let minutes = 0; minutes < 24 * 60; minutes++) {
      const at = nowMs + minutes * minute
      const kind = letterFor(sent, 'me', at)
      if (kind === 'code') codes++
      if (kind !== 'none') {
        sent.push({ asker: 'me', purpose: 'reset-password', created_at: new Date(at).toISOString() })
      }
    }
    expect(codes).toBe(askerLettersADay)
    expect(sent.length).toBeLessThanOrEqual(askerLettersADay + 24)
  })
})

onEachEngine('the limits on requests for codes, by network', { env: { TRUST_PROXY: '1' } }, (app) => {
  beforeEach(() => app.deps.clock.advance(24 * hour))

  const post = (path: string, body: object, ip = '203.0.113.1') =>
    app.http('POST', path, { body, headers: { 'x-forwarded-for': ip } })
  const forgot = async (email: string, ip?: string) => {
    const answer = await post('/api/auth/forgot-password', { email }, ip)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.ticket as string
  }
  const verify = (ticket: string, code: string) => post('/api/auth/verify-otp', { ticket, code })
  const reset = (ticket: string, password: string) => post('/api/auth/reset-password', { ticket, password })
  const user = async () => {
    const one = await signedIn(app, 'user')
    await app.db.write.updateTable('user').set({ emailVerified: 1 }).where('id', '=', one.userId).execute()
    return one
  }
  const codesTo = async (email: string) =>
    (await lettersTo(app, email))
      .filter(({ template }) => template === 'one-time-code')
      .map(({ data }) => data)
  const network = (n: number) => `198.${Math.floor(n / 250) + 18}.${n % 250}.7`

  test('a network uses up only its own limit of e-mails, and may cause more e-mails an hour later', async () => {
    const { email } = await user()
    for (let count = 0; count < askerLettersAnHour + 3; count++) await forgot(email, '192.0.2.1')
    expect(await codesTo(email)).toHaveLength(askerLettersAnHour)
    const ticket = await forgot(email, '192.0.2.2')
    expect(await codesTo(email)).toHaveLength(askerLettersAnHour + 1)
    expect((await verify(ticket, await codeSentTo(app, email))).status).toBe(200)
    app.deps.clock.advance(hour)
    await forgot(email, '192.0.2.1')
    expect(await codesTo(email)).toHaveLength(askerLettersAnHour + 2)
  })

  test('all addresses of one IPv6 customer count as the same network', async () => {
    const { email } = await user()
    for (let count = 0; count < 9; count++) await forgot(email, `2001:db8:1:2::${count + 1}`)
    expect(await codesTo(email)).toHaveLength(askerLettersAnHour)
    await forgot(email, '2001:db8:1:3::1')
    expect(await codesTo(email)).toHaveLength(askerLettersAnHour + 1)
  })

  test('the limit of e-mails holds however many networks ask, and the account’s owner can still set a password', async () => {
    const { email } = await user()
    await Promise.all(Array.from({ length: 40 }, (_, n) => forgot(email, network(n))))
    const letters = await codesTo(email)
    expect(letters).toHaveLength(lettersMax)
    // The owner's request exceeds the limit, so no letter is sent. The owner uses the link in a letter that somebody
    // else requested.
    await forgot(email, '192.0.2.9')
    expect(await codesTo(email)).toHaveLength(lettersMax)
    const link = String(letters.at(-1)?.['link'])
    expect((await reset(link, 'jasmine at six o’clock')).status).toBe(200)
    const signIn = await post('/api/auth/signin', { email, password: 'jasmine at six o’clock' })
    expect(signIn.status).toBe(200)
    // The links of all letters are refused from now on.
    for (const other of letters)
      expect((await reset(String(other['link']), 'a thief’s password')).status).toBe(400)
  })

  test('during an attack an account’s owner gets an e-mail with a link and without a code every ten minutes', async () => {
    const { email } = await user()
    for (let n = 0; n < 30; n++) await forgot(email, network(n))
    app.deps.clock.advance(codeMsMax)
    await forgot(email, network(99))
    const letters = await codesTo(email)
    expect(letters).toHaveLength(lettersMax + 1)
    expect(letters.at(-1)).toMatchObject({ code: null, link: expect.stringMatching(/^[\w-]{22}$/) })
    expect((await reset(String(letters.at(-1)?.['link']), 'jasmine at six o’clock')).status).toBe(200)
  })

  test('the newest mailed code works with the ticket of a later request that sent no e-mail', async () => {
    const { email } = await user()
    let ticket = ''
    for (let count = 0; count < askerLettersAnHour + 1; count++) {
      app.deps.clock.advance(1000)
      ticket = await forgot(email)
    }
    expect(await codesTo(email)).toHaveLength(askerLettersAnHour)
    expect((await verify(ticket, await codeSentTo(app, email))).status).toBe(200)
    expect((await reset(ticket, 'jasmine at six o’clock')).status).toBe(200)
  })

  test('each mailed code works for ten minutes, even if somebody asks for another code in the meantime', async () => {
    const { email } = await user()
    const first = await forgot(email)
    const code = await codeSentTo(app, email)
    app.deps.clock.advance(1000)
    const second = await forgot(email)
    await forgot(email, '192.0.2.77')
    // The person types the code of a late letter on the page of the second request.
    expect((await verify(second, code)).status).toBe(200)
    expect((await verify(first, code)).status).toBe(200)
    app.deps.clock.advance(codeMsMax - 1000)
    expect((await verify(second, code)).status).toBe(400)
  })

  test('a code does not work with the ticket of another network, another account or a sign-up', async () => {
    const { email } = await user()
    const somebody = await user()
    await forgot(email)
    const code = await codeSentTo(app, email)
    const theirs = await forgot(email, '192.0.2.88')
    const other = await forgot(somebody.email)
    const signUp = await post('/api/auth/signup', {
      firstname: 'Meena',
      email,
      password: 'ten letters or more',
    })
    for (const ticket of [theirs, other, signUp.body.data.ticket]) {
      expect((await verify(ticket, code)).body.code).toBe('code_invalid')
    }
  })

  test('wrong guesses are counted across all tickets of a network, and do not use up the tries of the code’s own ticket', async () => {
    const { email } = await user()
    const own = await forgot(email)
    const code = await codeSentTo(app, email)
    const others = await Promise.all(Array.from({ length: 8 }, () => forgot(email)))
    const guesses = await Promise.all(
      others.flatMap((ticket) => [0, 1].map(() => verify(ticket, wrongCode(code)))),
    )
    expect(guesses.map(({ status }) => status)).toEqual(Array(16).fill(400))
    const [row] = await app.db.read
      .selectFrom('one_time_code')
      .select(['tries', 'other_tries'])
      .where('email', '=', email)
      .where('code_hash', 'is not', null)
      .orderBy('tries')
      .execute()
    expect(row).toEqual({ tries: 0, other_tries: otherAttemptsMax })
    const [late = ''] = others
    expect((await verify(late, code)).status).toBe(400)
    expect((await verify(own, code)).status).toBe(200)
  })

  test('forgotten password responds alike for known and unknown e-mail addresses, below and beyond every limit', async () => {
    const { email } = await user()
    const seen = []
    for (const address of [email, `un${email}`]) {
      const answers: unknown[] = []
      for (let n = 0; n < 24; n++) {
        answers.push(shapeOf(await post('/api/auth/forgot-password', { email: address }, network(n))))
      }
      let ticket = ''
      for (let count = 0; count < 7; count++) ticket = await forgot(address, '192.0.2.3')
      for (let count = 0; count <= attemptsMax; count++) answers.push(shapeOf(await verify(ticket, '000000')))
      seen.push(answers)
    }
    expect(seen[1]).toEqual(seen[0])
  })

  test('the mailed link resets the password once, within ten minutes; the request’s ticket alone cannot', async () => {
    const { email, token } = await user()
    const linkOf = async () => String((await codesTo(email)).at(-1)?.['link'])
    const asking = await forgot(email)
    const link = await linkOf()
    expect((await reset(asking, 'a thief’s password')).body.code).toBe('code_expired')
    expect((await reset(link, 'short')).body.fields).toEqual({
      password: 'Use at least 10 characters',
    })
    const answers = await Promise.all(
      ['the first of three', 'the second of three', 'the third of three'].map((one) => reset(link, one)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect((await app.http('GET', '/api/auth/user', { token })).status).toBe(401)
    expect((await verify(asking, await codeSentTo(app, email))).status).toBe(400)

    app.deps.clock.advance(1000)
    await forgot(email)
    const late = await linkOf()
    app.deps.clock.advance(codeMsMax)
    expect((await reset(late, 'jasmine at six o’clock')).body.code).toBe('code_expired')
  })

  test('changing the password in the profile makes earlier reset links invalid', async () => {
    const { email, password, token } = await user()
    await forgot(email)
    const link = String((await codesTo(email)).at(-1)?.['link'])
    const changed = await app.http('POST', '/api/profile/change-password', {
      token,
      body: { currentPassword: password, newPassword: 'jasmine at six o’clock' },
    })
    expect(changed.status, changed.text).toBe(200)
    expect((await reset(link, 'a thief’s password')).body.code).toBe('code_expired')
  })

  test('no row of the database contains the IP address that asked for a code', async () => {
    const { email } = await user()
    await forgot(email, '192.0.2.41')
    const rows = await Promise.all(
      (['one_time_code', 'letter_count', 'outbox'] as const).map((table) =>
        app.db.read.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(rows)).not.toContain('192.0.2.')
    const [row] = await app.db.read
      .selectFrom('one_time_code')
      .select('asker')
      .where('email', '=', email)
      .where('has_letter', '=', 1)
      .execute()
    expect(row?.asker).toBe(app.deps.seal.fingerprint('asker 192.0.2.41'))
  })
})

/** Returns the parts of an answer by which an outsider could distinguish it from another answer. */
function shapeOf({ status, body, text }: Answer) {
  const { requestId: _, data: __, ...rest } = body
  return { status, length: text.length, body: rest }
}

test('the limit of e-mails for new networks is lower than the limit for all networks', () => {
  expect(keptForNewAskers).toBeLessThan(lettersMax)
  expect(letterWindowMs).toBeGreaterThan(codeMsMax)
})
