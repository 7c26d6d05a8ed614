import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { countUp, runInOtherProcess } from './child-process.fixture.ts'
import { DatabaseUnavailable, dbFault } from './errors.ts'
import { onEachTestDatabase } from './on-each-test-database.fixture.ts'
import { TRANSACTION_MS_MAX, TransactionMisuse, takeLast } from './transaction.ts'

onEachTestDatabase('a transaction', ({ db, where }, engine) => {
  afterEach(() => {
    vi.useRealTimers()
  })

  const counter = async () => {
    const row = await db.read.selectFrom('counter').select('value').executeTakeFirstOrThrow()
    return row.value
  }

  test('a transaction that throws stores nothing, and its caller gets the same error', async () => {
    const refusal = new Error('no seat left')
    const work = db.transaction(async (tx) => {
      await tx.updateTable('counter').set({ value: 7 }).execute()
      throw refusal
    })
    await expect(work).rejects.toBe(refusal)
    expect(await counter()).toBe(0)
  })

  test('a failed statement undoes its whole transaction', async () => {
    const work = db.transaction(async (tx) => {
      await tx.updateTable('counter').set({ value: 7 }).execute()
      await tx.updateTable('counter').set({ value: 1001 }).execute()
    })
    await expect(work).rejects.toSatisfy((error) => dbFault(error)?.fault === 'check')
    expect(await counter()).toBe(0)
  })

  describe('misuse of a transaction', () => {
    const uses: Record<string, () => Promise<unknown>> = {
      'db.read': () => db.read.selectFrom('counter').selectAll().execute(),
      'db.write': () => db.write.updateTable('counter').set({ value: 1 }).execute(),
      'db.transaction': () => db.transaction(async () => 1),
    }

    test.each(Object.keys(uses))('a transaction refuses the use of %s inside itself', async (name) => {
      const work = db.transaction(async (tx) => {
        await tx.updateTable('counter').set({ value: 7 }).execute()
        await uses[name]?.()
      })
      await expect(work).rejects.toThrow(TransactionMisuse)
      expect(await counter()).toBe(0)
    })

    test('the handle db.write refuses to start a transaction', () => {
      expect(() => db.write.transaction()).toThrow(TransactionMisuse)
    })

    test('a statement after the end of its transaction is refused', async () => {
      const leaked = await db.transaction(async (tx) => ({ tx }))
      await expect(leaked.tx.updateTable('counter').set({ value: 1 }).execute()).rejects.toThrow()
      expect(await counter()).toBe(0)
    })
  })

  test('a promise that is started inside a transaction can use the database after the transaction has ended', async () => {
    const ended = Promise.withResolvers<void>()
    let later: Promise<number> | undefined
    await db.transaction(async () => {
      later = ended.promise.then(counter)
    })
    ended.resolve()
    expect(await later).toBe(0)
  })

  test('a transaction runs its last steps after all other statements, in the order in which they were added', async () => {
    const seen: number[] = []
    await db.transaction(async (tx) => {
      const read = async () => {
        seen.push((await tx.selectFrom('counter').select('value').executeTakeFirstOrThrow()).value)
      }
      takeLast(tx, async () => {
        await read()
        await tx.updateTable('counter').set({ value: 8 }).execute()
      })
      takeLast(tx, read)
      await tx.updateTable('counter').set({ value: 7 }).execute()
    })
    expect(seen).toEqual([7, 8])
    expect(await counter()).toBe(8)
    await db.write.updateTable('counter').set({ value: 0 }).execute()
  })

  test('a last step that throws undoes its transaction, and a last step outside a transaction is refused', async () => {
    const refusal = new Error('no seat left')
    const work = db.transaction(async (tx) => {
      takeLast(tx, () => Promise.reject(refusal))
      await tx.updateTable('counter').set({ value: 7 }).execute()
    })
    await expect(work).rejects.toBe(refusal)
    expect(await counter()).toBe(0)
    expect(() => takeLast(db.write, async () => {})).toThrow('open transaction')
  })

  test('a transaction that never ends is given up, and the next transaction can run', async () => {
    await counter() // opens the connections before the clock stops
    await db.transaction(async () => {})
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const begun = Promise.withResolvers<void>()
    const hanging = db.transaction(async (tx) => {
      await tx.updateTable('counter').set({ value: 7 }).execute()
      begun.resolve()
      await new Promise(() => {})
    })
    const refused = expect(hanging).rejects.toThrow(DatabaseUnavailable)
    await begun.promise
    vi.advanceTimersByTime(TRANSACTION_MS_MAX)
    await refused
    vi.useRealTimers()
    await db.transaction((tx) => tx.updateTable('counter').set({ value: 1 }).execute())
    expect(await counter()).toBe(1)
  })

  describe('a transaction that reads and then writes', () => {
    test('no update is lost in 800 transactions of 50 callers', async () => {
      await countUp(db, 800, 50)
      expect(await counter()).toBe(800)
    }, 60_000)

    test('no update is lost in 800 transactions of two processes', async () => {
      const other = runInOtherProcess('count', where)
      await countUp(db, 400, 20)
      expect(await other.exited).toBe(0)
      expect(await counter()).toBe(800)
    }, 60_000)
  })

  test('an acknowledged transaction survives kill -9, and no transaction is stored in part', async () => {
    for (let round = 0; round < 3; round++) {
      const writer = runInOtherProcess('writeForEver', where)
      const acknowledged: string[] = []
      for await (const pair of writer.lines) {
        if (acknowledged.push(pair) === 300) writer.kill()
      }
      await writer.exited
      const rows = await db.read.selectFrom('entry').select('id').execute()
      const ids = new Set(rows.map(({ id }) => id))
      expect(acknowledged.length).toBeGreaterThanOrEqual(300)
      expect(acknowledged.filter((pair) => !ids.has(`${pair}-a`) || !ids.has(`${pair}-b`))).toEqual([])
      const halves = [...ids].filter(
        (id) => !ids.has(id.endsWith('a') ? `${id.slice(0, -1)}b` : `${id.slice(0, -1)}a`),
      )
      expect(halves).toEqual([])
    }
  }, 60_000)

  if (engine === 'postgres')
    describe('a transaction on PostgreSQL', () => {
      test('control: transactions without the row lock lose updates', async () => {
        let begun = 0
        const caller = async () => {
          while (begun++ < 200) {
            await db.transaction(async (tx) => {
              const { value } = await tx.selectFrom('counter').select('value').executeTakeFirstOrThrow()
              await tx
                .updateTable('counter')
                .set({ value: value + 1 })
                .execute()
            })
          }
        }
        await Promise.all(Array.from({ length: 20 }, caller))
        const { value } = await db.read.selectFrom('counter').select('value').executeTakeFirstOrThrow()
        expect(value).toBeLessThan(200)
      })

      test('a transaction that is the victim of a deadlock runs again', async () => {
        await db.write.insertInto('counter').values({ name: 'second', value: 0 }).execute()
        let tries = 0
        const bothHaveOne = Promise.withResolvers<void>()
        let holders = 0
        const addOneTo = (first: string, second: string) =>
          db.transaction(async (tx) => {
            tries++
            const add = (name: string) =>
              tx
                .updateTable('counter')
                .set((eb) => ({ value: eb('value', '+', 1) }))
                .where('name', '=', name)
                .execute()
            await add(first)
            if (++holders === 2) bothHaveOne.resolve()
            await bothHaveOne.promise
            await add(second)
          })
        await Promise.all([addOneTo('main', 'second'), addOneTo('second', 'main')])
        // Both transactions may be the victim once on a busy machine.
        expect(tries).toBeGreaterThanOrEqual(3)
        const values = await db.read.selectFrom('counter').select('value').execute()
        expect(values).toEqual([{ value: 2 }, { value: 2 }])
      })

      test('a transaction that waits too long for a lock fails with “busy”', async () => {
        const release = Promise.withResolvers<void>()
        const isHeld = Promise.withResolvers<void>()
        const holder = db.transaction(async (tx) => {
          await tx.updateTable('counter').set({ value: 1 }).execute()
          isHeld.resolve()
          await release.promise
        })
        await isHeld.promise
        const waiting = db.transaction(async (tx) => {
          const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx)
          expect(rows[0]?.lock_timeout).toBe('5s')
          await sql`set local lock_timeout = '20ms'`.execute(tx)
          await tx.updateTable('counter').set({ value: 2 }).execute()
        })
        await expect(waiting).rejects.toSatisfy((error) => dbFault(error)?.fault === 'busy')
        release.resolve()
        await holder
      })

      test('a transaction whose connection is lost fails with “busy”, and the next one gets a new connection', async () => {
        const killer = new pg.Client((where as { url: string }).url)
        await killer.connect()
        const lost = db.transaction(async (tx) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
          await killer.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
          await tx.updateTable('counter').set({ value: 7 }).execute()
        })
        await expect(lost).rejects.toSatisfy((error) => dbFault(error)?.fault === 'busy')
        await killer.end()
        await db.transaction((tx) => tx.updateTable('counter').set({ value: 1 }).execute())
        expect(await db.read.selectFrom('counter').select('value').execute()).toEqual([{ value: 1 }])
      })
    })
})
