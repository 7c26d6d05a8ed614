import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ANY_TOPIC } from './changes.ts'
import { runInOtherProcess } from './child-process.fixture.ts'
import { onEachTestDatabase } from './on-each-test-database.fixture.ts'
import { type Address, openTestDatabase, type TestDatabase } from './test-tables.fixture.ts'
import { TransactionMisuse } from './transaction.ts'

const mark = (db: TestDatabase, ...topics: string[]) =>
  db.transaction(async (tx) => {
    for (const topic of topics) await db.changes.mark(tx as never, topic)
  })

async function markElsewhere(address: Address, ...topics: string[]) {
  expect(await runInOtherProcess('mark', address, ...topics).exited).toBe(0)
}

/** Subscribes a listener; `announced` has the topics of each call, and `until` waits for a topic. */
function listen(db: TestDatabase) {
  const announced: string[][] = []
  const waiting = new Map<string, () => void>()
  const unsubscribe = db.changes.subscribe((topics) => {
    announced.push([...topics])
    for (const topic of topics) waiting.get(topic)?.()
  })
  const until = (topic: string) =>
    new Promise<void>((resolve) => {
      if (announced.flat().includes(topic)) resolve()
      else waiting.set(topic, resolve)
    })
  return { announced, until, unsubscribe }
}

const faults: unknown[] = []
const keepingFaults = { onBackgroundError: (error: unknown) => faults.push(error) }

