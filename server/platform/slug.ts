import type { Insertable } from 'kysely'
import { beginningOf } from '../../contract/graphemes.ts'
import type { Schema, Tx } from '../db/schema.ts'

const lengthMax = 80

/**
 * Turns `Bridal Bouquets & More` into `bridal-bouquets-more`. Returns `otherwise` if nothing remains of the title.
 */
export function slugOf(title: string, otherwise: string): string {
  const plain = romanised(title)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
  const slug = beginningOf(plain.replace(/[^a-z0-9]+/g, '-'), lengthMax).replace(/^-|-$/g, '')
  return slug === '' ? otherwise : slug
}

export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let candidate = slug
  for (let count = 2; taken.has(candidate); count++) candidate = `${slug}-${count}`
  return candidate
}

type SluggedTable = 'course' | 'product'

/** Inserts every row. If a slug is reserved, or another row has it, the row gets a numbered slug. */
export async function insertWithSlugs<Table extends SluggedTable>(
  tx: Tx,
  table: Table,
  rows: readonly (Insertable<Schema[Table]> & { id: string; slug: string })[],
  reserved: readonly string[] = [],
) {
  // A row is not inserted if another caller took its slug at the same moment. The next round chooses another slug.
  for (let waiting = rows; waiting.length > 0; ) {
    const taken = await listTaken(
      tx,
      table,
      waiting.map(({ slug }) => slug),
      reserved,
    )
    const slugged = waiting.map((row) => {
      const slug = freeSlug(row.slug, taken)
      taken.add(slug)
      return { ...row, slug }
    })
    const inserted = await tx
      .insertInto<SluggedTable>(table)
      .values(slugged as never)
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .execute()
    const ids = new Set(inserted.map(({ id }) => id))
    waiting = waiting.filter(({ id }) => !ids.has(id))
  }
}

/**
 * Finds existing slugs, including those of deleted rows: the wanted slugs, and the numbered variants of those that
 * collide.
 */
async function listTaken(
  tx: Tx,
  table: SluggedTable,
  wanted: readonly string[],
  reserved: readonly string[],
): Promise<Set<string>> {
  const slugs = tx.selectFrom(table).select('slug')
  const rows = await slugs.where('slug', 'in', wanted).execute()
  const taken = new Set([...reserved, ...rows.map(({ slug }) => slug)])
  const contested = wanted.filter((slug, n) => taken.has(slug) || wanted.indexOf(slug) !== n)
  for (const slug of new Set(contested)) {
    const like = await slugs.where('slug', 'like', `${slug}-%`).execute()
    for (const row of like) taken.add(row.slug)
  }
  return taken
}

const pairs = (text: string) => new Map(text.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]))

// ISO 15919 without diacritics. A consonant letter includes the vowel a; a vowel sign after it replaces that vowel, and
// a dot removes it.
const consonants = pairs('கk ஙn சc ஜj ஞn டt ணn தt நn னn பp மm யy ரr றr லl ளl ழl வv ஶs ஷs ஸs ஹh')
const vowels = pairs('அa ஆa இi ஈi உu ஊu எe ஏe ஐai ஒo ஓo ஔau ஃk')
const signs = pairs(
  '\u0bbea \u0bbfi \u0bc0i \u0bc1u \u0bc2u \u0bc6e \u0bc7e \u0bc8ai \u0bcao \u0bcbo \u0bccau \u0bcd',
)
const digitZero = 0x0be6

/** Writes Tamil in Latin letters: `மலர் அலங்காரம்` → `malar alankaram`. */
function romanised(text: string): string {
  return text
    .normalize('NFC')
    .replace(
      /([\u0b95-\u0bb9])([\u0bbe-\u0bcd]?)/g,
      (whole, consonant: string, sign: string) =>
        `${consonants.get(consonant) ?? whole}${sign === '' ? 'a' : (signs.get(sign) ?? '')}`,
    )
    .replace(/[\u0b83-\u0b94]/g, (vowel) => vowels.get(vowel) ?? vowel)
    .replace(/[\u0be6-\u0bef]/g, (digit) => String(digit.charCodeAt(0) - digitZero))
}
