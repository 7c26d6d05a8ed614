import type { Kysely } from 'kysely'
import { createIndexes, isPostgres, key, required, run, version, withAutoIncrementId } from './columns.ts'

/** Creates the tables that the server needs for its own work. */
export async function createSystem(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row tells every server that a topic has changed.
  await schema
    .createTable('change')
    .$call(withAutoIncrementId(db))
    .addColumn('topic', 'text', required)
    .addColumn('at', 'text', required)
    .execute()

  // A row is the answer to a public write with its key, so that the same request sent twice has no second effect.
  await schema
    .createTable('idempotency')
    .addColumn('key', 'text', required)
    .addColumn('endpoint', 'text', required)
    .addColumn('body_hash', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('response', 'text', required)
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('idempotency_key', ['endpoint', 'key'])
    .execute()

  // A row says who changed a record, and how. The account may be deleted later, so the row has a copy of its e-mail
  // address.
  await schema
    .createTable('audit_entry')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('record_id', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('action', 'text', required)
    // A list of changes, each with its field, the old value and the new value.
    .addColumn('changes', 'text', required)
    .addColumn('actor_id', 'text')
    .addColumn('actor_email', 'text')
    .addColumn('at', 'text', required)
    .execute()

  // A row is a deleted record, with the data that its domain needs to restore it.
  await schema
    .createTable('bin_entry')
    .addColumn('kind', 'text', required)
    .addColumn('record_id', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('data', 'text')
    .addColumn('deleted_by', 'text')
    .addColumn('deleted_at', 'text', required)
    .addPrimaryKeyConstraint('bin_entry_record', ['kind', 'record_id'])
    .execute()

  // A row is a file of records that staff imported, so that the whole import can be undone.
  await schema
    .createTable('file_import')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('created_by', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('taken_back_by', 'text')
    .addColumn('taken_back_at', 'text')
    .execute()

  // A row is a record that came from an imported file.
  await schema
    .createTable('file_import_row')
    .addColumn('import_id', 'text', (c) => c.notNull().references('file_import.id').onDelete('cascade'))
    .addColumn('record_id', 'text', required)
    .addPrimaryKeyConstraint('file_import_row_key', ['import_id', 'record_id'])
    .execute()

  // A row is a note of the team for itself.
  await schema
    .createTable('status_feedback')
    .addColumn('id', 'text', key)
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('priority', 'text', required)
    .addColumn('assigned_to', 'text', required)
    .addColumn('created_by', 'text', required)
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  // A row counts how often a network made a kind of request; the key is a hash of both. All servers on PostgreSQL share
  // the counts. On SQLite the single process counts in memory, and the table stays empty.
  await schema
    .createTable('rate_count')
    .addColumn('key', 'text', key)
    .addColumn('taken', 'bigint', required)
    .addColumn('ends_at', 'text', required)
    .execute()
  // Counts need not wait for the disk or a standby, and may be lost when the database crashes.
  if (isPostgres(db)) await run(db, 'alter table rate_count set unlogged')

  await createIndexes(db, {
    idempotency_created: 'idempotency (created_at)',
    audit_entry_at: 'audit_entry (at, id)',
    audit_entry_kind: 'audit_entry (kind, at, id)',
    audit_entry_record: 'audit_entry (kind, record_id, at, id)',
    audit_entry_actor: 'audit_entry (actor_id, at, id)',
    bin_entry_deleted: 'bin_entry (deleted_at, kind, record_id)',
    file_import_created: 'file_import (kind, created_at, id)',
    status_feedback_created: 'status_feedback (created_at, id)',
    rate_count_ends: 'rate_count (ends_at)',
  })
}
