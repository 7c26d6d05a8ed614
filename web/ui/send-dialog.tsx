import { type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { RefusalNote } from './refusal-note.tsx'

/** A dialog with a form for the school, replaced by `thanks` once it is sent. */
export function SendDialog({
  open,
  onClose,
  title,
  description,
  sendLabel,
  closeLabel = 'Cancel',
  kept,
  form: { form, sending: send, onSubmit },
  thanks,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  sendLabel: string
  closeLabel?: 'Close' | 'Cancel'
  /** Only a form that keeps unsent words has this: `leave` asks, `discard` closes and resets. */
  kept?: { leave: () => void; discard: () => void }
  /** The result of `useSentForm`; it is reset when the dialog closes. */
  form: {
    form: { reset: () => void }
    sending: { isPending: boolean; isSuccess: boolean; error: Error | null; reset: () => void }
    onSubmit: (event: FormEvent) => void
  }
  thanks: { title: string; description?: ReactNode; text: ReactNode }
  children: ReactNode
}) {
  const formId = useId()
  function reset() {
    onClose()
    form.reset()
    send.reset()
  }
  const close = kept?.discard ?? reset
  return (
    <Dialog
      open={open}
      onClose={kept?.leave ?? close}
      onCancel={close}
      isLocked={send.isPending}
      title={send.isSuccess ? thanks.title : title}
      description={send.isSuccess ? thanks.description : description}
      {...(!send.isSuccess && { closeLabel })}
      footer={
        send.isSuccess ? (
          // Keys make two buttons: one that changed within a press would submit the form that the press resets.
          <Button key="done" onClick={close}>
            Done
          </Button>
        ) : (
          <Button key="send" type="submit" form={formId} busy={send.isPending && 'Sending...'}>
            {sendLabel}
          </Button>
        )
      }
    >
      {send.isSuccess ? (
        <p role="status" className="text-lg">
          {thanks.text}
        </p>
      ) : (
        <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={onSubmit}>
          <RefusalNote error={send.error}>Nothing you typed is lost. Please try again.</RefusalNote>
          {children}
        </form>
      )}
    </Dialog>
  )
}

/** A hidden field that only programs fill in; the server drops requests that have it. */
export function TrapField({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  return (
    <div hidden>
      <label>
        Website
        <input ref={inputRef} name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
