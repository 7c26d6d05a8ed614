import { type Kysely, sql } from 'kysely'

/** The journal: posts, the addresses they have and had, their tags, and the pictures inside their text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('journal_post')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('excerpt', 'text')
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('cover_base', 'text', (c) => c.references('picture.base'))
    // Instructors leave for good; what they wrote stays.
    .addColumn('instructor_id', 'text', (c) => c.references('instructor.id').onDelete('set null'))
    .addColumn('is_draft', 'integer', (c) => c.notNull().check(sql`is_draft in (0, 1)`))
    .addColumn('published_at', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .addCheckConstraint('journal_post_dated', sql`is_draft = 1 or published_at is not null`)
    .execute()
  await schema.createIndex('journal_post_created').on('journal_post').columns(['created_at', 'id']).execute()
  await schema
    .createIndex('journal_post_published')
    .on('journal_post')
    .expression(sql`(coalesce(published_at, '')), id`)
    .execute()
  await schema
    .createIndex('journal_post_title')
    .on('journal_post')
    .expression(sql`lower(title), id`)
    .execute()
  await schema.createIndex('journal_post_instructor').on('journal_post').column('instructor_id').execute()

  // All addresses, today's and those of before: no two posts ever share one. A post takes its address before its row is
  // there, and whoever comes second waits here.
  await schema
    .createTable('journal_address')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addForeignKeyConstraint('journal_address_of_post', ['post_id'], 'journal_post', ['id'], (c) =>
      c.onDelete('cascade').deferrable().initiallyDeferred(),
    )
    .execute()
  await schema.createIndex('journal_address_post').on('journal_address').column('post_id').execute()

  await schema
    .createTable('journal_tag')
    .addColumn('post_id', 'text', (c) => c.notNull().references('journal_post.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('journal_tag_of_post', ['post_id', 'key'])
    .execute()
  await schema.createIndex('journal_tag_key').on('journal_tag').columns(['key', 'post_id']).execute()

  // The keys keep the pictures: housekeeping removes those that no row names.
  await schema
    .createTable('journal_picture')
    .addColumn('post_id', 'text', (c) => c.notNull().references('journal_post.id').onDelete('cascade'))
    .addColumn('picture_base', 'text', (c) => c.notNull().references('picture.base'))
    .addPrimaryKeyConstraint('journal_picture_of_post', ['post_id', 'picture_base'])
    .execute()
  await schema.createIndex('journal_picture_base').on('journal_picture').column('picture_base').execute()
}
