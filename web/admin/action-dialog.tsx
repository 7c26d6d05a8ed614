import type { ReactNode, RefObject } from 'react'
import { binDays } from '../../contract/system/bin.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/confirm-dialog.tsx'
import { focusBehind } from '../ui/inert-behind.ts'
import type { Openable } from '../ui/lazy-dialog.tsx'
import { toastDeleted } from './undo-toast.ts'
import { type Action, refusalSentence, useAction } from './use-action.ts'

export function ActionDialog<Answer>({
  run,
  done,
  failed = null,
  onDone,
  ...dialog
}: Openable &
  Pick<ConfirmDialogProps, 'title' | 'children' | 'confirmLabel' | 'cancelLabel' | 'tone'> &
  Pick<Action<void, Answer>, 'run' | 'done' | 'failed' | 'onDone'>) {
  const action = useAction({
    run,
    done,
    failed,
    onDone: (answer: Answer) => {
      onDone?.(answer)
      dialog.onClose()
    },
  })
  return (
    <ConfirmDialog
      {...dialog}
      busy={action.isPending}
      error={action.refusal && refusalSentence(action.refusal)}
      onConfirm={() => action.mutate()}
    />
  )
}

export const canBeRestored = `You can undo this. Deleted records stay in the bin for ${binDays} days.`

export function DeleteDialog({
  deleted,
  heading,
  onDeleted,
  children,
  isForGood = false,
  ...dialog
}: Openable &
  Pick<Action<void, unknown>, 'run' | 'failed'> & {
    title: string
    deleted: Parameters<typeof toastDeleted>[0]
    /** True if a deletion is final: it cannot be undone, and the record does not go to the bin. */
    isForGood?: boolean | undefined
    /** Takes the focus after the deletion, because the button "Delete" disappears with its row. */
    heading: RefObject<HTMLElement | null>
    onDeleted: () => void
    children?: ReactNode
  }) {
  return (
    <ActionDialog
      {...dialog}
      confirmLabel="Delete"
      tone="danger"
      onDone={() => {
        focusBehind(heading.current)
        toastDeleted(isForGood ? { ...deleted, ids: [] } : deleted)
        onDeleted()
      }}
    >
      {children && <p className="mb-1">{children}</p>}
      {isForGood ? 'This action is irreversible.' : canBeRestored}
    </ActionDialog>
  )
}
