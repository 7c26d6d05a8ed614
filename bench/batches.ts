import type { Database } from '../server/db/open.ts'
import { addDays, systemClock } from '../server/platform/clock.ts'

/** Every class plans equally far ahead: a batch each week with this many sessions. */
const sessionsOfABatch = 24

/** Gives every class so many batches ahead; those that it had ahead are deleted. */
export async function planBatches(db: Database, count: number): Promise<void> {
  const now = systemClock.now()
  const today = systemClock.today()
  await db.transaction(async (tx) => {
    await tx.updateTable('batch').set({ deleted_at: now }).where('starts_on', '>=', today).execute()
    await tx.updateTable('batch').set({ deleted_at: now }).where('starts_on', 'is', null).execute()
    const courses = await tx.selectFrom('course').select('id').where('deleted_at', 'is', null).execute()
    for (const [at, { id: course_id }] of courses.entries()) {
      for (let n = 0; n < count; n++) {
        // No other batch lies on these days.
        const starts_on = addDays(today, 400 + 7 * n + (at % 7))
        const id = `planned-${at}-${n}`
        const sessions = Array.from({ length: sessionsOfABatch }, (_, session) => ({
          id: `${id}-${session}`,
          batch_id: id,
          held_on: addDays(starts_on, session),
          starts_at: '10:00',
          ends_at: '12:00',
          created_at: now,
          updated_at: now,
        }))
        await tx
          .insertInto('batch')
          .values({
            id,
            course_id,
            starts_on,
            starts_at: '10:00',
            ends_on: sessions.at(-1)?.held_on ?? null,
            capacity: 20,
            taken: 0,
            created_at: now,
          })
          .execute()
        await tx.insertInto('meeting').values(sessions).execute()
      }
    }
    await db.changes.mark(tx, 'courses')
  })
}
