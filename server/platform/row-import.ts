import type * as z from 'zod/mini'
import type { ImportBody, ImportProblem, ImportReport } from '../../contract/row-import.ts'
import type { Database, Queryable } from '../db/open.ts'
import type { Tx } from '../db/schema.ts'
import type { Actor } from './audit.ts'
import type { Clock } from './clock.ts'
import { createFileImports, type RecordsOfFiles } from './file-imports.ts'
import type { Ids } from './ids.ts'

const writtenAtOnce = 200

interface ImportedRecords<Row> {
  schema: z.ZodMiniType<Row, unknown>
  /**
   * A text that only one record may have. If a file is imported twice, the second import therefore adds nothing.
   */
  unique?: {
    column: string
    keyOf(row: Row): string
    listTaken(source: Queryable, keys: readonly string[]): Promise<string[]>
    taken: string
  }
  /**
   * Finds problems that need the database. The results are in the order of the rows; null means that a row has no
   * problem.
   */
  examine?(source: Queryable, rows: readonly Row[]): Promise<(Omit<ImportProblem, 'row'> | null)[]>
  add(tx: Tx, rows: readonly Row[], by: Actor): Promise<readonly { id: string }[]>
  isUsed?(source: Queryable, id: string): Promise<boolean>
}

export type RowImport = ReturnType<typeof createRowImport>

export function createRowImport<Row>(
  deps: { db: Database; clock: Clock; ids: Ids },
  kind: RecordsOfFiles,
  records: ImportedRecords<Row>,
) {
  const { read } = deps.db
  const files = createFileImports(deps, kind, records.isUsed)
  async function readRows(source: Queryable, rows: ImportBody['rows']) {
    const { schema, unique } = records
    const parsed = rows.map((cells, row) => ({ row, ...schema.safeParse(cells) }))
    const problems = parsed.flatMap(({ row, error }) =>
      (error?.issues ?? []).map(({ path: [column], message }): ImportProblem => {
        return { row, column: column === undefined ? null : String(column), message }
      }),
    )
    const wellFormed = parsed.flatMap(({ row, data, success }) => (success ? [{ row, value: data }] : []))
    const values = wellFormed.map(({ value }) => value)
    const found = (await records.examine?.(source, values)) ?? []
    problems.push(...wellFormed.flatMap(({ row }, n) => (found[n] ? [{ row, ...found[n] }] : [])))
    const readable = wellFormed.filter((_, n) => !found[n])
    problems.sort((a, b) => a.row - b.row)
    if (!unique) return { valid: readable.map(({ value }) => value), problems }
    const keys = readable.map(({ value }) => unique.keyOf(value))
    const taken = new Set(await unique.listTaken(source, keys))
    const valid: Row[] = []
    for (const [n, { row, value }] of readable.entries()) {
      const key = keys[n] as string
      if (taken.has(key)) problems.push({ row, column: unique.column, message: unique.taken })
      else valid.push(value)
      taken.add(key)
    }
    return { valid, problems: problems.sort((a, b) => a.row - b.row) }
  }

  return {
    async check(rows: ImportBody['rows']): Promise<ImportReport> {
      const { valid, problems } = await readRows(read, rows)
      return { valid: valid.length, problems }
    },
    async run(tx: Tx, rows: ImportBody['rows'], by: Actor): Promise<ImportReport> {
      const { valid, problems } = await readRows(tx, rows)
      const added: string[] = []
      for (const part of inParts(valid)) {
        added.push(...(await records.add(tx, part, by)).map(({ id }) => id))
      }
      await files.remember(tx, added, by)
      return { valid: valid.length, problems }
    },
    list: files.list,
    takeBack: files.takeBack,
  }
}

export function oneByOne<Row>(add: (tx: Tx, row: Row, by: Actor) => Promise<{ id: string }>) {
  return async (tx: Tx, rows: readonly Row[], by: Actor): Promise<{ id: string }[]> => {
    const added: { id: string }[] = []
    for (const row of rows) added.push(await add(tx, row, by))
    return added
  }
}

export function inParts<T>(all: readonly T[], size = writtenAtOnce): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
}
