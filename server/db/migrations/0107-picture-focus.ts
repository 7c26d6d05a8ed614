import { type Kysely, sql } from 'kysely'

/** Adds a picture's focus point, in percent of its width and height. Null means the middle. */
export async function addPictureFocus(db: Kysely<any>): Promise<void> {
  for (const column of ['focus_x', 'focus_y']) {
    await sql`alter table picture add column ${sql.ref(column)} integer
      check (${sql.ref(column)} is null or ${sql.ref(column)} between 0 and 100)`.execute(db)
  }
}
