import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { RefusalNote } from './refusal-note.tsx'
import * as text from './ui.en.ts'

export function SendDialog({
  open,
  onClose,
  title,
  description,
  sendLabel,
  closeLabel = text.cancel,
  kept,
  form: { form, sending: send, onSubmit },
  thanks,
  children,
}: Pick<DialogProps, 'open' | 'onClose' | 'title' | 'description' | 'closeLabel'> & {
  sendLabel: string
  /** Set for a form that keeps unsent text: `leave` asks before closing, `discard` closes and resets. */
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
  const place = useRef<HTMLFormElement>(null)
  // The note is at the form's top, which is out of sight after the last field on a phone.
  useEffect(() => {
    if (send.error === null || place.current?.querySelector('[aria-invalid=true]')) return
    place.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [send.error])
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
          // The key makes this button a new element. Otherwise React would turn the Send button into this button, and
          // the click would submit the form again.
          <Button key="done" onClick={close}>
            {text.done}
          </Button>
        ) : (
          <Button key="send" type="submit" form={formId} busy={send.isPending && text.sending}>
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
        <form ref={place} id={formId} noValidate className="flex flex-col gap-5" onSubmit={onSubmit}>
          <RefusalNote error={send.error}>{text.typedTextKept}</RefusalNote>
          {children}
        </form>
      )}
    </Dialog>
  )
}

/** A hidden field that only programs fill in. The server drops requests in which it is filled. */
export function TrapField({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  return (
    <div hidden>
      <label>
        {text.website}
        <input ref={inputRef} name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
