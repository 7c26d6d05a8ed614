import type { Student } from '../../../contract/students.ts'
import type { StudentRow } from './students.repository.ts'

export function presentStudent(row: StudentRow): Student {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    source: 'Call Students',
    course: row.note,
    isByHand: true,
    created_at: row.created_at,
  }
}
