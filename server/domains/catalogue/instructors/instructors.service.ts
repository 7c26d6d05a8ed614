import * as contract from '../../../../contract/catalogue/instructors.ts'
import { refusal } from '../../../../contract/errors.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import type { Queryable } from '../../../db/open.ts'
import { countValues, isFlag, type PageList, presentPage, readPage } from '../../../db/page.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import {
  imageFileOf,
  pictureColumns,
  pictureOf,
  type StoredPicture,
  storeSent,
} from '../../../platform/pictures.ts'
import { presented } from '../../../platform/presented.ts'
import { logFields, readFields, startFields, writeFields } from '../../../platform/record-fields.ts'
import { recordsOf, refuseStale } from '../../../platform/records.ts'
import type { Deps } from '../../deps.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Taught } from '../courses/staff-batches.ts'

/** The bin entry contains the replacement, if one was chosen. */
interface Swapped extends Taught {
  to: string | null
}

/** The error message names this number of batches and counts the rest. */
const batchesNamed = 3

function teaches({ name }: InstructorRow, named: readonly { title: string; day: string | null }[]) {
  const facts = { name, batches: named.length, named: named.slice(0, batchesNamed) }
  return refusal('instructor-teaches', { facts, details: { batches: named.length } })
}

const imageOptions = { bytesMax: contract.instructorImageBytesMax }

export function createInstructorsService(deps: Deps, courses: CoursesService) {
  const { db, clock, ids, pictures } = deps
  const records = recordsOf(deps, 'instructor', {
    find: findInstructor,
    title: ({ name }) => name,
    fields: (row) => ({
      ...logFields(contract.instructorFields, readFields(contract.instructorFields, row)),
      profile_image: imageFileOf(pictureOf(row)),
    }),
    // A session may have been assigned to the instructor since the first check.
    async requireDeletable(tx, shown) {
      const { named } = await courses.listTaught(tx, shown)
      if (named.length > 0) throw teaches(shown, named)
    },
    renews: { delete: ['version'], restore: ['version'] },
  })

  return {
    async listForPublic() {
      const active = livingInstructors(db.read).where('instructor.is_active', '=', 1)
      const inOrder = active.orderBy('instructor.created_at').orderBy('instructor.id')
      return (await inOrder.limit(listLimitMax).execute()).map(presentPublicInstructor)
    },
    listForAdmin: (query: contract.InstructorsQuery) =>
      presentPage(readPage(livingInstructors(db.read), instructorList, query), presentAdminInstructor),
    getForAdmin: async (id: string) => presentAdminInstructor(await records.get(db.read, id)),
    storeNewImage: (image: contract.InstructorInput['profile_image']) =>
      storeSent(pictures, image, null, imageOptions),

    async add(tx: Tx, input: contract.InstructorInput, picture: StoredPicture | null | undefined, by: Actor) {
      if (picture) await pictures.record(tx, picture)
      const row = {
        id: ids.id(),
        ...startFields(contract.instructorFields, input),
        highlights: '[]',
        picture_base: picture?.base ?? null,
        created_at: clock.now(),
      }
      return presentAdminInstructor(await records.add(tx, row, by))
    },

    async update(id: string, patch: contract.InstructorPatch, by: Actor) {
      const { version } = patch
      const current = await records.get(db.read, id)
      refuseStale(version, current)
      const picture = await storeSent(pictures, patch.profile_image, pictureOf(current), imageOptions)
      const changed = await records.change(id, { by, version }, async (tx) => {
        if (picture) await pictures.record(tx, picture)
        return {
          ...writeFields(contract.instructorFields, patch),
          picture_base: picture === undefined ? undefined : (picture?.base ?? null),
        }
      })
      return presentAdminInstructor(changed)
    },

    /**
     * Deletes an instructor. Future batches go to the replacement, or to nobody if staff choose `nobodyYet`. @throws
     * `not_found`; `in_use` without a replacement; `validation_failed` if the replacement is not free
     */
    delete: (id: string, replacement: string | undefined, by: Actor) =>
      db.transaction(async (tx) => {
        const shown = await records.get(tx, id)
        const { named, ...taught } = await courses.listTaught(tx, shown)
        if (named.length === 0) return records.removeIn(tx, id, by)
        if (replacement === undefined) throw teaches(shown, named)
        const other = replacement === id ? undefined : await findInstructor(tx, replacement)
        if (other === undefined && replacement !== contract.nobodyYet) {
          throw refusal('instructor-unknown', { at: 'replacement' })
        }
        await courses.swapTeacher(tx, shown, other ?? null, taught, by)
        const swapped: Swapped = { ...taught, to: other?.id ?? null }
        await records.removeIn(tx, id, by, swapped)
      }),

    /**
     * Gives the instructor back the batches that the replacement still teaches. @throws `validation_failed` if the
     * instructor is not free
     */
    async restore(tx: Tx, id: string, data: unknown) {
      await records.restore(tx, id)
      if (data === null) return
      const { to, ...taught } = data as Swapped
      const restored = await records.get(tx, id)
      // The replacement may have been deleted since, so deleted instructors are searched too.
      const teachers = tx.selectFrom('instructor').select(['id', 'name'])
      const other = to === null ? null : await teachers.where('id', '=', to).executeTakeFirst()
      await courses.swapTeacher(tx, other ?? null, restored, taught, null)
    },
  }
}

function shownOf(row: InstructorRow) {
  const picture = pictureOf(row)
  return {
    ...readFields(contract.instructorFields, row),
    role: row.specialization,
    description: row.bio,
    highlights: JSON.parse(row.highlights) as string[],
    profile_image: imageFileOf(picture),
    picture,
    icon: null,
  }
}

const presentPublicInstructor = (row: InstructorRow): contract.PublicInstructor =>
  presented(contract.publicInstructor, row, shownOf(row))

const presentAdminInstructor = (row: InstructorRow): contract.AdminInstructor =>
  presented(contract.adminInstructor, row, shownOf(row))

type InstructorRow = NonNullable<Awaited<ReturnType<typeof findInstructor>>>

function livingInstructors(db: Queryable) {
  return db
    .selectFrom('instructor')
    .leftJoin('picture', 'picture.base', 'instructor.picture_base')
    .selectAll('instructor')
    .select(pictureColumns)
    .where('instructor.deleted_at', 'is', null)
}

const instructorList: PageList<contract.InstructorsQuery> = {
  sorts: {
    joined: ['asc', 'instructor.created_at'],
    name: ['asc', 'lower(instructor.name)'],
  },
  tie: ['instructor.id'],
  words: [
    'instructor.name',
    'instructor.email',
    "coalesce(instructor.phone, '')",
    "coalesce(instructor.specialization, '')",
  ],
  filters: { active: isFlag('instructor.is_active') },
}

export const countInstructors = (db: Queryable) =>
  countValues(db, livingInstructors(db), instructorList, 'active', ['yes', 'no'])

function findInstructor(db: Queryable, id: string) {
  return livingInstructors(db).where('instructor.id', '=', id).executeTakeFirst()
}
