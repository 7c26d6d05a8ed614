import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Note } from './note.tsx'

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
