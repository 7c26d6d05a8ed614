import { sql } from 'kysely'
import type { TestApp } from './app.ts'

const fillers = [
  'Birthday/Anniversary/Engagement/',
  'meena.krishnan@arrangements.example.',
  'Donaudampfschifffahrtsgesellschaft',
  'திருமணவரவேற்புமலர்அலங்காரங்கள்',
  '👩🏽‍🌾🌺🪷💐',
] as const

/**
 * The greatest length of a name. A name of this length is wider than the back office's content in a window of 1024 px.
 */
const lengthMax = 120

/**
 * Makes a long word of a text. The same text gives the same word, and different texts give different words, so that
 * names still match.
 */
export function longWord(text: string): string {
  const number = [...text].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0)
  const filler = fillers[number % fillers.length] ?? fillers[0]
  let word = text.replace(/\s+/g, '')
  while (word.length + filler.length <= lengthMax) word += filler
  return word
}

const longAddress = (email: string) =>
  `${email.replace('@', '.of.the.flower.arrangements.in.mylapore@')}`.replace(
    /@.*$/,
    (host) => `${host}.of-the-arrangements-and-of-all-who-learn-them.example`,
  )

const isJson = (text: string) => /^[[{]/.test(text)
const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
/** True if a text has several words, unlike a date or a time. */
const isWords = (text: string) => /\p{L}\S*\s|\s\S*\p{L}{3}/u.test(text)

/** Tables whose texts the program itself reads, although they look like typed words. */
const asIs = ['change', 'idempotency', 'session', 'user', 'account', 'known_device', 'setting']
/** Columns of typed words whose values in the demonstration are single words, so that `isWords` does not find them. */
const alsoWords = [
  'course.category',
  'product.categories',
  'product_size.name',
  'instructor.name',
  'journal_tag.name',
]

/**
 * Makes every text and address of a school long and unbreakable, in Latin, Tamil or emoji. The function finds the
 * columns by their content, because a text of several words is a text that a person typed. So a new column needs no
 * entry here.
 */
export async function lengthenTexts({ db }: TestApp): Promise<void> {
  const rowsOf = async <Row>(query: string) => (await sql.raw<Row>(query).execute(db.write)).rows
  const tables = await rowsOf<{ name: string }>(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite%'",
  )
  const columns: { table: string; column: string; values: string[] }[] = []
  for (const { name: table } of tables.filter(({ name }) => !asIs.includes(name))) {
    const known = await rowsOf<{ name: string; type: string }>(`pragma table_info("${table}")`)
    for (const { name: column } of known.filter(({ type }) => /text/i.test(type))) {
      const found = await rowsOf<{ value: string }>(
        `select distinct "${column}" as value from "${table}" where "${column}" <> ''`,
      )
      columns.push({ table, column, values: found.map(({ value }) => value) })
    }
  }
  const isTyped = ({ table, column, values }: (typeof columns)[number]) =>
    alsoWords.includes(`${table}.${column}`) || values.some((value) => !isJson(value) && isWords(value))
  const typed = new Set(columns.filter(isTyped).flatMap(({ values }) => values))
  const within = (value: unknown): unknown => {
    if (typeof value === 'string')
      return isAddress(value)
        ? longAddress(value)
        : typed.has(value) || isWords(value)
          ? longWord(value)
          : value
    if (Array.isArray(value)) return value.map(within)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, within(inner)]))
  }
  await db.transaction(async (tx) => {
    for (const one of columns) {
      const isOfWords = isTyped(one)
      for (const value of one.values) {
        const long = isJson(value)
          ? JSON.stringify(within(JSON.parse(value)))
          : isAddress(value)
            ? longAddress(value)
            : isOfWords
              ? longWord(value)
              : value
        if (long === value) continue
        const column = sql.ref(one.column)
        await sql`update ${sql.table(one.table)} set ${column} = ${long} where ${column} = ${value}`.execute(
          tx,
        )
      }
    }
  })
}
