import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailServerForm } from '../../../../contract/school/mail-server.ts'
import {
  type CallOptions,
  startApp,
  type TestApp,
  type TestAppOptions,
} from '../../../../tests/harness/app.ts'
import { lastConfirmed, type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { lettersTo } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine, onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addUndatedCourse, enrol } from '../../../../tests/harness/seats.ts'
import { storeSettings } from '../../../../tests/harness/settings.ts'
import { createMetrics } from '../../../http/metrics.ts'
import { createChatFolder } from '../../../platform/chat.ts'
import {
  attemptsMax,
  sendDueMessages,
  startOutboxWorker,
  untriedMsMax,
} from '../../../platform/outbox-worker.ts'
import { createSeal } from '../../../platform/seal.ts'
import { createSmtp } from '../../../platform/smtp.ts'
import { certificate } from '../../../platform/smtp-certificate.fixture.ts'
import { startPeer } from '../../../platform/smtp-peer.fixture.ts'
import { confirmedForMs } from '../../../platform/staff-rights.ts'
import { createWatchingReport } from '../../../reports/watching/watching.report.ts'
import { contactReceived } from '../../people/subscriptions/subscriptions.letters.ts'
import { changesAnHourMax, trialsAnHourMax } from './mail-server.service.ts'

const path = '/api/admin/mail-server'
const trialPath = `${path}/trial`
const password = 'süße Blumen & %41'
const form = { host: 'smtp.one.example', port: 587, tls: 'starttls', user: 'malar', password, email: '' }

type Peer = Awaited<ReturnType<typeof startPeer>>
/** The ports on `localhost` of the test servers, by the host names in the settings. Nothing listens for other names. */
const portOf = new Map<string, number>()
const connectMail: TestAppOptions['connectMail'] = (settings) =>
  createSmtp({ ...settings, host: 'localhost', port: portOf.get(settings.host) ?? 1 }, certificate.cert)
const env = { SCHOOL_EMAIL: 'hello@malar.example' }

let one: Peer
let two: Peer
beforeAll(async () => {
  ;[one, two] = [await startPeer(), await startPeer()]
  portOf.set('smtp.one.example', one.port)
  portOf.set('smtp.two.example', two.port)
})
afterAll(() => Promise.all([one.stop(), two.stop()]))
beforeEach(() => {
  for (const { received } of [one, two]) received.length = 0
})

function deskOf(app: TestApp) {
  const call = (who: SignedIn | null, method: string, at: string, body?: CallOptions['body']) =>
    app.http(method, at, { token: who?.token ?? null, ...(body === undefined ? {} : { body }) })
  const stored = async () =>
    (
      await app.db.read
        .selectFrom('setting')
        .select('value')
        .where('name', '=', 'mail-server')
        .executeTakeFirst()
    )?.value
  return {
    call,
    stored,
    read: async (who: SignedIn) => (await call(who, 'GET', path)).body.data,
    put: (who: SignedIn | null, body: object) => call(who, 'PUT', path, body),
    sendTrial: (who: SignedIn | null, body: object = {}) => call(who, 'POST', trialPath, body),
    /** Writes a value that the back office would refuse into the stored row. */
    async damage(value: string) {
      await app.db.transaction(async (tx) => {
        await tx.updateTable('setting').set({ value }).where('name', '=', 'mail-server').execute()
        await app.db.changes.mark(tx, 'mail-server')
      })
    },
    entries: () =>
      app.db.read
        .selectFrom('audit_entry')
        .select(['actor_email', 'changes'])
        .where('kind', '=', 'school-setting')
        .orderBy('at')
        .execute(),
    async tell(cause: string, email = 'meena@mail.example') {
      const words = contactReceived({ name: 'Meena' })
      await app.db.transaction((tx) => app.deps.outbox.tell(tx, { to: { email }, cause, words }))
      return () =>
        app.db.read
          .selectFrom('outbox')
          .select(['status', 'attempts', 'last_error'])
          .where('cause', '=', cause)
          .executeTakeFirstOrThrow()
    },
  }
}

