import { listEvents, listStudents } from '../../../contract/students.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { rowsOf } from '../../http/record-routes.ts'
import type { StudentsReport } from './students.report.ts'

export function studentsReportRoutes(report: StudentsReport): BoundEndpoint[] {
  return [
    bind(listStudents, async ({ query }, context) => {
      const { total, ...page } = await report.listStudents(query)
      return { success: true, data: rowsOf(page, context), total }
    }),
    bind(listEvents, async ({ query }, context) => {
      const { total, ...page } = await report.listEvents(query)
      return { success: true, events: rowsOf(page, context), total }
    }),
  ]
}
