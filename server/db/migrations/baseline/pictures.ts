import { type Kysely, sql } from 'kysely'
import { createIndexes, isPostgres, key, required } from './columns.ts'

export async function createPictures(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is a stored picture. The names of its files contain `base`, a hash of its content, and their widths.
  await schema
    .createTable('picture')
    .addColumn('base', 'text', key)
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('widths', 'text', required)
    .addColumn('color', 'text', required)
    // The time at which a visitor sent the picture. The picture is private until staff publish it.
    .addColumn('private_since', 'text')
    .addColumn('created_at', 'text', required)
    .execute()

  await createPictureFile(db)

  // A row is the key of an object in S3 that no picture uses, or uses yet. The object may be deleted after `due_at`.
  await schema
    .createTable('picture_leftover')
    .addColumn('object', 'text', key)
    .addColumn('due_at', 'text', required)
    .execute()

  // A row counts the pictures that visitors sent from one network on one day in the school's time zone.
  await schema
    .createTable('picture_quota')
    .addColumn('network', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('taken', 'integer', (c) => c.notNull().check(sql`taken >= 0`))
    .addPrimaryKeyConstraint('picture_quota_key', ['network', 'day'])
    .execute()

  await createIndexes(db, {
    // Few pictures are private. Housekeeping finds them by this index without reading the others.
    picture_private: 'picture (private_since) where private_since is not null',
    picture_file_base: 'picture_file (base)',
  })
}

/**
 * A row is one file of a picture. PostgreSQL has these rows, so that every server can read each file: the bytes, or the
 * key of an object in S3. On SQLite the files are on the disk, and the table stays empty.
 */
async function createPictureFile(db: Kysely<any>): Promise<void> {
  const table = db.schema
    .createTable('picture_file')
    .addColumn('name', 'text', key)
    .addColumn('base', 'text', required)
    .addColumn('object', 'text')
    .addColumn('stored_at', 'text', required)
  if (!isPostgres(db)) {
    await table.addColumn('bytes', 'blob', required).execute()
    return
  }
  await table
    .addColumn('bytes', 'bytea')
    .addCheckConstraint('picture_file_somewhere', sql`(bytes is null) <> (object is null)`)
    .execute()
  // PostgreSQL does not compress the bytes, because pictures are compressed already.
  await sql`alter table picture_file alter column bytes set storage external`.execute(db)
}
