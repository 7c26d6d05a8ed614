import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, testNow } from '../../tests/harness/app.ts'
import { fixedClock } from '../../tests/harness/fixed-clock.ts'
import type { Database } from '../db/open.ts'
import { letters } from '../domains/letters.ts'
import { contactReceived } from '../domains/people/subscriptions/subscriptions.letters.ts'
import { createChatFolder } from './chat.ts'
import { randomIds } from './ids.ts'
import { createLogger } from './logger.ts'
import { type Mail, UnsendableMessage } from './mail.ts'
import { createOutbox } from './outbox.ts'
import { attemptsMax, backOffMs, type OutboxWorkerDeps, sendDueMessages } from './outbox-worker.ts'
import { createSeal } from './seal.ts'
import { createSmtp, type SmtpSettings } from './smtp.ts'
import { certificate } from './smtp-certificate.fixture.ts'
import { startPeer } from './smtp-peer.fixture.ts'

const mail: Mail = {
  id: 'one-mail',
  from: { name: 'Malar', address: 'hello@malar.example' },
  to: 'meena@mail.example',
  subject: 'Your seat is held',
  text: 'Dear Meena,',
  html: '<p>Dear Meena,</p>',
  unsubscribeUrl: 'https://malar.example/unsubscribe/a.b',
  at: new Date(testNow),
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'malar-smtp-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function refusal(sentence: string, responseCode: number): Error {
  return Object.assign(new Error(sentence), { responseCode })
}

const settings = (port: number, changes: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: 'localhost',
  port,
  tls: 'starttls',
  login: { user: 'malar', password: 'süße Blumen & %41' },
  from: null,
  ...changes,
})

