import type { Kysely } from 'kysely'
import { run } from './baseline/columns.ts'

/**
 * Staff mark a request for a bouquet as answered. Nobody knows which requests from before were answered, so none is
 * marked.
 */
export async function markRequests(db: Kysely<any>): Promise<void> {
  await run(db, 'alter table custom_request add column answered_at text')
  await run(
    db,
    'create index custom_request_answered on custom_request (answered_at, deleted_at, created_at, id)',
  )
}
