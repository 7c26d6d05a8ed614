import type { Transaction } from 'kysely'
import { DomainError } from '../../../contract/errors.ts'
import {
  type AdminInstructor,
  type InstructorInput,
  type InstructorPatch,
  type InstructorsQuery,
  instructorImageBytesMax,
} from '../../../contract/instructors.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import { imageFileOf, pictureOf, type StoredPicture } from '../../platform/pictures.ts'
import type { Deps } from '../deps.ts'
import { presentAdminInstructor, presentPublicInstructor } from './instructors.presenter.ts'
import type { InstructorRow } from './instructors.repository.ts'
import * as repository from './instructors.repository.ts'

type Tx = Transaction<Schema>

export type InstructorsService = ReturnType<typeof createInstructorsService>

export function createInstructorsService({ db, clock, ids, pictures, audit, bin }: Deps) {
  async function getRow(source: Queryable, id: string): Promise<InstructorRow> {
    const row = await repository.findInstructor(source, id)
    if (row === undefined) {
      throw new DomainError('not_found', {
        message: 'This instructor is no longer there. Somebody may have deleted them.',
      })
    }
    return row
  }

  /** What a form sends as `profile_image`; undefined keeps the old one. */
  async function storeImage(
    image: string | null | undefined,
    current: string | null,
  ): Promise<StoredPicture | null | undefined> {
    // A form that shows the stored picture may send its name, or nothing, back (W5: lists carry names).
    if (image === undefined || image === '' || image === current || image === `/uploads/${current}`) {
      return undefined
    }
    return image === null ? null : pictures.store(image, { bytesMax: instructorImageBytesMax })
  }

  return {
    /** Active instructors, without what is the school's own business (reading A4). */
    async listForPublic() {
      return (await repository.listActiveInstructors(db.read)).map(presentPublicInstructor)
    },

    /** Everybody, also inactive, with phone and hourly rate: one page, in the order of joining unless told. */
    async listForAdmin(
      query: InstructorsQuery,
    ): Promise<{ instructors: AdminInstructor[]; next: string | null }> {
      const { rows, next } = await repository.listInstructorPage(db.read, query)
      return { instructors: rows.map(presentAdminInstructor), next }
    },

    /** Stores what a form sent as a picture, before the transaction that names it. */
    storeNewImage: (image: InstructorInput['profile_image']) => storeImage(image, null),

    /** `picture` is what `storeNewImage` gave. */
    async add(
      tx: Tx,
      input: InstructorInput,
      picture: StoredPicture | null | undefined,
      by: Actor,
    ): Promise<AdminInstructor> {
      if (picture) await pictures.record(tx, picture)
      const id = ids.id()
      await repository.insertInstructor(tx, {
        id,
        name: input.name,
        email: input.email,
        phone: input.phone || null,
        specialization: input.specialization || null,
        bio: input.bio || null,
        highlights: '[]',
        experience_years: input.experience_years ?? null,
        hourly_rate_in_paise: input.hourly_rate ?? null,
        picture_base: picture?.base ?? null,
        is_active: input.is_active === false ? 0 : 1,
        created_at: clock.now(),
        deleted_at: null,
      })
      await db.changes.mark(tx, 'instructors')
      const added = presentAdminInstructor(await getRow(tx, id))
      await audit.record(tx, {
        by,
        action: 'added',
        kind: 'instructor',
        id,
        title: added.name,
        after: fieldsOf(added),
      })
      return added
    },

    /** Absent fields stay (reading W3). @throws `not_found`; `conflict` where `version` is given and stale */
    async update(id: string, patch: InstructorPatch, by: Actor): Promise<AdminInstructor> {
      const current = await getRow(db.read, id)
      if (patch.version !== undefined && patch.version !== current.version) throw new DomainError('conflict')
      const picture = await storeImage(patch.profile_image, imageFileOf(pictureOf(current)))
      return db.transaction(async (tx) => {
        await repository.lockInstructor(tx, id)
        const row = await getRow(tx, id)
        if (patch.version !== undefined && patch.version !== row.version) throw new DomainError('conflict')
        if (picture) await pictures.record(tx, picture)
        await repository.updateInstructor(tx, id, {
          name: patch.name,
          email: patch.email,
          phone: orNull(patch.phone),
          specialization: orNull(patch.specialization),
          bio: orNull(patch.bio),
          experience_years: patch.experience_years,
          hourly_rate_in_paise: patch.hourly_rate,
          picture_base: picture === undefined ? undefined : (picture?.base ?? null),
          is_active: patch.is_active === undefined ? undefined : patch.is_active ? 1 : 0,
        })
        await db.changes.mark(tx, 'instructors')
        const changed = presentAdminInstructor(await getRow(tx, id))
        await audit.record(tx, {
          by,
          action: 'changed',
          kind: 'instructor',
          id,
          title: changed.name,
          before: fieldsOf(presentAdminInstructor(row)),
          after: fieldsOf(changed),
        })
        return changed
      })
    },

    /** Soft: the bin can bring them back. @throws `not_found` */
    async delete(id: string, by: Actor): Promise<void> {
      await db.transaction(async (tx) => {
        await repository.lockInstructor(tx, id)
        const row = presentAdminInstructor(await getRow(tx, id))
        await repository.updateInstructor(tx, id, { deleted_at: clock.now() })
        await db.changes.mark(tx, 'instructors')
        await bin.put(tx, { by, kind: 'instructor', id, title: row.name, before: fieldsOf(row) })
      })
    },

    async restore(tx: Tx, id: string): Promise<void> {
      await repository.updateInstructor(tx, id, { deleted_at: null })
      await db.changes.mark(tx, 'instructors')
    },
  }
}

/** An empty text is none; absent stays absent. */
function orNull(value: string | null | undefined): string | null | undefined {
  return value === '' ? null : value
}

/** What the audit log tells of an instructor. */
function fieldsOf(shown: AdminInstructor): AuditFields {
  const { name, email, phone, specialization, experience_years, hourly_rate, bio, profile_image, is_active } =
    shown
  return { name, email, phone, specialization, experience_years, hourly_rate, bio, profile_image, is_active }
}
