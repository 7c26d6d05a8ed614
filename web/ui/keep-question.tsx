import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Note } from './note.tsx'
import * as text from './ui.en.ts'

export function KeepQuestion({
  open,
  onStay,
  onDiscard,
  onKeep,
  children = text.keepQuestionLead,
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
      title={text.keepQuestion}
      cancelLabel={text.keepEditing}
      other={{ label: text.discard, onPress: onDiscard }}
      confirmLabel={text.closeAndKeep}
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
          {text.startOver}
        </Button>
      }
    >
      {text.typedBefore}
    </Note>
  )
}
