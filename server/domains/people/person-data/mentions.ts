import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { folded } from '../../../../contract/folded.ts'
import { plainPhone } from '../../../../contract/phones.ts'

/** Characters that may separate the digits of a phone number. */
const between = ' ().-'

/** Makes a database condition that finds at least the rows that `saysOne` accepts. */
export function maySay(columns: readonly string[], words: readonly string[]): RawBuilder<SqlBool> {
  if (words.length === 0) return sql<SqlBool>`1 = 0`
  const said = sql`folded(${sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  )})`
  const digits = [...between].reduce((text, sign) => sql`replace(${text}, ${sign}, '')`, said)
  const each = words.map(
    (word) => sql`${isPhone(word) ? digits : said} like ${likePattern(word)} escape '\\'`,
  )
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}

const likePattern = (word: string) => `%${folded(word).replace(/[\\%_]/g, '\\$&')}%`

export const isPhone = (word: string) => /^\+?\d{5,15}$/.test(word) && plainPhone(word) === word

/** Matches whole words: `ana@post.example` is not in `susana@post.example`. Phones may have separators and a prefix. */
function patternOf(asked: string): RegExp {
  const word = asked.normalize('NFC')
  const said = isPhone(word)
    ? `(?:(?:\\+?91|0091|0)[${between}]*)?${[...word].map(literal).join(`[${between}]*`)}`
    : literal(word).replace(apostrophes, `[${apostrophe}]`).replace(tamilAu, '(?:\u0bcc|\u0bc6\u0bb3)')
  return new RegExp(`(?<![\\p{L}\\p{N}_.%+-])${said}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'giu')
}

/** Text is compared as if these characters were the same, as in `contract/folded.ts`. */
const apostrophe = "'\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032"
const apostrophes = new RegExp(`[${apostrophe}]`, 'g')
const tamilAu = /\u0bcc|\u0bc6\u0bb3/g

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

export function saysOne(text: string, words: readonly string[]): boolean {
  const composed = text.normalize('NFC')
  return words.some((word) => patternOf(word).test(composed))
}

/** Replaces words in a text. In JSON each value is changed on its own, so that the text stays valid JSON. */
export function without(text: string, words: readonly string[], instead: string): string {
  const patterns = words.map(patternOf)
  const written = (value: string) =>
    patterns.reduce((said, pattern) => said.replace(pattern, instead), value.normalize('NFC'))
  if (!/^[[{]/.test(text)) return written(text)
  try {
    const each = (_: string, value: unknown) => (typeof value === 'string' ? written(value) : value)
    return JSON.stringify(JSON.parse(text, each))
  } catch {
    return written(text)
  }
}
