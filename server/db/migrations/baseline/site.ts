import { type Kysely, sql } from 'kysely'
import { createIndexes, flag, key, required, version } from './columns.ts'

export async function createSite(db: Kysely<any>): Promise<void> {
  await createSchool(db)
  await createJournal(db)
}

/** Creates the tables of facts about the school. */
async function createSchool(db: Kysely<any>): Promise<void> {
  const { schema } = db

  await schema
    .createTable('setting')
    .addColumn('name', 'text', key)
    .addColumn('value', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()

  await schema
    .createTable('office_hours')
    .addColumn('id', 'text', key)
    .addColumn('office_day', 'text', (c) => c.notNull().unique())
    .addColumn('open_time', 'text', required)
    .addColumn('close_time', 'text', required)
    .addColumn('is_holiday', 'integer', flag('is_holiday', 0))
    .addColumn('version', 'integer', version)
    .addCheckConstraint('office_hours_order', sql`is_holiday = 1 or close_time > open_time`)
    .execute()

  // A row is a day on which the school is closed for classes, the hall and deliveries, or takes fewer orders per
  // delivery slot.
  await schema
    .createTable('delivery_day')
    .addColumn('id', 'text', key)
    .addColumn('day', 'text', (c) => c.notNull().unique())
    .addColumn('closed_for', 'text')
    // Both hours are null if the day is closed as a whole, or not closed.
    .addColumn('closed_from', 'text')
    .addColumn('closed_until', 'text', (c) =>
      c.check(sql`(closed_from is null) = (closed_until is null) and closed_from < closed_until`),
    )
    .addColumn('capacity', 'integer', (c) => c.check(sql`capacity >= 0`))
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .execute()

  // A row is the price of the hall for some hours, as the text in rupees that staff typed.
  await schema
    .createTable('event_price')
    .addColumn('slot_key', 'text', key)
    .addColumn('position', 'integer', required)
    .addColumn('label', 'text', required)
    .addColumn('price', 'text', required)
    .execute()

  // A row is a number on the home page that shows what the school has achieved. Four slots allow at most four rows.
  await schema
    .createTable('impact')
    .addColumn('id', 'text', key)
    .addColumn('slot', 'integer', (c) => c.notNull().unique().check(sql`slot between 1 and 4`))
    .addColumn('title', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .execute()
}

async function createJournal(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is a post. A post is published if it is not a draft and its `published_at` has passed.
  await schema
    .createTable('journal_post')
    .addColumn('id', 'text', key)
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', required)
    // Null if the beginning of the body serves as the excerpt.
    .addColumn('excerpt', 'text')
    .addColumn('body', 'text', required)
    .addColumn('cover_base', 'text', (c) => c.references('picture.base'))
    // Instructors may be deleted for good; their posts stay.
    .addColumn('instructor_id', 'text', (c) => c.references('instructor.id').onDelete('set null'))
    .addColumn('is_draft', 'integer', flag('is_draft'))
    .addColumn('version', 'integer', version)
    .addColumn('published_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .addCheckConstraint('journal_post_dated', sql`is_draft = 1 or published_at is not null`)
    .execute()

  // A row is an address that a post has or had. Two posts never share an address. A post inserts its address before its
  // own row, so that a second post with the same address waits here. So the reference is checked at the end of the
  // transaction.
  await schema
    .createTable('journal_address')
    .addColumn('slug', 'text', key)
    .addColumn('post_id', 'text', required)
    .addForeignKeyConstraint('journal_address_of_post', ['post_id'], 'journal_post', ['id'], (c) =>
      c.onDelete('cascade').deferrable().initiallyDeferred(),
    )
    .execute()

  // A row is a tag of a post. The key is the name in lower case; tags with the same key are equal.
  await schema
    .createTable('journal_tag')
    .addColumn('post_id', 'text', (c) => c.notNull().references('journal_post.id').onDelete('cascade'))
    .addColumn('key', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('position', 'integer', required)
    .addPrimaryKeyConstraint('journal_tag_of_post', ['post_id', 'key'])
    .execute()

  // A row is a picture in the post's text. Housekeeping deletes pictures to which no row refers.
  await schema
    .createTable('journal_picture')
    .addColumn('post_id', 'text', (c) => c.notNull().references('journal_post.id').onDelete('cascade'))
    .addColumn('picture_base', 'text', (c) => c.notNull().references('picture.base'))
    .addPrimaryKeyConstraint('journal_picture_of_post', ['post_id', 'picture_base'])
    .execute()

  await createIndexes(db, {
    journal_post_created: 'journal_post (created_at, id)',
    journal_post_published: `journal_post ((coalesce(published_at, '')), id)`,
    journal_post_title: 'journal_post (lower(title), id)',
    journal_post_instructor: 'journal_post (instructor_id)',
    journal_address_post: 'journal_address (post_id)',
    journal_tag_key: 'journal_tag (key, post_id)',
    journal_picture_base: 'journal_picture (picture_base)',
  })
}
