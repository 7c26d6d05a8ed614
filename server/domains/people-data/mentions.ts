import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether one of the columns says one of the words, in small letters or capitals: more than `saysOne` finds, never less. */
export function maySay(columns: readonly string[], words: readonly string[]): RawBuilder<SqlBool> {
  if (words.length === 0) return sql<SqlBool>`1 = 0`
  const said = sql`lower(${sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  )})`
  const each = words.map((word) => sql`${said} like ${pattern(word)} escape '\\'`)
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}

const pattern = (word: string) => `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Whether the text says one of the words as a whole: `ana@post.example` is not in `susana@post.example`. */
export function saysOne(text: string, words: readonly string[]): boolean {
  const small = text.toLowerCase()
  return words.some((word) => isIn(small, word.toLowerCase()))
}

function isIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (
      !/[\p{L}\p{N}_.%+-]$/u.test(text.slice(0, at)) &&
      !/^[\p{L}\p{N}_-]|^\.[\p{L}\p{N}]/u.test(text.slice(at + word.length))
    )
      return true
  }
  return false
}