const workOf = (app: TestApp) => ({
  ...app.deps,
  mail: app.app.services.mailServer.sender,
  chat: createChatFolder(app.folder),
  findSender: () => app.app.services.school.sender(),
})
async function sendAll(app: TestApp): Promise<void> {
  app.deps.clock.advance(2_000)
  while ((await sendDueMessages(workOf(app))) > 0);
}

const receivedBy = ({ received }: Peer) => received.map(({ to, user, secure }) => [...to, user, secure])

onSqlite('the mail server: rights and refusals', { env, connectMail }, (app) => {
  const { owner, staff } = callers(app, 'owner', 'staff')

  test('the mail server is read by owners only, and changed or tried only by an owner who gave the password again', async () => {
    const { call, put, sendTrial, stored } = deskOf(app)
    for (const [method, at] of [
      ['GET', path],
      ['PUT', path],
      ['POST', trialPath],
    ] as const) {
      const body = method === 'GET' ? undefined : form
      expect((await call(null, method, at, body)).status).toBe(401)
      for (const who of ['user', 'front-desk', 'instructor', 'florist'] as const) {
        expect((await call(await signedIn(app, who), method, at, body)).status, who).toBe(403)
      }
      expect((await call(staff, method, at, body)).status).toBe(403)
    }
    const late = await signedIn(app, 'owner')
    await lastConfirmed(app, late, confirmedForMs)
    for (const answer of [await put(late, form), await sendTrial(late)])
      expect([answer.status, answer.body.code]).toEqual([403, 'confirmation_needed'])
    expect(await stored()).toBeUndefined()
    expect(one.received).toEqual([])
  })

  const host = 'Enter the name of your e-mail server, such as smtp.example.com'
  const port = 'Choose one of these ports: 587, 465, 25 or 2525'
  const needed = 'Enter the password that belongs to this server and user name'
  test.each([
    [{ host: '' }, 'host', host],
    [{ host: 'https://smtp.example.com' }, 'host', host],
    [{ host: 'smtp.example.com:587' }, 'host', host],
    [{ host: 'smtp.example.com/\r\nRCPT' }, 'host', host],
    [{ host: 'x'.repeat(254) }, 'host', host],
    [{ port: 22 }, 'port', port],
    [{ port: 6379 }, 'port', port],
    [{ port: '587' }, 'port', port],
    [{ tls: 'perhaps' }, 'tls', 'Choose how the connection is encrypted'],
    [{ port: 465 }, 'tls', 'Port 465 needs TLS from the start'],
    [{ tls: 'none' }, 'tls', 'A password is only sent over an encrypted connection'],
    [
      { tls: 'none', user: '', password: '' },
      'tls',
      'E-mails are only sent unencrypted to a server on this machine, such as localhost',
    ],
    [{ user: '' }, 'user', 'Enter the user name that belongs to this password'],
    [{ user: 'x'.repeat(255) }, 'user', 'Use at most 254 characters'],
    [{ user: 'malar\r\nQUIT' }, 'user', 'Write this on one line, without hidden characters'],
    [{ password: undefined }, 'password', needed],
    [{ password: '' }, 'password', needed],
    [{ password: 'x'.repeat(201) }, 'password', 'Use at most 200 characters'],
    [{ email: 'the school' }, 'email', 'Please enter a valid email address'],
  ])(
    'a mail server with %j is refused with a sentence at its field, and nothing is stored',
    async (wrong, field, sentence) => {
      const { put, stored } = deskOf(app)
      const answer = await put(owner, { ...form, ...wrong })
      expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }])
      expect(answer.text).not.toContain(password)
      expect(await stored()).toBeUndefined()
    },
  )

  test.each(['localhost', '127.0.0.1', '::1'])(
    'a mail server on %s may be used without encryption',
    async (host) => {
      const bare = mailServerForm.safeParse({ ...form, host, tls: 'none', user: '', password: '' })
      expect(bare.success).toBe(true)
    },
  )

  test('a trial e-mail without a mail server is refused', async () => {
    const { sendTrial } = deskOf(app)
    const answer = await sendTrial(owner)
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'There’s no e-mail server yet. Enter it and save it first.',
    ])
  })
})

