import { useMutation } from '@tanstack/react-query'
import type { AdminProduct } from '../../../../contract/products.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refusalSentence } from '../../form-dialog.tsx'

export function DeleteProductDialog({
  open,
  onClose,
  item,
  onDeleted,
}: {
  open: boolean
  onClose: () => void
  item: AdminProduct
  onDeleted: () => void
}) {
  const remove = useMutation<unknown, ApiError>({
    mutationFn: () => api('DELETE /api/admin/products/:id', { params: { id: item.id } }),
    onSuccess: onDeleted,
    onError: (error) => {
      if (error.status === 401) return
      toast({ title: 'Error', description: 'Failed to delete product. Please try again.', tone: 'error' })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={`Delete “${item.name}”?`}
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
