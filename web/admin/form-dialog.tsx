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
  onSubmit: (event: FormEvent) => void
  /** Something typed is not saved: dialog and page ask before they close. */
  isDirty: boolean
  isSending: boolean
  /** The save waits, e.g. for a picture that is made smaller. */
  isWaiting?: boolean
  submitLabel: string
  sendingLabel: string
  wide?: boolean
  /** Where focus goes after; back to where it was unless told. */
  finalFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A form in its dialog, which asks before it discards what was typed. */
export function FormDialog({
  open,
  onClose,
  title,
  description,
  isDirty,
  isSending,
  isWaiting = false,
  submitLabel,
  sendingLabel,
  wide,
  finalFocus,
  onSubmit,
  children,
}: FormDialogProps) {
  const formId = useId()
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
      <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={onSubmit}>
        {children}
      </form>
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
}: Omit<FormDialogProps, 'isDirty' | 'isSending' | 'onSubmit'> & {
  form: {
    isDirty: boolean
    sending: { isPending: boolean; error: ApiError | null }
    refusal: ApiError | null
    onSubmit: (event: FormEvent) => void
  }
  /** Refusals of a field are shown above the fields, too. */
  isToldAbove?: boolean
}) {
  return (
    <FormDialog {...dialog} isDirty={isDirty} isSending={sending.isPending} onSubmit={onSubmit}>
      <Refusal error={isToldAbove ? sending.error : refusal} />
      {children}
    </FormDialog>
  )
}

/** The server's refusal, scrolled into sight. */
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