onEachEngine(
  'the mail server of the settings',
  { env, connectMail, freshForEachTest: true },
  (app, engine) => {
    let owner: SignedIn
    beforeEach(async () => {
      owner = await signedIn(app, 'owner')
    })

    test('e-mails go through a saved mail server with its password, and every owner gets an e-mail about the change', async () => {
      const { put, read, entries, tell } = deskOf(app)
      const other = await signedIn(app, 'owner')
      expect(await read(owner)).toEqual({
        server: null,
        hasPassword: false,
        isByVariables: false,
        isBroken: false,
        version: 0,
      })
      const saved = await put(owner, { ...form, version: 0 })
      expect(saved.status, saved.text).toBe(200)
      const { password: _, ...server } = form
      const shown = { server, hasPassword: true, isByVariables: false, isBroken: false, version: 1 }
      expect(saved.body.data).toEqual(shown)
      expect(await read(other)).toEqual(shown)
      for (const who of [owner, other]) {
        const told = (await lettersTo(app, who.email)).filter(({ data }) => data['what'] === 'mail-server')
        expect(told.map(({ data }) => data['about'])).toEqual(['smtp.one.example, signed in as malar'])
      }
      expect((await entries()).map(({ actor_email }) => actor_email)).toEqual([owner.email])
      const row = await tell('a visitor')
      await sendAll(app)
      expect(await row()).toMatchObject({ status: 'sent', attempts: 1 })
      expect(receivedBy(one).sort()).toEqual(
        [owner.email, other.email, 'meena@mail.example'].map((to) => [to, 'malar', true]).sort(),
      )
    })

    test('a password that is left out stays stored, and is needed again for another server or user name', async () => {
      const { put, read, stored, sendTrial } = deskOf(app)
      await put(owner, form)
      const { password: _, ...rest } = form
      for (const change of [
        { host: 'smtp.two.example' },
        { user: 'other' },
        { host: 'smtp.one.example.evil.example' },
      ]) {
        const before = await stored()
        const answer = await put(owner, { ...rest, ...change })
        expect([answer.status, answer.body.fields]).toEqual([
          400,
          { password: 'Enter the password that belongs to this server and user name' },
        ])
        expect(await stored()).toBe(before)
      }
      expect(
        (await put(owner, { ...rest, port: 2525, email: 'post@malar.example' })).body.data,
      ).toMatchObject({
        server: { port: 2525, email: 'post@malar.example' },
        version: 2,
      })
      expect((await put(owner, { ...rest, port: 2525, email: 'post@malar.example' })).body.data.version).toBe(
        2,
      )
      await expect.poll(() => one.received.length).toBe(1)
      one.received.length = 0
      expect((await sendTrial(owner)).body.data).toEqual({ to: owner.email })
      expect(one.received).toMatchObject([{ from: 'post@malar.example', to: [owner.email], user: 'malar' }])
      // Saving a server without a user name deletes the stored password.
      expect((await put(owner, { ...rest, user: '' })).body.data).toMatchObject({ hasPassword: false })
      expect((await put(owner, rest)).status).toBe(400)
      expect((await read(owner)).hasPassword).toBe(false)
      // The e-mail to the owner goes through the server's earlier settings, which have a user name.
      await expect.poll(() => one.received.length).toBe(2)
    })

    test('a change with a stale version is refused, and one of eight simultaneous changes is stored', async () => {
      const { put, read, entries } = deskOf(app)
      await put(owner, form)
      const stale = await put(owner, { ...form, port: 25, version: 0 })
      expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => put(owner, { ...form, email: `${n}@malar.example`, version: 1 })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
      expect((await read(owner)).version).toBe(2)
      expect(await entries()).toHaveLength(2)
    })

    test('an account can change the server or its port ten times an hour, so that nobody can try many', async () => {
      const { put, read } = deskOf(app)
      const to = (n: number) =>
        put(owner, { ...form, host: `smtp-${n >> 1}.example`, port: n % 2 ? 25 : 587 })
      for (let n = 0; n < changesAnHourMax; n++) expect((await to(n)).status).toBe(200)
      const refused = await to(changesAnHourMax)
      expect([refused.status, refused.body.error]).toEqual([
        429,
        'You’ve changed the e-mail server many times. Try again in an hour.',
      ])
      expect((await to(changesAnHourMax + 1)).status).toBe(429)
      const { server, version } = await read(owner)
      expect([server.host, version]).toEqual(['smtp-4.example', changesAnHourMax])
      // A change of only the sender's address is not counted as a change of the server.
      const same = { ...form, ...server, password: undefined }
      expect((await put(owner, { ...same, email: 'post@malar.example' })).status).toBe(200)
      app.deps.clock.advance(60 * 60_000)
      await lastConfirmed(app, owner, 0)
      expect((await to(changesAnHourMax)).status).toBe(200)
    })

    test('an owner who changes the server too often can still restore it, and so can another owner', async () => {
      const { put, read } = deskOf(app)
      const other = await signedIn(app, 'owner')
      expect((await put(owner, form)).status).toBe(200)
      const changeOften = async () => {
        for (let n = 0; n < changesAnHourMax; n++) await put(owner, { ...form, host: `thief-${n}.example` })
        expect((await put(owner, { ...form, host: 'thief.example' })).status).toBe(429)
      }
      await changeOften()
      expect((await put(owner, form)).status).toBe(200)
      expect((await put(owner, { ...form, port: 2525 })).status).toBe(429)
      expect((await put(other, { ...form, host: 'smtp.two.example' })).status).toBe(200)
      // The second server has been in use for a day, so it is now the one that is always allowed again.
      app.deps.clock.advance(24 * 60 * 60_000)
      const { email, password } = owner
      const { sessionToken: token } = await app.app.services.accounts.signIn({ email, password })
      owner = { ...owner, token }
      await changeOften()
      expect((await put(owner, form)).status).toBe(429)
      expect((await put(owner, { ...form, host: 'smtp.two.example' })).status).toBe(200)
      expect((await read(owner)).server.host).toBe('smtp.two.example')
    })

    test('a new e-mail address of the school is reported from the old address to the owners and to the old mailbox', async () => {
      const { put, call } = deskOf(app)
      const victim = await signedIn(app, 'owner')
      await put(owner, form)
      const body = { email: 'thief@mail.example' }
      expect((await call(owner, 'PUT', '/api/admin/school-settings', body)).status).toBe(200)
      const told = (email: string) => one.received.filter(({ to }) => to.includes(email))
      for (const email of [owner.email, victim.email, 'hello@malar.example'])
        await expect
          .poll(() => told(email).map(({ from, raw }) => [from, raw.includes('=E2=80=99s e-mail address')]))
          .toEqual([['hello@malar.example', true]])
    })

    test.each([
      ['the port', { port: 2525 }],
      ['the encryption', { port: 465, tls: 'implicit' }],
      ['the sender’s address', { email: 'nobody@malar.example' }],
      ['the password', { password: 'wrong' }],
      ['the server', { host: 'smtp.two.example' }],
    ])(
      'a change of %s is reported through the earlier server with its earlier settings',
      async (_, change) => {
        const { put } = deskOf(app)
        const victim = await signedIn(app, 'owner')
        await put(owner, form)
        expect((await put(owner, { ...form, ...change })).status).toBe(200)
        const told = (who: SignedIn) => one.received.filter(({ to }) => to.includes(who.email))
        for (const who of [owner, victim])
          await expect
            .poll(() => told(who))
            .toContainEqual(expect.objectContaining({ from: 'hello@malar.example', user: 'malar' }))
        expect(told(victim)[0]?.raw).toContain('The server that sends the school')
      },
    )

    test('another process sends through the new server within a second, without a restart', async () => {
      const { put, tell } = deskOf(app)
      const other = await startApp({ engine, env, connectMail, sharing: app })
      const worker = startOutboxWorker(workOf(other))
      const hostSeen = (host: string) =>
        expect
          .poll(async () => (await other.app.services.mailServer.shown()).server?.host, { timeout: 1_000 })
          .toBe(host)
      try {
        await put(owner, form)
        await hostSeen('smtp.one.example')
        app.deps.clock.advance(2_000)
        await tell('first')
        await expect.poll(() => one.received.length, { timeout: 10_000 }).toBe(2)
        await put(owner, { ...form, host: 'smtp.two.example' })
        await hostSeen('smtp.two.example')
        await tell('second', 'uma@mail.example')
        await expect
          .poll(() => receivedBy(two).map(([to]) => to), { timeout: 5_000 })
          .toContain('uma@mail.example')
        expect(receivedBy(one).map(([to]) => to)).not.toContain('uma@mail.example')
      } finally {
        await worker.stop()
        await other.stop()
      }
    })

    test('a trial e-mail goes only to the caller’s own address, five times an hour for all owners and servers together', async () => {
      const { put, sendTrial, entries } = deskOf(app)
      const other = await startApp({ engine, env, connectMail, sharing: app })
      try {
        await put(owner, form)
        const colleague = await signedIn(app, 'owner')
        const tried = await sendTrial(owner, { to: 'thief@mail.example', email: 'thief@mail.example' })
        expect([tried.status, tried.body.data]).toEqual([200, { to: owner.email }])
        expect(one.received).toMatchObject([{ to: [owner.email], user: 'malar', secure: true }])
        expect(one.received[0]?.raw).toContain('Subject: A trial e-mail from')
        expect(JSON.stringify(await entries())).toContain(`sent to ${owner.email}`)
        for (let count = 1; count < trialsAnHourMax; count++)
          expect((await deskOf(count % 2 ? other : app).sendTrial(colleague)).status).toBe(200)
        const refused = await deskOf(other).sendTrial(owner)
        expect([refused.status, refused.body.error]).toEqual([
          429,
          'You’ve sent several trial e-mails. Try again in an hour.',
        ])
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(one.received).toHaveLength(trialsAnHourMax)
        app.deps.clock.advance(60 * 60_000)
        await lastConfirmed(app, owner, 0)
        expect((await sendTrial(owner)).status).toBe(200)
      } finally {
        await other.stop()
      }
    })
  },
)

