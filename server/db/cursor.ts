import { refusal } from '../../contract/errors.ts'
import { isStorable } from '../../contract/primitives.ts'

/** Where a page of a list ended: the values it is sorted by, of its last row. */
export type CursorValues = (string | number)[]

/** The text that stands for it on the wire (reading W6). */
export function encodeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** What a column that a list is sorted by holds: PostgreSQL refuses to compare it with anything else. */
export type CursorColumn = keyof typeof fitsColumn

const fitsColumn = {
  text: (value: unknown) => typeof value === 'string' && isStorable(value),
  integer: (value: unknown) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  bigint: (value: unknown) => Number.isSafeInteger(value),
}

/** @throws `bad_request` for a text that `encodeCursor` did not make of values of these columns */
export function decodeCursor(
  cursor: string,
  columns: readonly CursorColumn[] = ['text', 'text'],
): CursorValues {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isOurs =
      Array.isArray(values) &&
      values.length === columns.length &&
      columns.every((column, n) => fitsColumn[column](values[n]))
    if (isOurs) return values
  } catch {
    // not ours: refused below
  }
  throw refusal('no-such-page')
}

/** What was typed into a search box as the pattern of a `lower(x) like … escape '\'`. */
export function searchPattern(typed: string): string {
  return `%${typed
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, (special) => `\\${special}`)}%`
}
