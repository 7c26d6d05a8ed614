import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Note } from './note.tsx'

/** Before a dialog closes in which something was typed. */
export function KeepQuestion({
  open,
  onStay,
  onDiscard,
  onKeep,
  children = 'It stays in this tab until you send it.',
}: {
  open: boolean
  onStay: () => void
  onDiscard: () => void
  onKeep: () => void
  children?: ReactNode
}) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onStay}
      title="Close and keep what you typed?"
      cancelLabel="Keep editing"
      other={{ label: 'Discard', onPress: onDiscard }}
      confirmLabel="Close and keep"
      onConfirm={onKeep}
    >
      {children}
    </ConfirmDialog>
  )
}

/** Above a form in which earlier words stand again. */
export function TypedAgain({ onReset }: { onReset: () => void }) {
  return (
    <Note
      role="status"
      action={
        <Button size="sm" variant="quiet" onClick={onReset}>
          Start afresh
        </Button>
      }
    >
      What you typed is here again.
    </Note>
  )
}