describe('a server that is no mail server of the school', () => {
  const banner = 'redis 7.2 of the accounts department'
  let talker: Server
  let busy: Peer
  beforeAll(async () => {
    talker = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(`${banner}\r\n`)
    })
    await new Promise<void>((resolve) => talker.listen(0, 'localhost', resolve))
    portOf.set('talker.example', (talker.address() as { port: number }).port)
    busy = await startPeer({ onMailFrom: (_address, _session, done) => done(new Error(banner)) })
    portOf.set('busy.example', busy.port)
  })
  afterAll(async () => {
    await busy.stop()
    await new Promise((resolve) => talker.close(resolve))
  })

  onSqlite('trials and e-mails', { env, connectMail, freshForEachTest: true }, (app) => {
    test.each([
      ['nothing listens', { host: 'nobody.example' }],
      ['something else listens', { host: 'talker.example' }],
      ['the server refuses the sender', { host: 'busy.example' }],
      ['the password is wrong', { password: 'wrong' }],
    ])(
      'the trial and the outbox each give one sentence, without the server’s own words, if %s',
      async (_, change) => {
        const { put, sendTrial, tell, call, entries } = deskOf(app)
        const owner = await signedIn(app, 'owner')
        await put(owner, { ...form, ...change })
        const tried = await sendTrial(owner)
        expect([tried.status, tried.body.code, tried.body.error]).toEqual([
          409,
          'conflict',
          'The e-mail server didn’t take the e-mail. Check the server, the port, the encryption, the user name and the password.',
        ])
        expect(JSON.stringify(await entries())).toContain('failed')
        const row = await tell('a visitor')
        await sendDueMessages(workOf(app))
        expect(await row()).toEqual({
          status: 'queued',
          attempts: 1,
          last_error: 'The e-mail server couldn’t be reached, or didn’t accept the sign-in.',
        })
        for (const text of [tried.text, (await call(owner, 'GET', '/api/admin/messages')).text])
          expect(text).not.toMatch(/redis|ECONN|refused|535|Invalid/i)
      },
    )
  })
})

