import { type FormEvent, type ReactNode, useId } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../lib/api.ts'
import { useSentForm } from '../lib/use-checked-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, type DialogProps } from '../ui/dialog.tsx'
import { Note, type NoteProps } from '../ui/note.tsx'
import { type ToastInput, toast } from '../ui/toast-store.ts'
import { DraftNote, forgetDraft, useKeptDraft } from './kept-draft.tsx'
import { useLeaving } from './unsaved-guard.tsx'
import { refusalSentence, toastFailure } from './use-action.ts'

interface FormDialogProps
  extends Pick<DialogProps, 'open' | 'onClose' | 'title' | 'description' | 'wide' | 'finalFocus'> {
  onSubmit: (event: FormEvent) => void
  /** True if closing the dialog or leaving the page must ask first. */
  isDirty: boolean
  isSending: boolean
  /** True while saving has to wait, e.g. for a picture that is being made smaller. */
  isWaiting?: boolean
  refusal?: ApiError | null
  submit?: readonly [label: string, sending: string]
  children: ReactNode
}

export function FormDialog({
  isDirty,
  isSending,
  isWaiting = false,
  refusal = null,
  submit: [label, sending] = ['Save', 'Saving...'],
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId()
  const { leave, question } = useLeaving(dialog.open && isDirty, dialog.onClose)
  return (
    <Dialog
      {...dialog}
      onClose={leave}
      isLocked={isSending}
      closeLabel="Cancel"
      footer={
        <Button type="submit" form={formId} busy={isSending || isWaiting}>
          {isSending ? sending : label}
        </Button>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={onSubmit}>
        <Refusal error={refusal} />
        {children}
      </form>
      {question}
    </Dialog>
  )
}

/** A dialog with a form. `children` renders the fields; the dialog closes once they are sent. */
export function SentDialog<Typed extends FieldValues, Values extends FieldValues, Answer>({
  draft,
  rules,
  defaults,
  send,
  done,
  failed,
  onSent,
  onRefused,
  asksToLeave = true,
  isToldAbove = false,
  children,
  ...dialog
}: Parameters<typeof useSentForm<Typed, Values, Answer>>[0] &
  Omit<FormDialogProps, 'isDirty' | 'isSending' | 'refusal' | 'onSubmit' | 'children'> & {
    /**
     * The name under which a draft is kept, including the record. Null keeps no draft, for forms with passwords or
     * codes.
     */
    draft: string | null
    done?: ToastInput | ((answer: Answer, values: Values) => ToastInput)
    /** The title of a toast that appears in addition to the error message in the form. */
    failed?: string
    /** Closing the dialog asks before it discards typed text. */
    asksToLeave?: boolean
    /** The errors of fields are also listed above the fields. */
    isToldAbove?: boolean
    children: (
      field: ReturnType<typeof useSentForm<Typed, Values, Answer>>['field'],
      form: ReturnType<typeof useSentForm<Typed, Values, Answer>>,
    ) => ReactNode
  }) {
  const form = useSentForm<Typed, Values, Answer>({
    rules,
    defaults,
    send,
    onSent: (answer, values) => {
      if (draft !== null) forgetDraft(draft)
      const toastInput = typeof done === 'function' ? done(answer, values) : done
      if (toastInput) toast({ tone: 'success', ...toastInput })
      onSent?.(answer, values)
      dialog.onClose()
    },
    onRefused: (error) => {
      if (failed !== undefined) toastFailure(error, failed)
      onRefused?.(error)
    },
  })
  return (
    <FormDialog
      {...dialog}
      isDirty={asksToLeave && form.isDirty}
      isSending={form.sending.isPending}
      refusal={isToldAbove ? form.sending.error : form.refusal}
      onSubmit={form.onSubmit}
    >
      {draft !== null && <KeptWords draft={draft} form={form.form} isDirty={dialog.open && form.isDirty} />}
      {children(form.field, form)}
    </FormDialog>
  )
}

/**
 * Keeps the typed text if the session or the tab ends. When the dialog opens again, the dialog offers to continue with
 * this text.
 */
function KeptWords<Typed extends FieldValues, Values>({
  draft,
  form,
  isDirty,
}: {
  draft: string
  form: UseFormReturn<Typed, unknown, Values>
  isDirty: boolean
}) {
  useKeptDraft<null, Typed>(draft, isDirty, () => ({ item: null, values: form.getValues() }))
  return (
    <DraftNote<null, Typed>
      form={draft}
      onContinue={({ values }) => {
        for (const [name, value] of Object.entries(values))
          form.setValue(name as Path<Typed>, value as PathValue<Typed, Path<Typed>>, { shouldDirty: true })
      }}
    />
  )
}

export function Refusal({ error }: { error: ApiError | null }) {
  if (error === null) return null
  return (
    <ArrivingNote tone="error" title={refusalSentence(error)}>
      Your changes are still here.
    </ArrivingNote>
  )
}

/** A note that scrolls into view when it appears. */
export function ArrivingNote(note: NoteProps) {
  return (
    <div ref={showNearest} className="scroll-mt-24">
      <Note role="alert" {...note} />
    </div>
  )
}

function showNearest(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'nearest' })
}