describe('sending an e-mail by SMTP', () => {
  let peer: Awaited<ReturnType<typeof startPeer>> | undefined
  afterEach(async () => {
    await peer?.stop()
    peer = undefined
  })

  test('an e-mail without a sender’s address is not sent, and waits for one', async () => {
    peer = await startPeer()
    const nobodys = { ...mail, from: { name: 'Malar', address: '' } }
    const sending = createSmtp(settings(peer.port), certificate.cert).send(nobodys)
    await expect(sending).rejects.toThrow('The school has no e-mail address yet.')
    await expect(sending).rejects.not.toBeInstanceOf(UnsendableMessage)
    expect(peer.received).toEqual([])
    const from = 'post@malar.example'
    await createSmtp(settings(peer.port, { from }), certificate.cert).send(nobodys)
    expect(peer.received).toMatchObject([{ from }])
  })

  test('an e-mail sent by STARTTLS with a login arrives once, with all its headers', async () => {
    peer = await startPeer()
    expect(await createSmtp(settings(peer.port), certificate.cert).send(mail)).toBe('localhost')
    expect(peer.received).toHaveLength(1)
    const [{ raw, ...rest } = { raw: '' }] = peer.received
    expect(rest).toEqual({ from: 'hello@malar.example', to: [mail.to], user: 'malar', secure: true })
    for (const line of [
      'From: Malar <hello@malar.example>',
      'To: meena@mail.example',
      'Subject: Your seat is held',
      'Message-ID: <one-mail@malar.example>',
      'List-Unsubscribe: <https://malar.example/unsubscribe/a.b>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'Auto-Submitted: auto-generated',
      'Date: Mon, 02 Mar 2026 06:30:00 +0000',
    ]) {
      expect(raw).toContain(`${line}\r\n`)
    }
    expect(raw).not.toContain('Reply-To')
    // An e-mail without logo and file has no multipart/mixed or multipart/related part, and no attachment.
    expect(raw).not.toMatch(/multipart\/(mixed|related)|Content-Disposition/)
  })

  test('an e-mail has the logo inline and its calendar file attached, and a repeat has the same bytes', async () => {
    peer = await startPeer()
    const smtp = createSmtp(settings(peer.port), certificate.cert)
    const content = 'BEGIN:VCALENDAR\r\nSUMMARY:மாலை\r\nEND:VCALENDAR\r\n'
    const file = {
      name: 'ikebana-2026-03-12.ics',
      type: 'text/calendar; charset=utf-8; method=PUBLISH',
      content,
    }
    const whole = { ...mail, html: '<p><img src="cid:logo@malar" alt="">Malar</p>', files: [file] }
    await smtp.send(whole)
    await smtp.send(whole)
    const [{ raw } = { raw: '' }, again] = peer.received
    expect(again?.raw).toBe(raw)
    const partOf = (type: string) => {
      const [head = '', body = ''] = raw.slice(raw.indexOf(`Content-Type: ${type}`)).split('\r\n\r\n')
      return {
        head: head.replace(/\r\n\s+/g, ' '),
        body: Buffer.from(body.split('\r\n--')[0] ?? '', 'base64'),
      }
    }
    expect(raw).toMatch(/^Content-Type: multipart\/mixed/m)
    const logo = partOf('image/png')
    expect(logo.head).toContain('Content-ID: <logo@malar>')
    expect(logo.head).toContain('Content-Disposition: inline')
    expect(logo.body.equals(readFileSync('public/icon-192.png'))).toBe(true)
    const calendar = partOf('text/calendar')
    expect(calendar.head).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=PUBLISH/)
    expect(calendar.head).toContain('Content-Disposition: attachment; filename=ikebana-2026-03-12.ics')
    expect(calendar.body.toString()).toBe(content)
  })

  test('an e-mail by implicit TLS has the provider’s address as sender; replies go to the school or the visitor', async () => {
    peer = await startPeer({ secure: true })
    const smtp = createSmtp(
      settings(peer.port, { tls: 'implicit', from: 'no-reply@post.example' }),
      certificate.cert,
    )
    await smtp.send(mail)
    expect(peer.received).toMatchObject([{ from: 'no-reply@post.example', secure: true }])
    expect(peer.received[0]?.raw).toContain('From: Malar <no-reply@post.example>\r\n')
    expect(peer.received[0]?.raw).toContain('Reply-To: hello@malar.example\r\n')
    await smtp.send({ ...mail, id: 'another', replyTo: 'meena@mail.example, thief@mail.example' })
    const raw = peer.received[1]?.raw ?? ''
    // The visitor's address replaces the school's address, and stays a single address.
    expect(raw.match(/^Reply-To: .*/gm)).toEqual([
      expect.stringContaining('"meena@mail.example, thief"@mail.example'),
    ])
  })

  test('an e-mail is sent without TLS only if the configuration says so', async () => {
    peer = await startPeer({ disabledCommands: ['STARTTLS', 'AUTH'] })
    const plain = settings(peer.port, { tls: 'none', login: null })
    await createSmtp(plain).send(mail)
    expect(peer.received).toMatchObject([{ secure: false }])
    await expect(createSmtp({ ...plain, tls: 'starttls' }).send(mail)).rejects.toThrow()
    expect(peer.received).toHaveLength(1)
  })

  test('an e-mail can be tried again after an untrusted certificate, a wrong password or a closed port', async () => {
    peer = await startPeer()
    const wrong = { user: 'malar', password: 'wrong' }
    const attempts = [
      createSmtp(settings(peer.port)),
      createSmtp(settings(peer.port, { login: wrong }), certificate.cert),
      createSmtp(settings(1)),
    ]
    for (const smtp of attempts) {
      const error = await smtp.send(mail).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(UnsendableMessage)
    }
    expect(peer.received).toEqual([])
  })

  test.each([
    ['RCPT TO', 450, false],
    ['RCPT TO', 550, true],
    ['DATA', 451, false],
    ['DATA', 554, true],
    // The school can correct its sender's address, so a refusal of the sender is not permanent.
    ['MAIL FROM', 550, false],
  ] as const)(
    'an e-mail that the mail server refuses at %s with %i is refused permanently: %s',
    async (command, code, isPermanent) => {
      const no = refusal('no', code)
      peer = await startPeer({
        ...(command === 'MAIL FROM' ? { onMailFrom: (_address, _session, done) => done(no) } : {}),
        ...(command === 'RCPT TO' ? { onRcptTo: (_address, _session, done) => done(no) } : {}),
        ...(command === 'DATA'
          ? {
              onData: (stream, _session, done) => {
                stream.resume().on('end', () => done(no))
              },
            }
          : {}),
      })
      const error = await createSmtp(settings(peer.port), certificate.cert)
        .send(mail)
        .catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(Error)
      expect(error instanceof UnsendableMessage).toBe(isPermanent)
      expect((error as Error).message).toContain(String(code))
    },
  )
})