onSqlite('a stored mail server that cannot be used', { env, connectMail, freshForEachTest: true }, (app) => {
  const otherSeal = createSeal('another secret for tests, and for nothing else')
  const changed = (raw: string, changes: object) => JSON.stringify({ ...JSON.parse(raw), ...changes })

  test.each<[string, (raw: string) => string]>([
    ['the server’s secret has changed', (raw) => changed(raw, { sealed: otherSeal.close('["a","b","c"]') })],
    ['the sealed password is damaged', (raw) => changed(raw, { sealed: 'AAAA' })],
    ['the password was sealed for another server', (raw) => changed(raw, { host: 'smtp.two.example' })],
    ['the password was sealed for another user', (raw) => changed(raw, { user: 'thief' })],
    ['the port is no mail port', (raw) => changed(raw, { port: 6379 })],
    ['the row cannot be read', () => '{"host":'],
    ['the row is something else', () => '[]'],
  ])('e-mails wait, Today says so, and entering the server again sends them, if %s', async (_, damaged) => {
    const { put, read, call, sendTrial, damage, stored, tell } = deskOf(app)
    const [owner, desk] = [await signedIn(app, 'owner'), await signedIn(app, 'front-desk')]
    const why = async (who: SignedIn) => (await call(who, 'GET', '/api/admin/morning')).body.data.whyMailWaits
    await put(owner, form)
    await sendAll(app)
    one.received.length = 0
    expect([await why(owner), await why(desk)]).toEqual([null, null])
    await damage(damaged((await stored()) ?? ''))

    const row = await tell('a visitor')
    for (let round = 0; round <= attemptsMax; round++) {
      await sendDueMessages(workOf(app))
      app.deps.clock.advance(60_000)
    }
    expect(await row()).toEqual({ status: 'queued', attempts: 0, last_error: null })
    expect(await read(owner)).toMatchObject({ isBroken: true, hasPassword: false })
    await lastConfirmed(app, owner, 0)
    expect([await why(owner), await why(desk)]).toEqual(['unusable', 'unusable'])
    const tried = await sendTrial(owner)
    expect([tried.status, tried.body.error]).toEqual([
      409,
      'The stored e-mail server can’t be used. Enter it again, with its password.',
    ])
    const { password: _left, ...rest } = form
    expect((await put(owner, rest)).body.fields).toHaveProperty('password')
    expect((await app.http('GET', '/api/school')).status).toBe(200)
    expect([one.received, two.received]).toEqual([[], []])

    expect((await put(owner, form)).status).toBe(200)
    await sendAll(app)
    expect(await row()).toMatchObject({ status: 'sent', attempts: 1 })
    expect(await why(owner)).toBeNull()
  })
})

