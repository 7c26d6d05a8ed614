import { DomainError } from '../../contract/errors.ts'

/** Where a page of a list ended: the values it is sorted by, of its last row. */
export type CursorValues = (string | number)[]

/** The text that stands for it on the wire (reading W6). */
export function encodeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** @throws `bad_request` for a text that `encodeCursor` did not make of `length` values */
export function decodeCursor(cursor: string, length: number): CursorValues {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isValue = (value: unknown) => typeof value === 'string' || Number.isFinite(value)
    if (Array.isArray(values) && values.length === length && values.every(isValue)) return values
  } catch {
    // not ours: refused below
  }
  throw new DomainError('bad_request', {
    message: 'That page of the list does not exist. Please go back to its first page.',
  })
}

/** What was typed into a search box as the pattern of a `lower(x) like … escape '\'`. */
export function searchPattern(typed: string): string {
  return `%${typed
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, (special) => `\\${special}`)}%`
}
