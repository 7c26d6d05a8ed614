import * as contract from '../../../contract/students.ts'
import { type BoundEndpoint, requireCaller } from '../../http/context.ts'
import { bindAdd, bindChange, bindDelete, bindImport, bindOnce, bindOpen } from '../../http/record-routes.ts'
import type { StudentsService } from './students.service.ts'

export function studentsRoutes(students: StudentsService): BoundEndpoint[] {
  return [
    bindAdd(contract.addStudent, students.add),
    bindChange(contract.updateStudent, students.update),
    bindImport(contract.importStudents, students.imports),
    bindOpen(contract.listStudentImports, students.listImports),
    bindOnce(contract.takeBackStudents, (tx, { params }, context) =>
      students.takeBack(tx, params.id, requireCaller(context)),
    ),
    bindDelete(contract.deleteStudent, students.delete),
  ]
}