describe('the outbox worker with SMTP', () => {
  let db: Database
  let clock: ReturnType<typeof fixedClock>
  let deps: Omit<OutboxWorkerDeps, 'mail'>
  const seal = createSeal('a secret for tests, and for nothing else at all')
  beforeEach(async () => {
    ;({ db } = await freshDatabase('sqlite', mkdtempSync(path.join(folder, 'db-'))))
    clock = fixedClock(testNow)
    const outbox = createOutbox({
      clock,
      ids: randomIds,
      seal,
      letters,
      schoolVariables: { EMAIL: 'hello@malar.example' },
      rateLimitFactor: 1,
    })
    deps = {
      db,
      clock,
      outbox,
      log: createLogger('silent'),
      chat: createChatFolder(folder),
      seal,
      letters,
      findSender: async () => ({
        schoolName: 'Malar',
        phone: '+91 44 5550 0142',
        email: 'hello@malar.example',
        siteUrl: 'https://malar.example',
        address: ['14 Malligai Street', 'Mylapore', 'Chennai 600 004'],
        mapQuery: 'Mylapore, Chennai',
        whatToBring: 'Just yourself. We provide flowers, tools and an apron.',
        sign: (_, id) => id,
      }),
    }
    await db.transaction((tx) =>
      outbox.tell(tx, {
        to: { email: 'meena@mail.example' },
        cause: 'once',
        words: contactReceived({ name: 'Meena' }),
      }),
    )
  })
  afterEach(() => db.close())

  const row = () => db.read.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()

  test('a busy mail server is tried again after growing pauses, and gets the e-mail once', async () => {
    let busy = 3
    const peer = await startPeer({
      onRcptTo: (_address, _session, done) => done(busy-- > 0 ? refusal('try later', 451) : null),
    })
    try {
      const mail = createSmtp(settings(peer.port), certificate.cert)
      for (let attempt = 1; attempt <= 3; attempt++) {
        await sendDueMessages({ ...deps, mail })
        expect(await row()).toMatchObject({ status: 'queued', attempts: attempt })
        expect((await row()).last_error).toContain('451 try later')
        clock.advance(backOffMs(attempt))
      }
      await sendDueMessages({ ...deps, mail })
      expect(await row()).toMatchObject({ status: 'sent', attempts: 4, last_error: null })
      expect(peer.received).toHaveLength(1)
    } finally {
      await peer.stop()
    }
  })

  test('an e-mail that the mail server refuses permanently is given up immediately, and its row keeps the reason', async () => {
    const peer = await startPeer({
      onRcptTo: (_address, _session, done) => done(refusal('nobody of that name', 550)),
    })
    try {
      await sendDueMessages({ ...deps, mail: createSmtp(settings(peer.port), certificate.cert) })
      expect(await row()).toMatchObject({ status: 'dead', attempts: 1 })
      expect((await row()).last_error).toContain('550 nobody of that name')
    } finally {
      await peer.stop()
    }
  })

  test('an e-mail is given up after the last attempt if the mail server never answers', async () => {
    const mail = createSmtp(settings(1))
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      await sendDueMessages({ ...deps, mail })
      clock.advance(backOffMs(attempt))
    }
    expect(await row()).toMatchObject({ status: 'dead', attempts: attemptsMax })
  })

  test('an e-mail is sent again with the same Message-ID and bytes if the connection broke after the mail server took it', async () => {
    const taken: string[] = []
    const peer = await startDroppingPeer(taken)
    try {
      const mail = createSmtp(settings(peer.port, { tls: 'none', login: null }))
      await sendDueMessages({ ...deps, mail })
      expect(await row()).toMatchObject({ status: 'queued', attempts: 1 })
      clock.advance(backOffMs(1))
      await sendDueMessages({ ...deps, mail })
      expect(await row()).toMatchObject({ status: 'sent', attempts: 2 })
      // Both copies have the same Message-ID, so mail programs may show them as one e-mail.
      expect(taken).toHaveLength(2)
      expect(taken[1]).toBe(taken[0])
      expect(taken[0]).toContain(`Message-ID: <${(await row()).id}@malar.example>`)
    } finally {
      await peer.stop()
    }
  })
})

/**
 * Speaks just enough SMTP to take an e-mail. The first time, the server closes the connection without a confirmation.
 */
async function startDroppingPeer(taken: string[]) {
  const server: TcpServer = createServer((socket) => {
    let letter: string | null = null
    let pending = ''
    socket.on('error', () => {})
    socket.write('220 localhost\r\n')
    socket.on('data', (chunk) => {
      pending += chunk.toString()
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (letter === null) {
          if (line === 'DATA') letter = ''
          socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
        } else if (line === '.') {
          taken.push(letter)
          letter = null
          if (taken.length === 1) socket.destroy()
          else socket.write('250 taken\r\n')
        } else letter += `${line}\r\n`
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as { port: number }
  return { port, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