onSqlite(
  'a mail server that variables set',
  {
    env: {
      ...env,
      SMTP_HOST: 'smtp.two.example',
      SMTP_PORT: '10025',
      SMTP_USER: 'malar',
      SMTP_PASSWORD: password,
    },
    connectMail,
  },
  (app) => {
    const { owner } = callers(app, 'owner')

    test('a mail server set by variables is shown without its password, cannot be changed, and sends a trial e-mail', async () => {
      const { put, read, sendTrial, call } = deskOf(app)
      const shown = await read(owner)
      expect(shown).toEqual({
        server: { host: 'smtp.two.example', port: 10025, tls: 'starttls', user: 'malar', email: '' },
        hasPassword: true,
        isByVariables: true,
        isBroken: false,
        version: 0,
      })
      const refused = await put(owner, form)
      expect([refused.status, refused.body.error]).toEqual([
        409,
        'The e-mail server is set by SMTP_HOST on the server. Ask the person who runs it to change or remove the SMTP_ variables.',
      ])
      await app.db.write
        .insertInto('setting')
        .values({ name: 'mail-server', value: 'nonsense', updated_at: app.deps.clock.now() })
        .execute()
      expect((await call(owner, 'GET', '/api/admin/morning')).body.data.whyMailWaits).toBeNull()
      expect((await sendTrial(owner)).status).toBe(200)
      expect(receivedBy(two)).toEqual([[owner.email, 'malar', true]])
    })
  },
)

