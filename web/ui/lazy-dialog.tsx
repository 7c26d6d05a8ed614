import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { toast } from './toast-store.ts'
import * as text from './ui.en.ts'

export type Openable = { open: boolean; onClose: () => void }

/** The dialog's code loads when it first opens. A toast reports if the code fails to load. */
export function lazyDialog<Props extends Openable>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => load().catch(() => ({ default: LostDialog as ComponentType<Props> })))
}

function LostDialog({ open, onClose }: Openable) {
  useEffect(() => {
    if (!open) return
    toast({
      title: text.dialogFailed,
      description: text.dialogFailedLead,
      tone: 'error',
      action: { label: text.refresh, onClick: () => location.reload() },
    })
    onClose()
  }, [open, onClose])
  return null
}

interface Shown {
  draw: (props: Openable) => ReactNode
  name: string | undefined
  turn: number
  isOpen: boolean
}

/**
 * `show((props) => <EditDialog {...props} row={row} />)` opens a dialog where the caller renders `dialog`, one at a
 * time. A dialog that is shown again under the same name keeps its state. A closed dialog stays mounted until the next
 * dialog opens, so that it can fade out.
 */
export function useDialog() {
  const [shown, setShown] = useState<Shown | null>(null)
  // A call from a dialog that was replaced must not close the dialog that is open now.
  const closeShown = () => setShown((now) => (now === shown ? now && { ...now, isOpen: false } : now))
  return {
    show: (draw: Shown['draw'], name?: string) =>
      setShown((before) => ({ draw, name, turn: (before?.turn ?? 0) + 1, isOpen: true })),
    close: () => setShown((now) => now && { ...now, isOpen: false }),
    dialog: shown && (
      <Suspense key={shown.name ?? shown.turn}>
        {shown.draw({ open: shown.isOpen, onClose: closeShown })}
      </Suspense>
    ),
  }
}

/** A button that opens a dialog. The dialog keeps its state while it is closed. */
export function DialogButton({
  of: Dialog,
  ...button
}: Pick<ButtonProps, 'variant' | 'children'> & { of: ComponentType<Openable> }) {
  const { show, dialog } = useDialog()
  return (
    <>
      {/* The fixed name keeps the typed text when the dialog is closed and opened again. */}
      <Button {...button} onClick={() => show((props) => <Dialog {...props} />, 'dialog')} />
      {dialog}
    </>
  )
}