onEachTestDatabase('the change feed', keepingFaults, ({ db, where }) => {
  beforeEach(async () => {
    faults.length = 0
    await db.changes.start()
  })

  test('the change feed announces no topic of a transaction that was rolled back', async () => {
    const here = listen(db)
    const work = db.transaction(async (tx) => {
      await db.changes.mark(tx as never, 'never')
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    const failing = db.transaction(async (tx) => {
      await db.changes.mark(tx as never, 'never')
      await tx.updateTable('counter').set({ value: 1001 }).execute()
    })
    await expect(failing).rejects.toThrow()
    // The feed would announce the topic `never` before this later topic of another process.
    await markElsewhere(where, 'later')
    await here.until('later')
    expect(here.announced).toEqual([['later']])
  })

  test('marking a topic as changed outside a transaction is refused', async () => {
    await expect(db.changes.mark(db.write as never, 'courses')).rejects.toThrow(TransactionMisuse)
  })

  test('the change feed announces each topic once in its own process, before the transaction returns', async () => {
    const here = listen(db)
    await mark(db, 'courses', 'batches', 'courses')
    expect(here.announced).toEqual([['courses', 'batches']])
    await markElsewhere(where, 'later')
    await here.until('later')
    expect(here.announced).toEqual([['courses', 'batches'], ['later']])
    const rows = await db.read.selectFrom('change').select('topic').orderBy('id').execute()
    expect(rows.map(({ topic }) => topic)).toEqual(['courses', 'batches', 'later'])
  })

  test('the change feed announces a topic that another process marked', async () => {
    const here = listen(db)
    await markElsewhere(where, 'from elsewhere')
    await here.until('from elsewhere')
    expect(here.announced).toEqual([['from elsewhere']])
  })

  test('the change feed announces every topic of many writers in two processes', async () => {
    const here = listen(db)
    const topics = (of: string) => Array.from({ length: 200 }, (_, index) => `${of} ${index}`)
    const all = [...topics('here'), ...topics('there')]
    await Promise.all([
      markElsewhere(where, ...topics('there')),
      ...topics('here').map((topic) => mark(db, topic)),
    ])
    await Promise.all(all.map((topic) => here.until(topic)))
    expect(here.announced.flat().sort()).toEqual(all.sort())
  })

  test.each([
    ['is missing', (change: TestDatabase['write']) => change.deleteFrom('change')],
    [
      'has changed',
      (change: TestDatabase['write']) => change.updateTable('change').set({ at: 'another time' }),
    ],
  ])(
    'the change feed starts again if the row that it read last %s, as after the loss of a primary',
    async (_name, lose) => {
      const here = listen(db)
      await markElsewhere(where, 'one')
      await here.until('one')
      await lose(db.write).execute()
      await here.until(ANY_TOPIC)
      await markElsewhere(where, 'later')
      await here.until('later')
      expect(here.announced).toEqual([['one'], [ANY_TOPIC], ['later']])
    },
  )

  test('an unsubscribed listener gets no topic, and a stopped change feed announces none', async () => {
    const gone = listen(db)
    const here = listen(db)
    gone.unsubscribe()
    await markElsewhere(where, 'one')
    await here.until('one')
    expect(gone.announced).toEqual([])
    await db.changes.stop()
    await markElsewhere(where, 'missed')
    await db.changes.start()
    await markElsewhere(where, 'two')
    await here.until('two')
    expect(here.announced).toEqual([['one'], ['two']])
  })

  test('a change feed that has missed rows announces that any topic may have changed', async () => {
    const here = listen(db)
    await db.write.insertInto('change').values({ id: 5_000, topic: 'x', at: '' }).execute()
    await here.until(ANY_TOPIC)
  })

  test('a listener that throws stops neither the other listeners nor the transaction', async () => {
    const defect = new Error('defect')
    db.changes.subscribe(() => {
      throw defect
    })
    const here = listen(db)
    await mark(db, 'courses')
    expect(faults).toEqual([defect])
    expect(here.announced).toEqual([['courses']])
  })

  test('the change feed deletes its rows after an hour', async () => {
    const now = Date.now()
    const rows = Array.from({ length: 2_500 }, (_, index) => ({
      topic: `${index}`,
      at: new Date(now - (index < 1_200 ? 61 : 59) * 60_000).toISOString(),
    }))
    for (let from = 0; from < rows.length; from += 500) {
      await db.write
        .insertInto('change')
        .values(rows.slice(from, from + 500))
        .execute()
    }
    await db.close()
    const restarted = await openTestDatabase(where)
    await restarted.changes.start()
    const topics = async () => {
      const kept = await restarted.read.selectFrom('change').select('topic').orderBy('id').execute()
      return kept.map(({ topic }) => Number(topic))
    }
    await vi.waitFor(async () => expect((await topics())[0]).toBe(1_200), { timeout: 5_000, interval: 50 })
    expect(await topics()).toHaveLength(1_300)
    await restarted.close()
  })
})

onEachTestDatabase('a change feed before its start', ({ db, where }, engine) => {
  test('a change feed that failed to start can be stopped, and its database closed', async () => {
    await db.write.schema.dropTable('change').execute()
    await expect(db.changes.start()).rejects.toThrow('change')
    await db.changes.stop()
    await db.close()
  })

  if (engine === 'postgres')
    describe('the change feed of two servers on PostgreSQL', () => {
      let other: TestDatabase
      beforeEach(async () => {
        other = await openTestDatabase(where)
      })
      afterEach(() => other.close())

      /**
       * Opens a transaction of another server that takes an id for its row. Calling the returned function commits the
       * transaction.
       */
      async function holdNumber(topic: string) {
        const release = Promise.withResolvers<void>()
        const isTaken = Promise.withResolvers<void>()
        const done = other.transaction(async (tx) => {
          await tx.insertInto('change').values({ topic, at: '' }).execute()
          isTaken.resolve()
          await release.promise
        })
        await isTaken.promise
        return () => {
          release.resolve()
          return done
        }
      }

      test('the change feed does not miss a row that is committed after a row with a higher number', async () => {
        await db.changes.start()
        const here = listen(db)
        const release = await holdNumber('slow')
        await mark(other, 'quick')
        await here.until('quick')
        await release()
        await here.until('slow')
        expect(here.announced).toEqual([['quick'], ['slow']])
      })

      test('the change feed does not miss a row whose number was taken before the feed started', async () => {
        const release = await holdNumber('slow')
        await mark(other, 'quick')
        await db.changes.start()
        const here = listen(db)
        await release()
        await here.until('slow')
        expect(here.announced).toEqual([['slow']])
      })
    })
})
