import { useMutation } from '@tanstack/react-query'
import type { AdminClass } from '../../../../contract/courses.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refusalSentence } from '../../form-dialog.tsx'

/** Reading B8: a class with paid seats is refused, and the dialog says so. */
export function DeleteClassDialog({
  open,
  onClose,
  item,
  onDeleted,
}: {
  open: boolean
  onClose: () => void
  item: AdminClass
  onDeleted: () => void
}) {
  const remove = useMutation<unknown, ApiError>({
    mutationFn: () => api('DELETE /api/admin/AdminClasses/:id', { params: { id: item.id } }),
    onSuccess: onDeleted,
    onError: (error) => {
      if (error.status === 401) return
      toast({ title: 'Error', description: 'Failed to delete class. Please try again.', tone: 'error' })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={`Delete “${item.title}”?`}
      confirmLabel="Delete"
      tone="danger"
      busy={remove.isPending}
      error={remove.error && refusalSentence(remove.error)}
      onConfirm={() => remove.mutate()}
    >
      This action is irreversible.
    </ConfirmDialog>
  )
}
