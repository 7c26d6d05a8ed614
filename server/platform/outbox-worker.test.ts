import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, testNow } from '../../tests/harness/app.ts'
import { fixedClock } from '../../tests/harness/fixed-clock.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { openDatabase } from '../db/open.ts'
import { oneTimeCode } from '../domains/accounts/accounts.letters.ts'
import { letters } from '../domains/letters.ts'
import { contactReceived } from '../domains/people/subscriptions/subscriptions.letters.ts'
import { createChatFolder } from './chat.ts'
import { randomIds } from './ids.ts'
import { createLetterPace, type LetterTurn } from './letter-pace.ts'
import { createLogger } from './logger.ts'
import { createMailFolder, type Mail } from './mail.ts'
import { schoolNotice } from './messages/school-notice.ts'
import { createOutbox } from './outbox.ts'
import {
  attemptsMax,
  backOffMs,
  leaseMs,
  noticesAnHourMax,
  type OutboxWorkerDeps,
  sendDueMessages,
  startOutboxWorker,
} from './outbox-worker.ts'
import { createSeal } from './seal.ts'

const seal = createSeal('a secret for tests, and for nothing else at all')

onEachDatabase('the outbox', freshDatabase, (opened, engine) => {
  const { db, where } = opened
  const outboxFolder = () => path.join(opened.folder, 'outbox')
  let sent: Mail[]
  let deps: OutboxWorkerDeps & { clock: ReturnType<typeof fixedClock> }

  beforeEach(() => {
    sent = []
    const clock = fixedClock(testNow)
    deps = {
      db,
      clock,
      outbox: createOutbox({
        clock,
        ids: randomIds,
        seal,
        letters,
        schoolVariables: { EMAIL: 'hello@malar.example' },
        rateLimitFactor: 1,
      }),
      log: createLogger('silent'),
      mail: {
        async send(mail) {
          sent.push(mail)
          return 'memory'
        },
      },
      seal,
      letters,
      chat: createChatFolder(outboxFolder()),
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
  })

  /** Writes a letter into the outbox; `row` replaces columns of its row. */
  async function promise(
    cause: string,
    { email = 'meena@mail.example', words = contactReceived({ name: 'Meena' }), row = {} } = {},
  ) {
    await db.transaction(async (tx) => {
      await deps.outbox.tell(tx, { to: { email }, cause, words })
      if (Object.keys(row).length > 0) {
        await tx.updateTable('outbox').set(row).where('cause', '=', cause).execute()
      }
    })
  }

  const rows = () => db.read.selectFrom('outbox').selectAll().orderBy('cause').execute()

  test('an e-mail comes from the sender’s name, and from the school’s without one', async () => {
    await promise('one')
    await sendDueMessages(deps)
    const named = { ...(await deps.findSender()), senderName: 'Meena of Malar' }
    await promise('other')
    await sendDueMessages({ ...deps, findSender: async () => named })
    expect(sent.map(({ from }) => from.name)).toEqual(['Malar', 'Meena of Malar'])
    expect(sent[1]?.from.address).toBe('hello@malar.example')
  })

  test('a second outbox message with the same cause is dropped', async () => {
    await Promise.all([promise('once'), promise('once')])
    await promise('once', { email: 'other@mail.example' })
    expect(await rows()).toHaveLength(1)
  })

  test('a confidential message is encrypted in the database, and can be sent only by a server with the same secret', async () => {
    const words = oneTimeCode({ purpose: 'sign-up', name: null, code: '123456' })
    await promise('code', { words })
    await promise('code again', { words })
    for (const row of await rows()) expect(row.data).toMatch(/^[\w-]{40,}$/)
    await db.write.updateTable('outbox').set({ status: 'dead' }).where('cause', '=', 'code again').execute()
    await sendDueMessages(deps)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('123456')
    expect(sent[0]?.html).toContain('123456')

    await db.write.updateTable('outbox').set({ status: 'queued' }).where('cause', '=', 'code again').execute()
    await sendDueMessages({ ...deps, seal: createSeal('a secret that is not the one of before') })
    const row = (await rows()).find(({ cause }) => cause === 'code again')
    expect(row).toMatchObject({ status: 'dead', last_error: expect.stringContaining('can’t be decrypted') })
    expect(sent).toHaveLength(1)
  })

  describe('notices to the school', () => {
    const notice = (n: number, record?: { kind: 'order' | 'enquiry'; q: string }) =>
      db.transaction((tx) =>
        deps.outbox.tell(tx, {
          to: 'school',
          cause: `news:${String(n).padStart(4, '0')}`,
          words: schoolNotice({ title: `News ${n}.`, facts: [['Name', 'Meena']], ...(record && { record }) }),
        }),
      )
    const notices = async (count: number, from = 0) => {
      for (let n = from; n < from + count; n++) await notice(n, { kind: 'order', q: `MAL-${n}` })
    }
    const work = async (on: OutboxWorkerDeps[] = [deps]) => {
      let looked: number[]
      do looked = await Promise.all(on.map((each) => sendDueMessages(each)))
      while (looked.some((count) => count > 0))
      return sent.splice(0)
    }
    const minutes = (count: number) => count * 60_000

    test('twenty notices an hour are sent one by one; one e-mail at the end of the hour lists all further notices', async () => {
      await notices(25)
      expect((await work()).map(({ subject }) => subject).sort()).toEqual(
        Array.from({ length: noticesAnHourMax }, (_, n) => `News ${n}.`).sort(),
      )
      const waiting = (await rows()).filter(({ status }) => status === 'queued')
      expect(waiting.map(({ next_attempt_at }) => next_attempt_at)).toEqual(
        Array(5).fill('2026-03-02T07:00:00.000Z'),
      )
      expect(waiting[0]?.last_error).toMatch(/^There were more than 20 notices/)
      deps.clock.advance(minutes(29))
      expect(await work()).toEqual([])

      deps.clock.advance(minutes(1))
      const [digest, ...more] = await work()
      expect(more).toEqual([])
      expect([digest?.to, digest?.subject]).toEqual([
        'hello@malar.example',
        '5 more notices in the last hour',
      ])
      expect(digest?.html).toContain(`href="https://malar.example/admin#orders?q=MAL-24"`)
      for (let n = noticesAnHourMax; n < 25; n++) {
        expect(digest?.text).toContain(
          `2 March 2026 at 12:00 pm, News ${n}.: https://malar.example/admin#orders?q=MAL-${n}\n`,
        )
      }
      expect(digest?.text).not.toContain('News 19')
      expect((await rows()).every(({ status, last_error }) => status === 'sent' && last_error === null)).toBe(
        true,
      )
      // The next hour has twenty notices of its own.
      await notices(3, 100)
      expect(await work()).toHaveLength(3)
    })

    test('several simultaneous workers count notices together, and list all further notices in one e-mail', async () => {
      const other = engine === 'postgres' ? await openDatabase(where) : db
      try {
        await notices(60)
        const workers = [deps, { ...deps, db: other }, deps]
        expect(await work(workers)).toHaveLength(noticesAnHourMax)
        deps.clock.advance(minutes(30))
        const digests = await work(workers)
        const named = digests.flatMap(({ text }) => text.match(/News \d+/g) ?? [])
        expect(named).toHaveLength(40)
        expect(new Set(named).size).toBe(40)
        expect(digests).toHaveLength(1)
      } finally {
        if (other !== db) await other.close()
      }
    })

    test('a notice that the mail server refuses counts once towards the limit, and is tried again as its own e-mail', async () => {
      const { mail } = deps
      deps.mail = { send: () => Promise.reject(new Error('busy')) }
      await notices(noticesAnHourMax)
      await work()
      deps.mail = mail
      deps.clock.advance(minutes(1))
      expect(await work()).toHaveLength(noticesAnHourMax)
    })

    test('e-mails to visitors do not count towards the limit of notices to the school', async () => {
      await notices(noticesAnHourMax)
      for (let n = 0; n < 3; n++) await promise(`letter ${n}`)
      expect(await work()).toHaveLength(noticesAnHourMax + 3)
    })
  })

  test('a message that a transaction wrote is not sent if the transaction fails', async () => {
    const failing = db.transaction(async (tx) => {
      await deps.outbox.tell(tx, {
        to: { email: 'meena@mail.example' },
        cause: 'undone',
        words: contactReceived({ name: 'Meena' }),
      })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await sendDueMessages(deps)
    expect(sent).toEqual([])
  })

  test('many simultaneous workers send each message exactly once', async () => {
    for (let count = 0; count < 15; count++) {
      await promise(`cause-${count}`, { email: `meena${count}@mail.example` })
    }
    const other = engine === 'postgres' ? await openDatabase(where) : null
    const workers = Array.from({ length: 6 }, (_, index) =>
      sendDueMessages(other && index % 2 ? { ...deps, db: other } : deps),
    )
    await Promise.all(workers)
    await other?.close()
    expect(sent).toHaveLength(15)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(15)
    for (const row of await rows())
      expect(row).toMatchObject({ status: 'sent', attempts: 1, sent_at: testNow })
    await sendDueMessages(deps)
    expect(sent).toHaveLength(15)
  })

  test('a message is not sent before its time', async () => {
    await promise('later', { row: { next_attempt_at: '2026-03-02T06:31:00.000Z' } })
    expect(await sendDueMessages(deps)).toBe(0)
    deps.clock.advance(60_000)
    await sendDueMessages(deps)
    expect(sent).toHaveLength(1)
  })

  test('a failed message is tried again after growing pauses, and is given up after the last attempt', async () => {
    await promise('doomed')
    await promise('fine')
    deps.mail = {
      async send(mail) {
        if (mail.id === doomedId) throw new Error('the post is closed')
        sent.push(mail)
        return 'memory'
      },
    }
    const doomedId = (await rows())[0]?.id
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      await sendDueMessages(deps)
      const row = (await rows())[0]
      expect(row).toMatchObject({
        status: attempt < attemptsMax ? 'queued' : 'dead',
        attempts: attempt,
        last_error: 'the post is closed',
      })
      // The message is not sent a moment too early.
      deps.clock.advance(backOffMs(attempt) - 1)
      expect(await sendDueMessages(deps)).toBe(0)
      deps.clock.advance(1)
    }
    expect(sent).toHaveLength(1)
    expect(await sendDueMessages(deps)).toBe(0)
    expect(await rows()).toHaveLength(2)
  })

  test('a message that can never be sent is given up immediately, and other messages are sent', async () => {
    await promise('unknown template', { row: { template: 'nonsense' } })
    await promise('missing data', { row: { data: '{}' } })
    await promise('good')
    await sendDueMessages(deps)
    expect((await rows()).map(({ cause, status, attempts }) => [cause, status, attempts])).toEqual([
      ['good', 'sent', 1],
      ['missing data', 'dead', 1],
      ['unknown template', 'dead', 1],
    ])
  })

  test('a message that a crashed process was sending is sent again when its lease is over, into the same file', async () => {
    await promise('crashed')
    const outboxDir = outboxFolder()
    deps.mail = createMailFolder(outboxDir)
    // The process dies after the e-mail was sent and before its row says so. The test ends the open call at last.
    let end = (_: string) => {}
    const dying: OutboxWorkerDeps = {
      ...deps,
      mail: {
        async send(mail) {
          await deps.mail.send(mail)
          return new Promise<string>((resolve) => {
            end = resolve
          })
        },
      },
    }
    const dead = sendDueMessages(dying)
    await expect.poll(() => filesIn(outboxDir).filter((name) => name.endsWith('.eml'))).toHaveLength(1)
    expect((await rows())[0]?.status).toBe('sending')

    expect(await sendDueMessages(deps)).toBe(0)
    deps.clock.advance(leaseMs)
    expect(await sendDueMessages(deps)).toBe(1)
    expect((await rows())[0]).toMatchObject({ status: 'sent', attempts: 2 })
    expect(filesIn(outboxDir)).toEqual([`${(await rows())[0]?.id}.eml`])
    end('too late')
    await dead
  })

  test('a worker that finishes after its lease on a message is over does not change the message', async () => {
    await promise('slow')
    let fail = (_: Error) => {}
    const slow: OutboxWorkerDeps = {
      ...deps,
      mail: { send: () => new Promise<string>((_, reject) => (fail = reject)) },
    }
    const first = sendDueMessages(slow)
    await expect.poll(async () => (await rows())[0]?.status).toBe('sending')
    deps.clock.advance(leaseMs)
    await sendDueMessages(deps)
    fail(new Error('too late'))
    await first
    expect((await rows())[0]).toMatchObject({ status: 'sent', attempts: 2, last_error: null })
  })

  test('the worker sends messages as soon as it is woken, and a stop waits for the messages that are being sent', async () => {
    let begun = 0
    let end = () => {}
    const mayEnd = new Promise<void>((resolve) => (end = resolve))
    const worker = startOutboxWorker({
      ...deps,
      mail: {
        async send(mail) {
          begun++
          await mayEnd
          sent.push(mail)
          return 'memory'
        },
      },
    })
    for (const cause of ['a', 'b', 'c', 'd', 'e', 'f']) await promise(cause)
    worker.wake()
    // Five messages are sent side by side.
    await expect.poll(() => begun).toBe(5)
    let isStopped = false
    const stopped = worker.stop().then(() => {
      isStopped = true
    })
    await db.read.selectFrom('outbox').select('id').execute()
    expect(isStopped).toBe(false)
    end()
    await stopped
    // The five messages under way were sent, and the sixth was not begun.
    expect((await rows()).map(({ status }) => status).sort()).toEqual(['queued', ...Array(5).fill('sent')])
    expect(sent).toHaveLength(5)
  })

  test('a long queue of messages is sent in rounds with pauses between them', async () => {
    for (let count = 0; count < 41; count++) {
      await promise(`cause-${count}`, { email: `meena${count}@mail.example` })
    }
    const begunAt = Date.now()
    const worker = startOutboxWorker({ ...deps, takeTurn: createLetterPace(db, () => Date.now()) })
    await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(41)
    const took = Date.now() - begunAt
    await worker.stop()
    expect((await rows()).every(({ status, attempts }) => status === 'sent' && attempts === 1)).toBe(true)
    // Forty messages per second may be sent, so the third round begins a second after the start.
    expect(took).toBeGreaterThanOrEqual(1_000)
  })

  test('several servers together send messages no faster than one server', async () => {
    const paces = [1, 2, 3].map(() => createLetterPace(db, () => Date.now()))
    const begunAt = Date.now()
    const turns = async (pace: LetterTurn) => {
      for (let count = 0; count < 4; count++) await pace(4, () => false)
    }
    await Promise.all(paces.map(turns))
    // Twelve turns of four messages: the last turn begins after 44 messages, at forty messages per second.
    expect(Date.now() - begunAt).toBeGreaterThanOrEqual(1_100)
  })

  test('a next send time that a wrong clock set far ahead delays no message, and a stop ends the wait', async () => {
    let now = 1_800_000_000_000
    const pace = createLetterPace(db, () => now)
    await pace(4, () => false)
    now -= 3_600_000
    await pace(4, () => false)
    now += 10
    let isStopping = false
    const waiting = pace(1, () => isStopping)
    isStopping = true
    await waiting
  })

  test('an e-mail is written as a file for mail programs, and a chat message as a file with its link', async () => {
    deps.mail = createMailFolder(outboxFolder())
    await promise('a mail')
    await promise('b chat', {
      row: { channel: 'chat', recipient: '9876543210', has_typed_words: 1 },
    })
    const lines: string[] = []
    deps.log.level = 'info'
    deps.log = Object.assign(Object.create(deps.log), {
      info: (fields: object, text: string) => lines.push(JSON.stringify({ ...fields, text })),
    })
    await sendDueMessages(deps)
    const [mail, chat] = await rows()
    // Nobody has sent the chat message yet, because staff send it by its link.
    expect([mail?.status, chat?.status, chat?.sent_at]).toEqual(['sent', 'by-hand', null])
    const eml = readFileSync(path.join(outboxFolder(), `${mail?.id}.eml`), 'utf8')
    expect(eml).toContain('From: Malar <hello@malar.example>\n')
    expect(eml).toContain('To: meena@mail.example\n')
    expect(eml).toContain('Subject: Malar has received your details\n')
    expect(eml).toContain(`Message-ID: <${mail?.id}@malar.example>\n`)
    expect(eml).toMatch(/^Date: Mon, 02 Mar 2026 06:30:00 \+0000$/m)
    expect(eml).toContain('Content-Type: text/plain; charset=utf-8')
    expect(eml).toContain('Content-Type: text/html; charset=utf-8')
    const text = readFileSync(path.join(outboxFolder(), `${chat?.id}.chat.txt`), 'utf8')
    expect(text).toMatch(/^https:\/\/wa\.me\/919876543210\?text=Dear%20Meena%2C%0A%0AThank%20you/)
    // Each message has one line with template and file, without a name, address or number.
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).toContain('contact-received')
      expect(line).not.toMatch(/meena|9876543210/i)
    }
  })
})

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
