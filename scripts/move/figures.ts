import { hash } from 'node:crypto'
import type { Cell, PictureHead, Place, Table } from './place.ts'

export interface Figures {
  rows: number
  /** The sum of each money column, by the column's name. */
  sumsInPaise: Record<string, number>
  /** Covers all values, but not the order of the rows, because the engines sort texts in different ways. */
  digest: string
}

const rowsAtOnce = 2_000
const digestSize = 1n << 128n

export async function figuresOf(place: Place, table: Table): Promise<Figures> {
  const money = table.columns.flatMap((name, at) => (name.endsWith('_in_paise') ? [{ name, at }] : []))
  const sumsInPaise = Object.fromEntries(money.map(({ name }) => [name, 0]))
  let rows = 0
  let digest = 0n
  for await (const some of batchesOf(place, table, null, rowsAtOnce)) {
    rows += some.length
    for (const row of some) {
      for (const { name, at } of money) sumsInPaise[name] = (sumsInPaise[name] ?? 0) + Number(row[at] ?? 0)
      digest = (digest + digestOf(JSON.stringify(row.map(comparable)))) % digestSize
    }
  }
  return { rows, sumsInPaise, digest: digest.toString(16) }
}

export function figuresOfPictures(heads: readonly PictureHead[]): Figures {
  const digests = heads.map(({ name, hash: ofBytes }) => digestOf(`${name} ${ofBytes}`))
  const digest = digests.reduce((sum, one) => (sum + one) % digestSize, 0n)
  return { rows: heads.length, sumsInPaise: {}, digest: digest.toString(16) }
}

export async function* batchesOf(place: Place, table: Table, after: Cell[] | null, rowsMax: number) {
  for (let last = after; ; ) {
    const rows = await place.read(table, last, rowsMax)
    if (rows.length === 0) return
    yield rows
    last = keyOf(table, rows.at(-1) ?? [])
  }
}

export const keyOf = ({ columns, key }: Table, row: Cell[]): Cell[] =>
  key.map((name) => row[columns.indexOf(name)] ?? null)

const digestOf = (text: string): bigint => BigInt(`0x${hash('sha256', text).slice(0, 32)}`)

/** Rounds fractions to the four bytes that PostgreSQL keeps, so that both engines have the same value. */
function comparable(cell: Cell): Cell {
  if (cell instanceof Uint8Array) return hash('sha256', cell)
  return typeof cell === 'number' && !Number.isInteger(cell) ? Math.fround(cell) : cell
}

export function sentenceOf(name: string, { rows, sumsInPaise }: Figures): string {
  const sums = Object.entries(sumsInPaise).map(([column, sum]) => `, ${column} ${sum}`)
  return `  ${name}: ${rows}${sums.join('')}\n`
}
