import { type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './note.tsx'

/** A dialog with one form for the school: filled in, sent, and thanked for in its place. */
export function SendDialog({
  open,
  onClose,
  title,
  description,
  sendLabel,
  form: { form, sending: send, onSubmit },
  thanks,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  sendLabel: string
  /** Of `useSentForm`; what was typed goes with the dialog. */
  form: {
    form: { reset: () => void }
    sending: { isPending: boolean; isSuccess: boolean; error: Error | null; reset: () => void }
    onSubmit: (event: FormEvent) => void
  }
  /** What stands there once it is sent. */
  thanks: { title: string; description?: ReactNode; text: ReactNode }
  /** The fields. */
  children: ReactNode
}) {
  const formId = useId()
  function close() {
    onClose()
    form.reset()
    send.reset()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      isLocked={send.isPending}
      title={send.isSuccess ? thanks.title : title}
      description={send.isSuccess ? thanks.description : description}
      footer={
        send.isSuccess ? (
          <Button onClick={close}>Done</Button>
        ) : (
          <>
            <Button variant="outline" disabled={send.isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={send.isPending}>
              {send.isPending ? 'Sending...' : sendLabel}
            </Button>
          </>
        )
      }
    >
      {send.isSuccess ? (
        <p role="status" className="text-lg">
          {thanks.text}
        </p>
      ) : (
        <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={onSubmit}>
          {send.error && (
            <Note tone="error" role="alert" title={send.error.message || 'We could not reach the school.'}>
              Nothing you typed is lost. Please try again.
            </Note>
          )}
          {children}
        </form>
      )}
    </Dialog>
  )
}

/** A field that programs fill in and people do not see; the server drops what comes with it filled in. */
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
