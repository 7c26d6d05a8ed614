import type { Deps } from '../deps.ts'
import { presentAdminInstructor, presentPublicInstructor } from './instructors.presenter.ts'
import { listInstructors } from './instructors.repository.ts'

export type InstructorsService = ReturnType<typeof createInstructorsService>

export function createInstructorsService({ db }: Deps) {
  return {
    /** Active instructors, without what is the school's own business (reading A4). */
    async listForPublic() {
      return (await listInstructors(db.read, { onlyActive: true })).map(presentPublicInstructor)
    },
    /** Everybody, also inactive, with phone and hourly rate. */
    async listForAdmin() {
      return (await listInstructors(db.read, { onlyActive: false })).map(presentAdminInstructor)
    },
  }
}
