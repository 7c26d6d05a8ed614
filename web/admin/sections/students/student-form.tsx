import { type Student, studentInput } from '../../../../contract/students.ts'
import { api } from '../../../lib/api.ts'
import { text } from '../../record-fields.tsx'
import type { FormParts, RecordForm } from '../../record-form.tsx'

const rule = studentInput.shape

const fields = {
  name: text('Full Name', rule.name, { required: true, maxLength: 120, autoComplete: 'off' }),
  email: text('Email', rule.email, { type: 'email', required: true, autoComplete: 'off' }),
  phone: text('Phone', rule.phone, { type: 'tel', maxLength: 30, autoComplete: 'off' }),
  note: text('Course or note', rule.note, { maxLength: 200 }),
}

function Layout({ input }: FormParts<Student, typeof fields>) {
  return (
    <>
      {input('name')}
      {input('email')}
      {input('phone')}
      {input('note')}
    </>
  )
}

export const studentForm: RecordForm<Student, typeof fields> = {
  name: 'student',
  what: 'student',
  title: 'Student',
  description: 'For somebody who did not enrol on the site.',
  fields,
  add: (body, options) => api('POST /api/admin/students', { body }, options),
  sentences: {
    added: 'Student added successfully',
    addFailed: 'Failed to add student. Please try again.',
  },
  Layout,
}
