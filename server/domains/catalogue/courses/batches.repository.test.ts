import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse } from '../../../../tests/harness/seats.ts'
import { addDays } from '../../../platform/clock.ts'
import { listCurrentBatches } from './batches.repository.ts'

const today = '2026-03-02'
const batches = fc.uniqueArray(
  fc.record({
    course: fc.nat(2),
    day: fc.option(fc.integer({ min: -4, max: 3 }), { nil: null }),
    days: fc.nat(4),
    isDeleted: fc.boolean(),
  }),
  { selector: ({ course, day }) => `${course} ${day}`, maxLength: 12 },
)

onEachEngine('the current batches of classes', (app) => {
  const courseIds: string[] = []
  beforeAll(async () => {
    for (const title of ['Garlands', 'Torans', 'Kolam']) courseIds.push((await addCourse(app, { title })).id)
  })
  const listed = async (ids: readonly string[]) =>
    (await listCurrentBatches(app.db.read, ids, today)).map(({ id }) => id).sort()

  test('a query without classes finds no current batch', async () => {
    expect(await listed([])).toEqual([])
  })

  test('one query for several classes finds the same current batches as one query for each class', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (some) => {
        await emptyTables(app, ['meeting', 'batch'])
        const rows = some.map(({ course, day, days, isDeleted }, at) => ({
          id: `batch-${at}`,
          course_id: courseIds[course] ?? '',
          starts_on: day === null ? null : addDays(today, day),
          ends_on: day === null ? null : addDays(today, day + days),
          starts_at: null,
          capacity: null,
          taken: 0,
          created_at: testNow,
          deleted_at: isDeleted ? testNow : null,
        }))
        await app.db.transaction(async (tx) => {
          if (rows.length > 0) await tx.insertInto('batch').values(rows).execute()
        })
        const each = await Promise.all(courseIds.map((id) => listed([id])))
        expect(await listed(courseIds)).toEqual(each.flat().sort())
      }),
      { numRuns: 200 },
    )
  })
})
