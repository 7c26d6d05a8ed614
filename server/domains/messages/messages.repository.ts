import {
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely'
import type { MessageState } from '../../../contract/messages.ts'
import { type CursorValues, searchPattern } from '../../db/cursor.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

type Tx = Transaction<Schema>

export type OutboxRow = Selectable<Schema['outbox']>
type Status = OutboxRow['status']

const statusesOf: Record<MessageState, Status[]> = {
  queued: ['queued', 'sending'],
  'by-hand': ['by-hand'],
  held: ['held'],
  sent: ['sent'],
  failed: ['dead'],
}

export function stateOf(status: Status): MessageState {
  if (status === 'dead') return 'failed'
  return status === 'sending' ? 'queued' : status
}

/** One page, newest first. */
export function listMessageRows(
  db: Queryable,
  query: {
    limit: number
    after: CursorValues | null
    search: string | null
    state: MessageState | null
    channel: OutboxRow['channel'] | null
  },
): Promise<OutboxRow[]> {
  let rows = db.selectFrom('outbox').selectAll()
  if (query.state !== null) rows = rows.where('status', 'in', statusesOf[query.state])
  if (query.channel !== null) rows = rows.where('channel', '=', query.channel)
  if (query.search !== null) {
    const pattern = searchPattern(query.search)
    rows = rows.where(sql<SqlBool>`lower(recipient || ' ' || data) like ${pattern} escape '\\'`)
  }
  if (query.after !== null) {
    rows = rows.where(sql<SqlBool>`(created_at, id) < (${query.after[0]}, ${query.after[1]})`)
  }
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(query.limit).execute()
}

export function findMessage(db: Queryable, id: string): Promise<OutboxRow | undefined> {
  return db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
}

/** False where the row is no longer in the state that was looked at: the worker, or somebody else, was there. */
export async function updateMessage(
  tx: Tx,
  row: Pick<OutboxRow, 'id' | 'status' | 'attempts'>,
  changes: Updateable<Schema['outbox']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set(changes)
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .where('attempts', '=', row.attempts)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function insertMessage(tx: Tx, row: Insertable<Schema['outbox']>): Promise<void> {
  await tx.insertInto('outbox').values(row).execute()
}
