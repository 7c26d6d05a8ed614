import { type OrderStatus, statusUndoMs } from '../../../../contract/order-facts.ts'
import type { Order } from '../../../../contract/orders.ts'
import { api } from '../../../lib/api.ts'
import { sayUndoable } from '../../undo-toast.ts'

/** Says which status it is now, with an Undo for as long as the server takes it back. */
export function sayStatusChanged(status: OrderStatus, changed: readonly Order[], onUndone: () => void): void {
  const whose = changed.length === 1 ? '' : ` for ${changed.length} orders`
  sayUndoable({
    description: `Order status changed to ${status}${whose}`,
    undoMs: statusUndoMs,
    of: changed.flatMap(({ id, change }) => (change ? [{ id, change: change.id }] : [])),
    undo: ({ id, change }) =>
      api('POST /api/admin/orders/:id/status/undo', { params: { id }, body: { change } }),
    onUndone,
    words: {
      undone: { title: 'Undone', description: 'The status is what it was, and nobody was told.' },
      verb: 'undone',
      unanswered: 'The server did not answer. Please look at the order and set its status.',
    },
  })
}
