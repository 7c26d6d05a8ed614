import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { letters } from '../domains/letters.ts'
import { contactReceived } from '../domains/people/subscriptions/subscriptions.letters.ts'
import { createChatFolder } from './chat.ts'
import { type Clock, clockOf } from './clock.ts'
import { createDatabaseClock } from './database-clock.ts'
import { randomIds } from './ids.ts'
import { createLogger } from './logger.ts'
import { createOutbox } from './outbox.ts'
import { type OutboxWorkerDeps, sendDueMessages } from './outbox-worker.ts'
import { createSeal } from './seal.ts'

const log = createLogger('silent')
const seal = createSeal('a secret for tests, and for nothing else at all')
const aheadMs = 90_000

onEachDatabase('the server’s clock that follows the time of PostgreSQL', freshDatabase, ({ db }, engine) => {
  // SQLite serves only one process, whose clock is the machine's clock.
  if (engine === 'sqlite') {
    test('a clock that follows the database cannot be created on SQLite', async () => {
      await expect(createDatabaseClock(db)).rejects.toThrow()
    })
    return
  }

  const databaseMs = async () => {
    const { rows } = await sql<{ ms: number }>`
      select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as ms`.execute(db.read)
    return Number(rows[0]?.ms)
  }

  test.each([0, aheadMs, -aheadMs, 40 * 365 * 24 * 3_600_000])(
    'a server uses the time of the database when the clock of its machine is %i ms off',
    async (ms) => {
      const { clock } = await createDatabaseClock(db, () => Date.now() + ms)
      const before = await databaseMs()
      const shown = clock.ms()
      const after = await databaseMs()
      // The tolerance is wide, because a slow answer of the database on a busy machine makes the clock less exact.
      expect(shown).toBeGreaterThan(before - 500)
      expect(shown).toBeLessThan(after + 500)
    },
  )

  test('the server’s clock is right again soon after the clock of the machine is changed', async () => {
    let off = 0
    const { clock, follow } = await createDatabaseClock(db, () => Date.now() + off)
    off = aheadMs
    expect(clock.ms() - Date.now()).toBeGreaterThan(aheadMs - 1_000)
    const loop = follow(log, 5)
    await expect.poll(() => Math.abs(clock.ms() - Date.now())).toBeLessThan(1_000)
    await loop.stop()
  })

  describe('an e-mail that is being sent while a second server, whose machine is 90 s ahead, sends e-mails too', () => {
    async function countSent(others: Clock): Promise<number> {
      const mails: string[] = []
      const gate = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const clock = clockOf(() => Date.now())
      const outbox = createOutbox({
        clock,
        ids: randomIds,
        seal,
        letters,
        schoolVariables: { EMAIL: 'hello@malar.example' },
        rateLimitFactor: 1,
      })
      const deps: OutboxWorkerDeps = {
        db,
        clock,
        outbox,
        log,
        seal,
        letters,
        chat: createChatFolder('unused'),
        mail: {
          async send({ to }) {
            mails.push(to)
            begun.resolve()
            await gate.promise
            return 'memory'
          },
        },
        findSender: async () => ({
          schoolName: 'Malar',
          phone: '+91 44 5550 0142',
          email: 'hello@malar.example',
          siteUrl: 'https://malar.example',
          address: [],
          mapQuery: '',
          whatToBring: '',
          sign: (_, id) => id,
        }),
      }
      await db.transaction(async (tx) => {
        const words = contactReceived({ name: 'Meena' })
        await outbox.tell(tx, { to: { email: 'meena@mail.example' }, cause: randomIds.id(), words })
      })
      const first = sendDueMessages(deps)
      await begun.promise
      const mail: OutboxWorkerDeps['mail'] = {
        async send({ to }) {
          mails.push(to)
          return 'memory'
        },
      }
      await sendDueMessages({ ...deps, mail, clock: others })
      gate.resolve()
      await first
      return mails.length
    }
    const machineMs = () => Date.now() + aheadMs

    test('control: an e-mail is sent twice if the second server uses the clock of its machine', async () => {
      expect(await countSent(clockOf(machineMs))).toBe(2)
    })

    test('an e-mail is sent once if the second server uses the clock of the database', async () => {
      const { clock } = await createDatabaseClock(db, machineMs)
      expect(await countSent(clock)).toBe(1)
    })
  })
})
