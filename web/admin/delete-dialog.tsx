import type { ReactNode } from 'react'
import type { ApiError } from '../lib/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Openable } from '../ui/lazy-dialog.tsx'
import type { ToastInput } from '../ui/toast-store.ts'
import { refusalSentence } from './form-dialog.tsx'
import { useDeed } from './use-deed.ts'

/** The question before a delete; a refusal is shown in it, and as `failed` in a toast. */
export function DeleteDialog({
  run,
  failed,
  onDeleted,
  children,
  ...dialog
}: Openable & {
  title: string
  run: () => Promise<unknown>
  failed: string | ((error: ApiError) => ToastInput)
  onDeleted: () => void
  children?: ReactNode
}) {
  const remove = useDeed({ run, failed, onDone: onDeleted })
  return (
    <ConfirmDialog
      {...dialog}
      confirmLabel="Delete"
      tone="danger"
      busy={remove.isPending}
      error={remove.error && refusalSentence(remove.error)}
      onConfirm={() => remove.mutate()}
    >
      {children && <p className="mb-1">{children}</p>}
      This action is irreversible.
    </ConfirmDialog>
  )
}
