import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useId, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { markPaidBody } from '../../../../contract/enrolments.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { useSubmissionKey } from '../../../lib/use-submission-key.ts'
import { Note } from '../../../ui/note.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { FormDialog, Refusal } from '../../form-dialog.tsx'
import type { Registration, RegistrationKind } from './registration-facts.ts'

type Form = z.input<typeof markPaidBody>

/** Staff found the money: it is recorded once, and the seat is confirmed. */
export function MarkPaidDialog({
  open,
  onClose,
  kind,
  row,
  heading,
  onPaid,
  onRefused,
}: {
  open: boolean
  onClose: () => void
  kind: RegistrationKind
  row: Registration
  /** Of its table: the button that opened the dialog goes with the debt. */
  heading: RefObject<HTMLElement | null>
  onPaid: () => void
  /** Refused: the money may be recorded all the same, without a seat (reading S4). */
  onRefused: () => void
}) {
  const formId = useId()
  const submission = useSubmissionKey()
  const focusAfter = useRef<HTMLElement>(null)
  const form = useForm({
    resolver: zodResolver(markPaidBody),
    defaultValues: { reference: '', note: '' },
    reValidateMode: 'onSubmit',
  })
  const { errors, isDirty } = form.formState
  const pay = useMutation<unknown, ApiError, Form>({
    mutationFn: (typed) => {
      const body = { reference: typed.reference || undefined, note: typed.note || undefined }
      const input = { params: { id: row.id }, body }
      const options = { idempotencyKey: submission.keyFor(body) }
      return kind === 'event'
        ? api('POST /api/admin/events_enrollments/:id/payment', input, options)
        : api('POST /api/admin/enrollments/:id/payment', input, options)
    },
    onSuccess: () => {
      submission.succeeded()
      toast({
        title: 'Payment recorded',
        description: `${row.name}'s seat is confirmed.`,
        tone: 'success',
      })
      focusAfter.current = heading.current
      onPaid()
    },
    onError: (error) => {
      if (error.status === 401) return
      toast({
        title: 'Error',
        description: 'Failed to record the payment. Please try again.',
        tone: 'error',
      })
      if (error.fields.reference) {
        form.setError('reference', { message: error.fields.reference }, { shouldFocus: true })
      }
      onRefused()
    },
  })
  const field = (name: keyof Form) => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: errors[name]?.message ?? null,
  })
  const title = 'event_title' in row ? row.event_title : row.course_title
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Mark paid"
      description={
        <>
          {row.name} · {title} · {formatRupees(row.amount)} ·{' '}
          <span className="whitespace-nowrap">{row.reference}</span>
        </>
      }
      formId={formId}
      isDirty={isDirty}
      finalFocus={focusAfter}
      isSending={pay.isPending}
      submitLabel="Mark paid"
      sendingLabel="Recording..."
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!pay.isPending) pay.mutate(values)
          })(event)
        }
        className="flex flex-col gap-5"
      >
        <Refusal error={pay.error?.status === 401 ? null : pay.error} />
        {row.status === 'expired' && !pay.error && (
          <Note tone="warning">
            {row.payment === 'attention'
              ? 'The money is recorded, but there was no seat left. If one is free now, it is given to this student.'
              : 'The hold on this seat has ended. If a seat is free, it is taken again.'}
          </Note>
        )}
        <TextField
          label="Reference"
          hint="The bank's or UPI reference (optional)"
          maxLength={80}
          autoComplete="off"
          {...field('reference')}
        />
        <TextArea label="Note" hint="For the team (optional)" rows={3} maxLength={500} {...field('note')} />
      </form>
    </FormDialog>
  )
}
