import { type Kysely, sql } from 'kysely'

/** What staff do with people: students without an address, corrected seats, people who are one, imports taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await letStudentsHaveNoAddress(db)
  const { schema } = db
  // Rises with each correction of the address: a link that an earlier address has proves nothing any more.
  await schema
    .alterTable('seat')
    .addColumn('proof_turn', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  // Two records of one person, of any two kinds; their rows say who that is.
  await schema
    .createTable('person_link')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('one_kind', 'text', (c) => c.notNull())
    .addColumn('one_id', 'text', (c) => c.notNull())
    .addColumn('other_kind', 'text', (c) => c.notNull())
    .addColumn('other_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addUniqueConstraint('person_link_once', ['one_kind', 'one_id', 'other_kind', 'other_id'])
    .execute()
  await schema
    .createIndex('person_link_other')
    .on('person_link')
    .columns(['other_kind', 'other_id'])
    .execute()
  await schema
    .createTable('file_import')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('taken_back_at', 'text')
    .addColumn('taken_back_by', 'text')
    .execute()
  await schema
    .createIndex('file_import_created')
    .on('file_import')
    .columns(['kind', 'created_at', 'id'])
    .execute()
  await schema
    .createTable('file_import_row')
    .addColumn('import_id', 'text', (c) => c.notNull().references('file_import.id').onDelete('cascade'))
    .addColumn('record_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('file_import_row_key', ['import_id', 'record_id'])
    .execute()
  // A person's page looks for an address and a phone everywhere.
  for (const table of ['enquiry', 'waiting_list_entry', 'contact', 'custom_request']) {
    for (const column of ['email', 'phone']) {
      await schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
    }
  }
  await schema.createIndex('student_phone').on('student').column('phone').execute()
  await schema.createIndex('outbox_recipient').on('outbox').columns(['recipient', 'created_at']).execute()
}

async function letStudentsHaveNoAddress(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('student_next')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text')
    .addColumn('note', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  const columns = sql`id, name, email, phone, note, created_at, deleted_at`
  await sql`insert into student_next (${columns}) select ${columns} from student`.execute(db)
  await db.schema.dropTable('student').execute()
  await db.schema.alterTable('student_next').renameTo('student').execute()
  await db.schema.createIndex('student_created').on('student').columns(['created_at', 'id']).execute()
  await sql`create unique index student_email on student (email) where email <> ''`.execute(db)
}
