import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { studentInput } from '../../../../contract/students.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { useSubmissionKey } from '../../../lib/use-submission-key.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { FormDialog, Refusal } from '../../form-dialog.tsx'

interface Values {
  name: string
  email: string
  phone: string
  note: string
}
const blank: Values = { name: '', email: '', phone: '', note: '' }

/** Somebody who learns here and did not enrol on the site. */
export function StudentFormDialog({
  open,
  onClose,
  onSaved,
}: {
  open: boolean
  onClose: () => void
  onSaved: () => void
}) {
  const formId = useId()
  const submission = useSubmissionKey()
  const form = useForm({
    resolver: zodResolver(studentInput as z.ZodMiniType<unknown, Values>, undefined, { raw: true }),
    defaultValues: blank,
    reValidateMode: 'onSubmit',
  })
  const save = useMutation<unknown, ApiError, Values>({
    mutationFn: (body) =>
      api('POST /api/admin/students', { body }, { idempotencyKey: submission.keyFor(body) }),
    onSuccess: () => {
      submission.succeeded()
      toast({ title: 'Success', description: 'Student added successfully', tone: 'success' })
      onSaved()
    },
    onError: (error) => {
      if (error.status === 401) return
      toast({ title: 'Error', description: 'Failed to add student. Please try again.', tone: 'error' })
    },
  })
  const field = (name: keyof Values) => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: form.formState.errors[name]?.message ?? save.error?.fields[name] ?? null,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add Student"
      description="For somebody who did not enrol on the site."
      formId={formId}
      isDirty={form.formState.isDirty}
      isSending={save.isPending}
      submitLabel="Add Student"
      sendingLabel="Adding..."
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}
      >
        <Refusal error={save.error?.status === 401 ? null : save.error} />
        <TextField label="Full Name" required maxLength={120} autoComplete="off" {...field('name')} />
        <TextField label="Email" type="email" required autoComplete="off" {...field('email')} />
        <TextField label="Phone" type="tel" maxLength={30} autoComplete="off" {...field('phone')} />
        <TextField label="Course or note" maxLength={200} {...field('note')} />
      </form>
    </FormDialog>
  )
}
