import * as contract from '../../../../contract/people/students.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import { bindAdd, bindChange, bindDelete, bindImports } from '../../../http/record-routes.ts'
import type { StudentsService } from './students.service.ts'

export function studentsRoutes(students: StudentsService): BoundEndpoint[] {
  return [
    bindAdd(contract.addStudent, students.add),
    bindChange(contract.updateStudent, students.update),
    ...bindImports(
      {
        run: contract.importStudents,
        list: contract.listStudentImports,
        takeBack: contract.takeBackStudents,
      },
      students.imports,
    ),
    bindDelete(contract.deleteStudent, students.delete),
  ]
}
