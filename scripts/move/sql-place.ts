import { isOfSearchIndex } from '../../server/db/search.ts'
import { unfinishedMoveTable } from '../../server/db/unfinished-move.ts'
import { type NamedPicture, namedPicturesSql } from '../../server/platform/backup/named-pictures.ts'
import { byName, type Cell, listed, type Mark, quoted, type Target, tablesThatStay } from './place.ts'

/** Runs one statement and returns its rows; each `?` stands for the next value. */
export type Run = <Row extends object = Record<string, Cell>>(
  text: string,
  values?: readonly Cell[],
) => Promise<Row[]>

type Shared = Pick<Target, 'listTables' | 'read' | 'listNamedPictures' | 'readMarks' | 'write' | 'forget'>

/**
 * Makes the steps whose SQL is the same on both engines. `columnsSql` selects each `column` with the `name` of its
 * table and its `place` in the primary key.
 */
export function createSqlPlace(run: Run, columnsSql: string) {
  const findColumns = () => run<{ name: string; column: string; place: number | null }>(columnsSql)
  const mark = (given: Mark) =>
    run(
      `insert into ${unfinishedMoveTable} (name, value) values (?, ?)
       on conflict (name) do update set value = excluded.value`,
      given,
    )
  const inTransaction = async (work: () => Promise<unknown>): Promise<void> => {
    await run('begin')
    try {
      await work()
      await run('commit')
    } catch (error) {
      await run('rollback')
      throw error
    }
  }
  const shared: Shared = {
    async listTables() {
      const byTable = Map.groupBy(await findColumns(), ({ name }) => name)
      const moving = [...byTable].filter(([name]) => !tablesThatStay.includes(name) && !isOfSearchIndex(name))
      const tables = moving.map(([name, columns]) => {
        const key = columns
          .filter(({ place }) => place !== null)
          .sort((a, b) => Number(a.place) - Number(b.place))
        const names = (some: typeof columns) => some.map(({ column }) => column)
        return { name, columns: names(columns).sort(), key: names(key) }
      })
      return tables.sort(byName)
    },

    async read({ name, columns, key }, after, rowsMax) {
      const from = after === null ? '' : `where (${listed(key)}) > (${key.map(() => '?').join(', ')})`
      const rows = await run(
        `select ${listed(columns)} from ${quoted(name)} ${from} order by ${listed(key)} limit ${rowsMax}`,
        after ?? [],
      )
      return rows.map((row) => columns.map((column) => row[column] ?? null))
    },

    listNamedPictures: () => run<NamedPicture>(namedPicturesSql),

    async readMarks() {
      const isBegun = (await findColumns()).some(({ name }) => name === unfinishedMoveTable)
      const marks = isBegun
        ? await run<{ name: string; value: string }>(`select * from ${unfinishedMoveTable}`)
        : []
      return new Map(marks.map(({ name, value }) => [name, value]))
    },

    async write({ name, columns }, rows, given) {
      const values = `(${columns.map(() => '?').join(', ')})`
      await inTransaction(async () => {
        await run(
          `insert into ${quoted(name)} (${listed(columns)}) values ${rows.map(() => values).join(', ')}`,
          rows.flat(),
        )
        await mark(given)
      })
    },

    async forget() {
      await run(`delete from ${unfinishedMoveTable} where name = 'source'`)
    },
  }
  /** Restores the foreign keys and triggers that `begin` dropped, does `work` and removes the marks. */
  const complete = async (work: () => Promise<unknown>): Promise<void> => {
    const marks = await shared.readMarks()
    await inTransaction(async () => {
      for (const text of JSON.parse(marks.get('undo') ?? '[]') as string[]) await run(text)
      await work()
      await run(`drop table ${unfinishedMoveTable}`)
    })
  }
  return { shared, mark, inTransaction, complete }
}
