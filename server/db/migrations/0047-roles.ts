import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Five roles in place of two, the record of an instructor's account, and when a session gave its password last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('session').addColumn('confirmedAt', 'text').execute()
  // So that somebody who signed in just before is not asked anew.
  await sql`update session set "confirmedAt" = "createdAt"`.execute(db)

  const isRole = sql`role in ('owner', 'manager', 'front-desk', 'instructor', 'florist')`
  const isRoleOrNone = sql`role in ('owner', 'manager', 'front-desk', 'instructor', 'florist', 'none')`
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    for (const [table, check] of [
      ['user', isRoleOrNone],
      ['invitation', isRole],
    ] as const) {
      await schema.alterTable(table).dropConstraint(`${table}_role_check`).execute()
      await sql`update ${sql.table(table)} set role = 'manager' where role = 'staff'`.execute(db)
      await schema.alterTable(table).addCheckConstraint(`${table}_role_check`, check).execute()
      await schema
        .alterTable(table)
        .addColumn('instructor_id', 'text', (c) => c.references('instructor.id').onDelete('set null'))
        .execute()
    }
    return
  }

  // A CHECK cannot be changed in place on SQLite: the tables are made anew.
  await schema
    .createTable('user_next')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('emailVerified', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('image', 'text')
    .addColumn('firstname', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('lastname', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('phone', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('usertype', 'text', (c) =>
      c.notNull().defaultTo('user').check(sql`usertype in ('admin', 'user')`),
    )
    .addColumn('role', 'text', (c) => c.notNull().defaultTo('none').check(isRoleOrNone))
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('updatedAt', 'text', (c) => c.notNull())
    .addColumn('lastSignInAt', 'text')
    .addColumn('disabledAt', 'text')
    .addColumn('instructor_id', 'text', (c) => c.references('instructor.id').onDelete('set null'))
    .execute()
  const named = sql`id, name, email, "emailVerified", image, firstname, lastname, phone, usertype`
  const dated = sql`"createdAt", "updatedAt", "lastSignInAt", "disabledAt"`
  const role = sql`case role when 'staff' then 'manager' else role end`
  await sql`insert into user_next (${named}, role, ${dated}) select ${named}, ${role}, ${dated} from user`.execute(
    db,
  )
  await schema.dropTable('user').execute()
  await schema.alterTable('user_next').renameTo('user').execute()
  await schema.createIndex('user_usertype').on('user').columns(['usertype', 'createdAt', 'id']).execute()

  await schema
    .createTable('invitation_next')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('role', 'text', (c) => c.notNull().check(isRole))
    .addColumn('invited_by', 'text', (c) => c.references('user.id').onDelete('set null'))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('instructor_id', 'text', (c) => c.references('instructor.id').onDelete('set null'))
    .execute()
  const sent = sql`invited_by, expires_at, created_at`
  await sql`
    insert into invitation_next (id, token_hash, email, role, ${sent})
    select id, token_hash, email, ${role}, ${sent} from invitation`.execute(db)
  await schema.dropTable('invitation').execute()
  await schema.alterTable('invitation_next').renameTo('invitation').execute()
}
