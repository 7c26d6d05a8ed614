import { folded } from '../../../../contract/folded.ts'
import { plainPhone } from '../../../../contract/phones.ts'
import type { Queryable } from '../../../db/open.ts'
import { erased, type OtherKind, otherPeople } from '../../../db/personal-data.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import { isPhone } from './mentions.ts'
import * as repository from './person-data.repository.ts'
import { type Row, textOf } from './person-data.repository.ts'

export type Elsewhere = Record<OtherKind, Row[]>

export const otherKinds = Object.keys(otherPeople) as OtherKind[]

export const endedOrders = ['delivered', 'completed', 'cancelled']

type Asked = Record<'addresses' | 'phones' | 'names', string[]>

/** Shorter names occur in almost every text. */
const nameLengthMin = 3

export async function readAsked(db: Queryable, typed: readonly string[]) {
  const asked: Asked = { addresses: [], phones: [], names: [] }
  for (const one of typed.map((word) => word.trim().replace(/\s+/g, ' '))) {
    const phone = plainPhone(one)
    if (one.includes('@')) {
      // The placeholder address is shared by everybody who was erased.
      if (mailboxOf(one) !== mailboxOf(erased.email)) asked.addresses.push(one)
    } else if (isPhone(phone)) asked.phones.push(phone)
    else if (!(await addNumbered(db, one, asked)) && one.length >= nameLengthMin) asked.names.push(one)
  }
  asked.names = asked.names.filter((name) => folded(name) !== folded(erased.name))
  return asked
}

/**
 * Adds the recipient or guest of a numbered order or seat. If there is no recipient or guest, adds the buyer or payer.
 * False for an unknown number.
 */
async function addNumbered(db: Queryable, number: string, asked: Asked): Promise<boolean> {
  let isKnown = false
  for (const kind of otherKinds) {
    const { table, by } = otherPeople[kind]
    if (!('number' in by)) continue
    for (const row of await repository.listWith(db, table, by.number, [number])) {
      isKnown = true
      const other = isOther(kind, row)
      const phone = other ? ('phone' in by ? textOf(row, by.phone) : '') : textOf(row, 'phone')
      const email = other ? '' : textOf(row, 'email')
      if (email !== '' && email !== erased.email) asked.addresses.push(email)
      else if (isPhone(plainPhone(phone))) asked.phones.push(plainPhone(phone))
      else asked.names.push(textOf(row, by.name))
    }
  }
  return isKnown
}

/** True if the row names a person other than its buyer or payer. */
export function isOther(kind: OtherKind, row: Row): boolean {
  const name = textOf(row, otherPeople[kind].by.name)
  if (name === '' || name === erased.name) return false
  if (kind === 'guest') return row['group_id'] !== null && row['group_id'] !== row.id && row['is_named'] === 1
  return kind === 'savedRecipient' || plainPhone(textOf(row, 'recipient_phone')) !== textOf(row, 'phone')
}

/** Finds other people's rows that name a person with one of these phones. */
export async function findElsewhere(db: Queryable, phones: readonly string[], theirs: ReadonlySet<string>) {
  const found: Elsewhere = { recipient: [], savedRecipient: [], guest: [] }
  for (const kind of otherKinds) {
    const { table, by } = otherPeople[kind]
    if (!('phone' in by)) continue
    const rows = await repository.listRows(
      db,
      table,
      repository.isOneOf(by.phone, repository.writtenOf(phones)),
    )
    found[kind] = rows.filter(
      (row) => !theirs.has(row.id) && !theirs.has(textOf(row, 'user_id')) && isOther(kind, row),
    )
  }
  return found
}

/** Lists the rows that belong to these parent rows, such as the delivery attempts of an order. */
export async function listParts(db: Queryable, kind: OtherKind, ids: readonly string[]) {
  const { parts = {} } = otherPeople[kind] as { parts?: Record<string, string> }
  const found: Record<string, Row[]> = {}
  for (const [table, column] of Object.entries(parts)) {
    found[table] = await repository.listRows(db, table as 'shop_order_item', repository.isOneOf(column, ids))
  }
  return found
}
