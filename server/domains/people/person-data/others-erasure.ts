import { type SqlBool, sql } from 'kysely'
import {
  columnsOf,
  erased,
  type erasedValues,
  type OtherKind,
  otherPeople,
  personalData,
} from '../../../db/personal-data.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import { maySay, without } from './mentions.ts'
import { otherKinds } from './others-search.ts'
import { namedIn, parts } from './person-data.en.ts'
import * as repository from './person-data.repository.ts'
import { idsOf, isOneOf, type Row } from './person-data.repository.ts'
import type { Person } from './person-search.ts'
import { isRow } from './person-words.ts'

/** Tables that copy text from other rows, with the columns that refer to these rows. */
const traces = {
  outbox: ['about', 'cause', 'data'],
  idempotency: ['response'],
  audit_entry: ['record_id', 'changes'],
  bin_entry: ['record_id', 'data'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>

/**
 * Erases a person from other people's rows: from orders as a recipient, from seats as a guest, and from texts. Rows in
 * `kept` belong to unfinished orders or seats, and stay.
 */
export async function eraseFromOthers(tx: Tx, person: Person, kept: ReadonlySet<string>) {
  const counts: [what: string, rows: number][] = []
  const pictures: string[] = []
  const messageIds: string[] = []
  for (const kind of otherKinds) {
    const rows = person.elsewhere[kind].filter(({ id }) => !kept.has(id))
    if (rows.length === 0) continue
    messageIds.push(...(await eraseRepeated(tx, kind, rows, person.said)))
    pictures.push(...(await eraseOther(tx, kind, idsOf(rows))))
    counts.push([namedIn[kind], rows.length])
  }
  const texts = person.words.filter(({ key }) => !kept.has(key))
  for (const { table, columns, row: first, more } of texts) {
    for (const row of [first, ...more]) {
      await writeOverText(tx, table, row, { columns, words: person.said })
      if (table === 'outbox') messageIds.push(row.id)
    }
  }
  if (texts.length > 0) counts.push([parts.writtenByOthers, texts.length])
  return { counts, pictures, messageIds }
}

async function eraseOther(tx: Tx, kind: OtherKind, ids: string[]): Promise<string[]> {
  const { table, parts = {} } = otherPeople[kind] as { table: keyof Schema; parts?: Record<string, string> }
  await eraseColumns(tx, table, kind, isOneOf('id', ids))
  const shown: string[] = []
  for (const [name, column] of Object.entries(parts)) {
    const part = name as keyof Schema
    const isTheirs = isOneOf(column, ids)
    // The photograph of the flowers belongs to the buyer. The photograph of the door shows the recipient's home.
    const which = part === 'order_photograph' ? sql<SqlBool>`(${isTheirs} and kind = 'door')` : isTheirs
    for (const { picture_base } of await repository.listRows(tx, part, which)) {
      if (typeof picture_base === 'string') shown.push(picture_base)
    }
    await eraseColumns(tx, part, kind, which)
  }
  return shown
}

/**
 * Deletes the rows if `personalData` has `ends: 'row'` for all these columns. Otherwise overwrites only the columns.
 */
async function eraseColumns(tx: Tx, table: keyof Schema, kind: OtherKind, which: ReturnType<typeof isOneOf>) {
  const columns = [...columnsOf(table, kind), ...(kind === 'guest' ? columnsOf(table, 'words') : [])]
  const ends = personalData[table].columns as Record<string, { ends: unknown } | 'never'>
  const isWhole = columns.every((column) => {
    const one = ends[column]
    return one !== undefined && one !== 'never' && one.ends === 'row'
  })
  if (isWhole) await repository.deleteRows(tx, table, which)
  else await repository.writeOver(tx, table, which, columns)
}

/** Erases copies in e-mails, stored responses, the bin and the audit log. Returns the ids of the changed e-mails. */
async function eraseRepeated(tx: Tx, kind: OtherKind, rows: readonly Row[], said: readonly string[]) {
  const ids = rows.flatMap(({ id, group_id }) => [id, ...(typeof group_id === 'string' ? [group_id] : [])])
  const { table } = otherPeople[kind]
  const values = rows.flatMap((row) => columnsOf(table, kind).map((column) => String(row[column] ?? '')))
  // Longer words are replaced first. Replacing the area's name first would change the addresses that contain this name,
  // so that these addresses would not be found.
  const words = [...new Set([...said, ...values])]
    .filter((word) => word.length > 2)
    .sort((a, b) => b.length - a.length)
  const messageIds: string[] = []
  for (const [name, naming] of Object.entries(traces)) {
    const trace = name as keyof typeof traces
    // The cause stays, because it prevents the same e-mail from being sent again.
    const columns = columnsOf(trace, 'trace').filter((column) => column !== 'cause')
    for (const row of await repository.listRows(tx, trace, maySay(naming, ids))) {
      const isChanged = await writeOverText(tx, trace, row, { columns, words })
      if (isChanged && trace === 'outbox') messageIds.push(row.id)
    }
  }
  return messageIds
}

async function writeOverText(
  tx: Tx,
  table: keyof Schema,
  row: Row,
  { columns, words }: { columns: readonly string[]; words: readonly string[] },
): Promise<boolean> {
  const values: ReturnType<typeof erasedValues> = {}
  for (const column of columns) {
    const text = row[column]
    if (typeof text !== 'string') continue
    const left = without(text, words, erased.name)
    if (left !== text) values[column] = left
  }
  if (Object.keys(values).length === 0) return false
  await repository.setColumns(tx, table, values, isRow(table, row))
  return true
}
