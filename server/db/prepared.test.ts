import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { type At, type EachAt, planName, prepare, prepareForEach, prepareInsert, rowAt } from './prepared.ts'

interface Row {
  name: string
  value: string
}

const insert = prepare((db, at: At<Row & { at: string }>) =>
  db
    .insertInto('setting')
    .values({ ...rowAt(['name', 'value'], at), updated_at: at((row) => row.at) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(['name', 'value']),
)
const find = prepare((db, at: At<string>) =>
  db.selectFrom('setting').select(['name', 'value']).where('name', '=', at()),
)

const findAll = prepareForEach((db, at: EachAt<string>, length) =>
  db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where(
      'name',
      'in',
      Array.from({ length }, (_, n) => at((names) => names[n] ?? '')),
    )
    .orderBy('name'),
)
const insertAll = prepareInsert('setting', (rows) => rows.returning('name'))

onEachDatabase('a prepared statement, whose SQL is built once', freshDatabase, ({ db }, engine) => {
  const row = (name: string, value: string) => ({ name, value, at: '2026-03-02T06:30:00.000Z' })

  test('a prepared statement runs with the values of each call, inside and outside a transaction', async () => {
    expect((await insert(db.write, row('test.a', "1'; drop table setting --"))).rows).toEqual([
      { name: 'test.a', value: "1'; drop table setting --" },
    ])
    await db.transaction(async (tx) => {
      await insert(tx, row('test.b', '2'))
      expect((await find(tx, 'test.b')).rows).toEqual([{ name: 'test.b', value: '2' }])
    })
    const many = await Promise.all(['test.a', 'test.b', 'test.c'].map((name) => find(db.read, name)))
    expect(many.map(({ rows }) => rows.map(({ value }) => value))).toEqual([
      ["1'; drop table setting --"],
      ['2'],
      [],
    ])
  })

  test('a prepared statement reports how many rows it changed, and refuses undefined as a value', async () => {
    expect((await insert(db.write, row('test.a', '1'))).numAffectedRows).toBe(1n)
    expect((await insert(db.write, row('test.a', '2'))).numAffectedRows).toBe(0n)
    await expect(insert(db.write, row('test.b', undefined as never))).rejects.toThrow('parameter')
    expect((await find(db.read, 'test.a')).rows).toEqual([{ name: 'test.a', value: '1' }])
  })

  test('PostgreSQL plans a prepared statement once, and caches no plan for other statements', async () => {
    if (engine === 'sqlite') {
      await find(db.read, 'test.a')
      expect(planName('select "name", "value" from "setting" where "name" = ?')).toMatch(/^malar_\d+$/)
      return
    }
    const plans = await db.transaction(async (tx) => {
      await find(tx, 'test.a')
      await find(tx, 'test.b')
      await tx.selectFrom('setting').select('value').where('name', '=', 'test.a').execute()
      return sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx)
    })
    expect(plans.rows).toEqual([{ statement: 'select "name", "value" from "setting" where "name" = $1' }])
  })

  test('a prepared statement takes a list of any length, and rows with their columns in any order', async () => {
    const updated_at = '2026-03-02T06:30:00.000Z'
    const names = async (of: string[]) => (await findAll(db.read, of)).rows.map(({ name }) => name)
    await insertAll(db.write, [{ name: 'each.a', value: '1', updated_at }])
    await insertAll(db.write, [
      { updated_at, value: '2', name: 'each.b' },
      { updated_at, value: '3', name: 'each.c' },
    ])
    expect(await names(['each.b'])).toEqual(['each.b'])
    expect(await names(['each.a', 'each.c'])).toEqual(['each.a', 'each.c'])
    expect(await names(['each.c', 'each.b'])).toEqual(['each.b', 'each.c'])
    expect((await findAll(db.read, ['each.a', 'each.b', 'each.c'])).rows.map(({ value }) => value)).toEqual([
      '1',
      '2',
      '3',
    ])
  })
})
