import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { ApiError } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

export interface FormDialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Of the `<form>` in `children`, for the button. */
  formId: string
  /** Something was typed that is not saved: the dialog asks before it goes, and so does the page. */
  isDirty: boolean
  isSending: boolean
  /** Something else the save has to wait for: a picture being made ready. */
  isWaiting?: boolean
  submitLabel: string
  sendingLabel: string
  wide?: boolean
  /** Where focus goes after; back to where it was while there is nothing in it. */
  finalFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A form of the back office in its dialog. What was typed never goes without a question. */
export function FormDialog({
  open,
  onClose,
  title,
  description,
  formId,
  isDirty,
  isSending,
  isWaiting = false,
  submitLabel,
  sendingLabel,
  wide,
  finalFocus,
  children,
}: FormDialogProps) {
  const [isAsking, setAsking] = useState(false)
  const guards = open && isDirty
  const ask = () => (guards ? setAsking(true) : onClose())
  return (
    <Dialog
      open={open}
      onClose={ask}
      isLocked={isSending}
      title={title}
      description={description}
      wide={wide}
      finalFocus={finalFocus}
      footer={
        <>
          <Button variant="outline" disabled={isSending} onClick={ask}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSending || isWaiting}>
            {isSending ? sendingLabel : submitLabel}
          </Button>
        </>
      }
    >
      {children}
      <UnsavedGuard
        isDirty={guards}
        isAsking={isAsking}
        onStay={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          onClose()
        }}
      />
    </Dialog>
  )
}

/** The dialog of a form of `useSentForm`; `children` are its fields. */
export function SentFormDialog({
  form: { isDirty, sending, refusal, onSubmit },
  isToldAbove = false,
  children,
  ...dialog
}: Omit<FormDialogProps, 'formId' | 'isDirty' | 'isSending'> & {
  form: {
    isDirty: boolean
    sending: { isPending: boolean; error: ApiError | null }
    refusal: ApiError | null
    onSubmit: (event: FormEvent) => void
  }
  /** What the server says of a field stands above the fields, too. */
  isToldAbove?: boolean
}) {
  const formId = useId()
  return (
    <FormDialog {...dialog} formId={formId} isDirty={isDirty} isSending={sending.isPending}>
      <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={onSubmit}>
        <Refusal error={isToldAbove ? sending.error : refusal} />
        {children}
      </form>
    </FormDialog>
  )
}

/** The server's refusal, in the open dialog (reading W1), brought into sight. */
export function Refusal({ error }: { error: ApiError | null }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  if (error === null) return null
  return (
    <div ref={place} className="scroll-mt-24">
      <Note tone="error" role="alert" title={refusalSentence(error)}>
        Nothing you typed is lost.
      </Note>
    </div>
  )
}

export function refusalSentence(error: ApiError): string {
  return error.message || 'The server did not answer. Please check the connection and try again.'
}
