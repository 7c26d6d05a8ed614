import { courseDefaults } from '../../../contract/course-facts.ts'
import type { ClassInput } from '../../../contract/courses.ts'
import { flag } from '../../db/flag.ts'
import type { Tx } from '../../db/schema.ts'
import { freeSlug, slugOf } from '../../platform/slug.ts'
import type { Deps } from '../deps.ts'
import { insertCourses, listSlugsLike } from './courses.repository.ts'

/** Writes courses, each with its first batch, at most as many as one statement takes. Gives their ids. */
export async function addCourses(
  tx: Tx,
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  inputs: readonly ClassInput[],
  pictureBase: string | null,
): Promise<string[]> {
  const now = clock.now()
  const courses = inputs.map((input) => ({
    id: ids.id(),
    title: input.title,
    description: input.description,
    price_in_paise: input.price,
    original_price_in_paise: input.originalPrice ?? null,
    duration: input.duration,
    sessions: input.sessions,
    features: JSON.stringify(input.features ?? []),
    faq: JSON.stringify(input.faq ?? []),
    popular: flag(input.popular ?? false),
    category: input.category,
    instructor: input.instructor || null,
    picture_base: pictureBase,
    version: 1,
    created_at: now,
    updated_at: now,
  }))
  // A course whose slug somebody took at the same moment is not inserted; the next round gives it another slug.
  for (let waiting = courses; waiting.length > 0; ) {
    const wanted = waiting.map(({ title }) => slugOf(title, 'class'))
    const taken = new Set(await listSlugsLike(tx, wanted))
    const rows = waiting.map((course) => {
      const slug = freeSlug(slugOf(course.title, 'class'), taken)
      taken.add(slug)
      return { ...course, slug }
    })
    const inserted = await insertCourses(tx, rows)
    waiting = waiting.filter(({ id }) => !inserted.has(id))
  }
  const batches = inputs.map((input, n) => ({
    id: ids.id(),
    course_id: courses[n]?.id as string,
    starts_on: input.nextbatch,
    starts_at: input.startTime ?? null,
    // Null is unlimited.
    capacity: input.capacity === undefined ? courseDefaults.capacity : input.capacity,
    taken: 0,
    created_at: now,
  }))
  await tx.insertInto('batch').values(batches).execute()
  return courses.map(({ id }) => id)
}
