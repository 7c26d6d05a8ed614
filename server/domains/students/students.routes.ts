import * as contract from '../../../contract/students.ts'
import type { BoundEndpoint } from '../../http/context.ts'
import { bindAdd, bindDelete, bindImport } from '../../http/record-routes.ts'
import type { StudentsService } from './students.service.ts'

export function studentsRoutes(students: StudentsService): BoundEndpoint[] {
  return [
    bindAdd(contract.addStudent, students.add),
    bindImport(contract.importStudents, students.imports),
    bindDelete(contract.deleteStudent, students.delete),
  ]
}
