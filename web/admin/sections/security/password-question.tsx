import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { passwordForm } from '../../../../contract/security.ts'
import type { ApiError } from '../../../lib/api.ts'
import { showFieldErrors } from '../../../lib/form-errors.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog, Refusal } from '../../form-dialog.tsx'

export interface PasswordQuestionWords {
  title: string
  description: string
  submit: string
  sending: string
}

/** Asks for the password once more, before what a session alone must not do. */
export function PasswordQuestion<Answer>({
  open,
  words: { title, description, submit, sending },
  send,
  onDone,
  onClose,
}: {
  open: boolean
  words: PasswordQuestionWords
  send: (body: { password: string }) => Promise<Answer>
  /** The server has done it; the question closes by itself. */
  onDone: (answer: Answer) => void
  onClose: () => void
}) {
  const formId = useId()
  const form = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
    reValidateMode: 'onSubmit',
  })
  const sent = useMutation<Answer, ApiError, { password: string }>({
    mutationFn: send,
    onSuccess: (answer) => {
      onDone(answer)
      onClose()
    },
    onError: (error) => showFieldErrors(form.setError, error),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      formId={formId}
      isDirty={false}
      isSending={sent.isPending}
      submitLabel={submit}
      sendingLabel={sending}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!sent.isPending) sent.mutate(values)
          })(event)
        }
      >
        <Refusal error={sent.error && Object.keys(sent.error.fields).length === 0 ? sent.error : null} />
        <TextField
          label="Your password"
          type="password"
          required
          autoComplete="current-password"
          {...form.register('password', { onChange: () => form.clearErrors() })}
          error={form.formState.errors.password?.message ?? null}
        />
      </form>
    </FormDialog>
  )
}
