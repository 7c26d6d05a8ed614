import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { listMessages, MessageState } from '../../../contract/messages.ts'
import { changesRow } from '../../db/changes-row.ts'
import type { Queryable } from '../../db/open.ts'
import { type PageList, readPage } from '../../db/page.ts'
import type { Schema, Tx } from '../../db/schema.ts'

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

export type MessagesQuery = QueryOf<typeof listMessages>

const messageList: PageList<MessagesQuery> = {
  sorts: { newest: ['desc', 'created_at'] },
  tie: ['id'],
  words: ['recipient', 'data'],
  filters: {
    state: (state) => sql<SqlBool>`status in (${sql.join(statusesOf[state])})`,
    channel: 'channel',
  },
}

export function listMessagePage(db: Queryable, query: MessagesQuery) {
  return readPage(db.selectFrom('outbox').selectAll(), messageList, query)
}

export function findMessage(db: Queryable, id: string): Promise<OutboxRow | undefined> {
  return db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
}

/** False where the worker, or somebody else, has changed the row's state since it was read. */
export async function updateMessage(
  tx: Tx,
  row: Pick<OutboxRow, 'id' | 'status' | 'attempts'>,
  changes: Updateable<Schema['outbox']>,
): Promise<boolean> {
  return changesRow(
    tx
      .updateTable('outbox')
      .set(changes)
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .where('attempts', '=', row.attempts),
  )
}

export async function insertMessage(tx: Tx, row: Insertable<Schema['outbox']>): Promise<void> {
  await tx.insertInto('outbox').values(row).execute()
}
