import { type Kysely, sql } from 'kysely'

/** Keeps an existing school open, with all its parts. A new school is closed until its owner opens it. */
export async function keepSchoolsOpen(db: Kysely<any>): Promise<void> {
  const now = new Date().toISOString()
  for (const name of ['isOpen', 'hasHall', 'hasStore', 'hasJournal', 'hasPopup']) {
    await sql`insert into setting (name, value, updated_at)
      select ${`school.${name}`}, 'true', ${now}
      where exists (select 1 from "user") and not exists (select 1 from setting where name = 'demonstration')`.execute(
      db,
    )
  }
}
