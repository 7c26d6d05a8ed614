import { listEvents, listStudents } from '../../../contract/students.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import type { StudentsReport } from './students.report.ts'

export function studentsReportRoutes(report: StudentsReport): BoundEndpoint[] {
  return [
    bind(listStudents, async ({ query }, context) => {
      const { students, total, next } = await report.listStudents(query)
      context.nextPage(next)
      return { success: true, data: students, total }
    }),
    bind(listEvents, async ({ query }, context) => {
      const { events, total, next } = await report.listEvents(query)
      context.nextPage(next)
      return { success: true, events, total }
    }),
  ]
}
