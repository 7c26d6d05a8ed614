import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../lib/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { type ToastInput, toast } from '../ui/toast-store.ts'
import { refusalSentence } from './form-dialog.tsx'

/** The question before a delete (readings B8); a refusal stands in it, and in a toast with the words of B§8. */
export function DeleteDialog({
  open,
  onClose,
  title,
  run,
  failed,
  onDeleted,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  run: () => Promise<unknown>
  /** B§8. */
  failed: string | ((error: ApiError) => ToastInput)
  onDeleted: () => void
  /** What goes, where the title does not say it. */
  children?: ReactNode
}) {
  const remove = useMutation<unknown, ApiError>({
    mutationFn: run,
    onSuccess: onDeleted,
    onError: (error) => {
      if (error.status === 401) return
      const words = typeof failed === 'string' ? { title: 'Error', description: failed } : failed(error)
      toast({ ...words, tone: 'error' })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={title}
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