const logged: string[] = []
onSqlite(
  'the password of the mail server',
  { env, connectMail, log: pino({ level: 'trace' }, { write: (line: string) => logged.push(line) }) },
  (app) => {
    const { owner } = callers(app, 'owner')

    test('the password, sealed or not, is in no answer, log line, audit entry, export, search, metrics or error', async () => {
      const { put, sendTrial, call, stored, damage } = deskOf(app)
      const answers = [
        await put(owner, { ...form, port: 1 }),
        await put(owner, form),
        await put(owner, { ...form, version: 0 }),
        await sendTrial(owner),
        await call(owner, 'PUT', path, `{"password":"${password}"`),
      ]
      const { sealed } = JSON.parse((await stored()) ?? '')
      expect(sealed).toMatch(/^[\w-]{40,}$/)
      await sendDueMessages(workOf(app))
      for (const at of [
        path,
        '/api/admin/set-up',
        '/api/admin/school-settings',
        '/api/admin/morning',
        '/api/admin/audit',
        '/api/admin/audit?limit=1000',
        '/api/admin/messages',
        `/api/admin/search?q=${encodeURIComponent(password)}`,
        `/api/admin/search?q=${sealed}`,
        '/api/admin/search?q=mail-server',
        '/api/school',
        '/api/openapi.json',
      ])
        answers.push(await call(owner, 'GET', at))
      answers.push(await call(owner, 'POST', '/api/admin/people-data/export', { who: owner.email }))
      await damage(JSON.stringify({ ...form, sealed: 'x', version: 1 }))
      answers.push(await call(owner, 'GET', path), await sendTrial(owner))
      const metrics = await createMetrics({
        ...app.deps,
        dataDir: app.folder,
        ...createWatchingReport(app.deps),
      })
      const served = await metrics.listen({ port: 0, host: '127.0.0.1' })
      const figures = await (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text()
      await served.stop()
      expect(figures).toContain('malar_outbox_messages')
      const told = await app.db.read.selectFrom('outbox').selectAll().execute()
      const audited = await app.db.read.selectFrom('audit_entry').selectAll().execute()
      const all = [
        ...answers.map(({ text }) => text),
        figures,
        JSON.stringify([told, audited]),
        logged.join(''),
      ]
      for (const text of all)
        for (const secret of [password, 'süße', sealed]) expect(text).not.toContain(secret)
      expect(logged.length).toBeGreaterThan(0)
      // The audit log records that the password changed, without the password itself.
      expect(JSON.stringify(audited)).toContain('e-mail server’s password')
    })
  },
)

onEachEngine(
  'pages of a school that is not the demonstration',
  { isOwnSchool: true, env, connectMail },
  (app, engine) => {
    const { owner } = callers(app, 'owner')

    test('every process knows within a second whether e-mails are sent, and refusals promise none while they wait', async () => {
      const other = await startApp({ engine, isOwnSchool: true, env, connectMail, sharing: app })
      const { put } = deskOf(app)
      await storeSettings(app, { isOpen: 'true' })
      const undated = await addUndatedCourse(app)
      const { id } = await enrol(app, undated.id)
      const refused = async (at: TestApp) =>
        (await at.http('PATCH', `/api/enrollments/${id}/status`, { body: { status: 'confirmed' } })).body
          .error
      const said = async (at: TestApp) => [
        (await at.http('GET', '/api/school')).body.sendsEmails,
        await refused(at),
      ]
      const course = 'This course has no date yet, so there’s nothing to pay.'
      const waits = [false, `${course} You can pay here as soon as there is one.`]
      const leaves = [true, `${course} We’ll write to you as soon as there is one.`]
      const bothSay = async (what: unknown[]) => {
        for (const at of [app, other])
          await expect.poll(() => said(at), { timeout: 1_000, interval: 50 }).toEqual(what)
      }
      try {
        await bothSay(waits)
        await put(owner, form)
        await bothSay(leaves)
      } finally {
        await other.stop()
      }
    })
  },
)

onSqlite('the mail server of a new school', { isOwnSchool: true, connectMail }, (app) => {
  const { owner } = callers(app, 'owner')

  test('the step of the mail server is done once e-mails can leave, and the trial asks for the sender’s address', async () => {
    const { put, call, sendTrial, damage, stored, tell } = deskOf(app)
    const state = async () =>
      (await call(owner, 'GET', '/api/admin/set-up')).body.data.items.find(
        ({ id }: { id: string }) => id === 'letters',
      ).state
    expect(await state()).toBe('open')
    await put(owner, form)
    expect(await state()).toBe('open')
    const row = await tell('a visitor')
    await sendAll(app)
    expect(await row()).toEqual({ status: 'queued', attempts: 0, last_error: null })
    const refused = await sendTrial(owner)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Enter the school’s e-mail address first, because e-mails come from it.',
    ])
    await put(owner, { ...form, email: 'post@poonga.example' })
    expect(await state()).toBe('done')
    expect(one.received).toEqual([])
    expect((await sendTrial(owner)).body.data).toEqual({ to: owner.email })
    const raw = one.received[0]?.raw ?? ''
    expect(raw).toContain('From: Our school <post@poonga.example>')
    expect(raw).not.toContain('Reply-To')
    await sendAll(app)
    expect(await row()).toMatchObject({ status: 'sent', attempts: 1 })
    await put(owner, form)
    expect(await state()).toBe('open')
    const address = { email: 'hello@poonga.example' }
    expect((await call(owner, 'PUT', '/api/admin/school-settings', address)).status).toBe(200)
    expect(await state()).toBe('done')
    const whole = (await stored()) ?? ''
    await damage('nonsense')
    expect(await state()).toBe('open')
    await damage(whole)
    expect(await state()).toBe('done')
  })

  test('e-mails visibly wait until there is a mail server, which sends those of the last day and holds older ones', async () => {
    await app.db.write.deleteFrom('setting').where('name', '=', 'mail-server').execute()
    await app.db.transaction((tx) => app.db.changes.mark(tx, 'mail-server'))
    const { put, call, tell } = deskOf(app)
    const early = await tell('early', 'early@mail.example')
    app.deps.clock.advance(untriedMsMax)
    const reader = await signedIn(app, 'owner')
    const why = async () => (await call(reader, 'GET', '/api/admin/morning')).body.data.whyMailWaits
    const shown = async (email: string) =>
      (await call(reader, 'GET', '/api/admin/messages')).body.data.find(
        ({ recipient }: { recipient: string }) => recipient === email,
      )
    expect(await why()).toBe('no-server')
    const late = await tell('late', 'late@mail.example')
    await sendAll(app)
    for (const row of [early, late])
      expect(await row()).toEqual({ status: 'queued', attempts: 0, last_error: null })
    expect(existsSync(`${app.folder}/outbox`)).toBe(false)
    const { id } = await shown('late@mail.example')
    const waiting = {
      state: 'queued',
      error: 'The school has no e-mail server yet. We’ll send this e-mail once it has one.',
      nextTryAt: null,
      sent_at: null,
    }
    expect(await shown('late@mail.example')).toMatchObject(waiting)
    expect((await call(reader, 'POST', `/api/admin/messages/${id}/resend`)).body.data).toMatchObject(waiting)
    expect((await put(reader, { ...form, email: 'post@poonga.example' })).status).toBe(200)
    await sendAll(app)
    expect(await why()).toBeNull()
    expect(await late()).toMatchObject({ status: 'sent' })
    expect(await early()).toMatchObject({
      status: 'held',
      last_error: 'E-mails couldn’t be sent when this was written. Send it if it’s still correct.',
    })
    const held = await shown('early@mail.example')
    expect((await call(reader, 'POST', `/api/admin/messages/${held.id}/resend`)).status).toBe(200)
    await sendAll(app)
    expect(await early()).toMatchObject({ status: 'sent', attempts: 1 })
  })
})
