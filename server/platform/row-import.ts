import type * as z from 'zod/mini'
import type { ImportBody, ImportProblem } from '../../contract/row-import.ts'

/** A row that its schema could read, with its place in the file. */
export interface ImportedRow<T> {
  row: number
  value: T
}

/** Reads each row by itself: what is wrong with one keeps no other from being added. */
export function readRows<T>(
  schema: z.ZodMiniType<T, unknown>,
  rows: ImportBody['rows'],
): { valid: ImportedRow<T>[]; problems: ImportProblem[] } {
  const valid: ImportedRow<T>[] = []
  const problems: ImportProblem[] = []
  for (const [row, cells] of rows.entries()) {
    const parsed = schema.safeParse(cells)
    if (parsed.success) {
      valid.push({ row, value: parsed.data })
      continue
    }
    for (const { path, message } of parsed.error.issues) {
      problems.push({ row, column: path[0] === undefined ? null : String(path[0]), message })
    }
  }
  return { valid, problems }
}
