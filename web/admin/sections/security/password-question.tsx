import { passwordForm } from '../../../../contract/security.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { SentFormDialog } from '../../form-dialog.tsx'
import { OwnPasswordField } from '../../second-factor/own-password-field.tsx'

/** Asks for the password once more, before what a session alone must not do. */
export function PasswordQuestion<Answer>({
  words: { title, description, submit, sending },
  send,
  onDone,
  ...dialog
}: Openable & {
  words: { title: string; description: string; submit: string; sending: string }
  send: (body: { password: string }) => Promise<Answer>
  /** The server has done it; the question closes by itself. */
  onDone: (answer: Answer) => void
}) {
  const form = useSentForm({
    rules: passwordForm,
    defaults: { password: '' },
    send,
    onSent: (answer) => {
      onDone(answer)
      dialog.onClose()
    },
  })
  return (
    <SentFormDialog
      {...dialog}
      title={title}
      description={description}
      form={{ ...form, isDirty: false }}
      submitLabel={submit}
      sendingLabel={sending}
    >
      <OwnPasswordField {...form.field('password')} />
    </SentFormDialog>
  )
}
