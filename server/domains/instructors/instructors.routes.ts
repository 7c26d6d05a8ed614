import { listInstructors } from '../../../contract/instructors.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import type { InstructorsService } from './instructors.service.ts'

export function instructorsRoutes(instructors: InstructorsService): BoundEndpoint[] {
  return [
    bind(listInstructors, async (_input, { caller }) => ({
      success: true,
      data:
        caller?.usertype === 'admin' ? await instructors.listForAdmin() : await instructors.listForPublic(),
    })),
  ]
}
