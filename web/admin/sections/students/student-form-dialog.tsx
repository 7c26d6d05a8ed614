import { useId } from 'react'
import type * as z from 'zod/mini'
import { studentInput } from '../../../../contract/students.ts'
import { api } from '../../../lib/api.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { useRecordForm } from '../../record-form.tsx'

/** Under which an unsaved form is kept. */
export const studentFormName = 'student'

export interface StudentFormValues {
  name: string
  email: string
  phone: string
  note: string
}

/** Somebody who learns here and did not enrol on the site. */
export function StudentFormDialog({
  open,
  onClose,
  draft,
  onSaved,
}: {
  open: boolean
  onClose: () => void
  /** What was typed before the session ended. */
  draft: StudentFormValues | undefined
  onSaved: () => void
}) {
  const formId = useId()
  const { field, notice, isDirty, isSending, onSubmit } = useRecordForm<null, StudentFormValues>({
    name: studentFormName,
    what: 'student',
    item: null,
    draft,
    rules: studentInput as z.ZodMiniType<unknown, StudentFormValues>,
    valuesOf: () => ({ name: '', email: '', phone: '', note: '' }),
    labels: { name: 'Full Name', email: 'Email', phone: 'Phone', note: 'Course or note' },
    send: (body, _base, options) => api('POST /api/admin/students', { body }, options),
    sentences: {
      added: 'Student added successfully',
      addFailed: 'Failed to add student. Please try again.',
      updated: '',
      updateFailed: '',
    },
    onSaved,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add Student"
      description="For somebody who did not enrol on the site."
      formId={formId}
      isDirty={isDirty}
      isSending={isSending}
      submitLabel="Add Student"
      sendingLabel="Adding..."
    >
      <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={onSubmit}>
        {notice}
        <TextField label="Full Name" required maxLength={120} autoComplete="off" {...field('name')} />
        <TextField label="Email" type="email" required autoComplete="off" {...field('email')} />
        <TextField label="Phone" type="tel" maxLength={30} autoComplete="off" {...field('phone')} />
        <TextField label="Course or note" maxLength={200} {...field('note')} />
      </form>
    </FormDialog>
  )
}
