import { type OrderStatus, statusUndoMs } from '../../../../contract/order-facts.ts'
import type { Order } from '../../../../contract/orders.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { toast } from '../../../ui/toast-store.ts'

/** B§8, with an Undo for as long as the server takes it back (reading B5). */
export function sayStatusChanged(status: OrderStatus, changed: readonly Order[], onUndone: () => void): void {
  const open = changed.flatMap(({ id, change }) => (change ? [{ id, change: change.id }] : []))
  toast({
    title: 'Success',
    description:
      changed.length === 1
        ? `Order status changed to ${status}`
        : `Order status changed to ${status} for ${changed.length} orders`,
    tone: 'success',
    durationMs: statusUndoMs,
    ...(open.length > 0 && { action: { label: 'Undo', onClick: () => void undo(open, onUndone) } }),
  })
}

async function undo(open: readonly { id: string; change: string }[], onUndone: () => void): Promise<void> {
  const refused: string[] = []
  for (const { id, change } of open) {
    try {
      await api('POST /api/admin/orders/:id/status/undo', { params: { id }, body: { change } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 401) return
      refused.push(error.message)
    }
  }
  if (refused.length < open.length) onUndone()
  if (refused.length === 0) {
    toast({
      title: 'Undone',
      description: 'The status is what it was, and nobody was told.',
      tone: 'success',
    })
    return
  }
  toast({
    title: refused.length === 1 ? 'It could not be undone' : `${refused.length} could not be undone`,
    description: refused[0] || 'The server did not answer. Please look at the order and set its status.',
    tone: 'error',
  })
}
