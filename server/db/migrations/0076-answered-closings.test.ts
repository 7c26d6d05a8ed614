import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../tests/harness/app.ts'
import { onEachDatabase } from '../../../tests/harness/on-each-engine.ts'
import { migrate } from '../migrate.ts'
import { migrations } from './index.ts'

const at = '2026-03-02T06:30:00.000Z'
const version = '0076'

onEachDatabase('0076-answered-closings', emptyDatabase, ({ db }) => {
  test('what stands on a weekday that is closed each week was planned so; of other days staff are asked', async () => {
    await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < version)))
    const hours = { open_time: '09:00', close_time: '18:00' }
    await db.write
      .insertInto('office_hours')
      .values([
        { id: 'a', office_day: 'Sunday', is_holiday: 1, ...hours },
        { id: 'b', office_day: 'Monday', is_holiday: 0, ...hours },
      ])
      .execute()
    await db.write
      .insertInto('course')
      .values({
        id: 'course',
        slug: 'garlands',
        title: 'Garlands',
        description: '',
        price_in_paise: 0,
        original_price_in_paise: null,
        duration: '3 hours',
        sessions: 2,
        features: '[]',
        popular: 0,
        category: 'Workshops',
        rating: null,
        instructor: null,
        picture_base: null,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      } as never)
      .execute()
    const batch = { course_id: 'course', starts_at: '10:00', capacity: 8, taken: 0, created_at: at }
    const batches = [
      { ...batch, id: 'sunday', starts_on: '2026-03-08' },
      { ...batch, id: 'monday', starts_on: '2026-03-09' },
    ]
    // Written as before the columns were there.
    for (const row of batches)
      await db.write
        .insertInto('batch')
        .values(row as never)
        .execute()
    const meeting = {
      batch_id: 'monday',
      starts_at: '10:00',
      ends_at: '12:00',
      created_at: at,
      updated_at: at,
    }
    for (const held_on of ['2026-03-15', '2026-03-16'])
      await db.write
        .insertInto('meeting')
        .values({ ...meeting, id: held_on, held_on, room_id: null, instructor_id: null, topic: null })
        .execute()

    await migrate(db, migrations)
    const read = (table: 'batch' | 'meeting') =>
      db.read.selectFrom(table).select(['id', 'stays_on']).orderBy('id').execute()
    expect(await read('batch')).toEqual([
      { id: 'monday', stays_on: null },
      { id: 'sunday', stays_on: '2026-03-08' },
    ])
    expect(await read('meeting')).toEqual([
      { id: '2026-03-15', stays_on: '2026-03-15' },
      { id: '2026-03-16', stays_on: null },
    ])
  })
})
