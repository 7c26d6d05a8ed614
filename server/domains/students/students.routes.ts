import * as contract from '../../../contract/students.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { StudentsService } from './students.service.ts'

export function studentsRoutes(students: StudentsService): BoundEndpoint[] {
  return [
    bind(contract.addStudent, ({ body }, context) =>
      context.once(async (tx) => ({
        success: true,
        data: await students.add(tx, body, requireCaller(context)),
      })),
    ),
    bind(contract.importStudents, async ({ body }, context) => {
      const by = requireCaller(context)
      if (body.dryRun) return { success: true, data: await students.checkImport(body.rows) }
      return context.once(async (tx) => ({ success: true, data: await students.import(tx, body.rows, by) }))
    }),
    bind(contract.deleteStudent, async ({ params }, context) => {
      await students.delete(params.id, requireCaller(context))
      return { success: true }
    }),
  ]
}
