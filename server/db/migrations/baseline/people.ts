import { type Kysely, sql } from 'kysely'
import { createIndexes, createUniqueIndexes, flag, key, paiseOrNull, required, version } from './columns.ts'

export async function createPeople(db: Kysely<any>): Promise<void> {
  const { schema } = db

  await schema
    .createTable('instructor')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('phone', 'text')
    .addColumn('specialization', 'text')
    .addColumn('bio', 'text')
    .addColumn('highlights', 'text', required)
    .addColumn('experience_years', 'integer', (c) => c.check(sql`experience_years >= 0`))
    .addColumn('hourly_rate_in_paise', 'bigint', paiseOrNull('hourly_rate_in_paise'))
    .addColumn('picture_base', 'text', (c) => c.references('picture.base'))
    .addColumn('is_active', 'integer', flag('is_active', 1))
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  // A row is a student whom staff entered or imported. Students who enrol on the site have only rows in `seat`.
  await schema
    .createTable('student')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    // Stored in lower case; empty if the student has no e-mail address.
    .addColumn('email', 'text', required)
    .addColumn('phone', 'text')
    .addColumn('note', 'text')
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  // A row is a visitor who left a name, an address and a phone number to get news.
  await schema
    .createTable('contact')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()

  // A row is an address that gets the newsletter. Links in e-mails contain the `id`, so that they do not show the
  // address.
  await schema
    .createTable('newsletter_subscriber')
    .addColumn('email', 'text', key)
    .addColumn('id', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', 'text', required)
    .execute()

  // A row joins two records that, as staff know, belong to the same person. The records may be of different kinds.
  await schema
    .createTable('person_link')
    .addColumn('id', 'text', key)
    .addColumn('one_kind', 'text', required)
    .addColumn('one_id', 'text', required)
    .addColumn('other_kind', 'text', required)
    .addColumn('other_id', 'text', required)
    .addColumn('created_by', 'text', required)
    .addColumn('created_at', 'text', required)
    .addUniqueConstraint('person_link_once', ['one_kind', 'one_id', 'other_kind', 'other_id'])
    .execute()

  await createIndexes(db, {
    instructor_created: 'instructor (created_at, id)',
    instructor_name: 'instructor (lower(name), id)',
    student_created: 'student (created_at, id)',
    contact_created: 'contact (created_at, id)',
    newsletter_subscriber_created: 'newsletter_subscriber (created_at, email)',
    // A person's page searches all tables for the person's e-mail address and phone number.
    student_phone: 'student (phone)',
    contact_email: 'contact (email)',
    contact_phone: 'contact (phone)',
    person_link_other: 'person_link (other_kind, other_id)',
  })
  await createUniqueIndexes(db, {
    // Several students may have no e-mail address.
    student_email: `student (email) where email <> ''`,
    newsletter_subscriber_id: 'newsletter_subscriber (id)',
  })
}
