import type { ComponentProps } from 'react'
import { formatRupees } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { useMailPromise } from '../mail-promise.ts'
import { MarkPaidDialog } from '../mark-paid-dialog.tsx'

type Shared = Openable &
  Pick<ComponentProps<typeof MarkPaidDialog>, 'focusAfter' | 'onChanged' | 'due' | 'isReported'>

export function MarkOrderPaidDialog({
  order: { id, number, name, total, hasEnded },
  ...dialog
}: Shared & {
  /** `hasEnded` is true if the order’s hold ended before it was paid. */
  order: { id: string; number: string; name: string; total: string | number; hasEnded: boolean }
}) {
  return (
    <MarkPaidDialog
      {...dialog}
      of={id}
      description={`${number} · ${name} · ${formatRupees(total)}`}
      restWords={(rest) =>
        `The order will count as paid, and we’ll waive the remaining ${formatRupees(rest)}.`
      }
      warning={
        hasEnded
          ? 'This order wasn’t paid in time. It gets its items and delivery time back only if they’re still available.'
          : null
      }
      send={(body, keyed) => api('POST /api/admin/orders/:id/payment', { params: { id }, body }, keyed(body))}
      confirmed={`${number} is confirmed.`}
    />
  )
}

/** Records the fee for another delivery. */
export function MarkFeePaidDialog({
  fee: { id, reference },
  ...dialog
}: Shared & { fee: { id: string; reference: string } }) {
  const told = useMailPromise()
  return (
    <MarkPaidDialog
      {...dialog}
      of={id}
      description={`Fee ${reference} · ${formatRupees(dialog.due)}`}
      restWords={(rest) => `The fee will count as paid, and we’ll waive the remaining ${formatRupees(rest)}.`}
      warning={null}
      send={(body, keyed) =>
        api('POST /api/admin/order-charges/:id/payment', { params: { id }, body }, keyed(body))
      }
      confirmed={told('We’ll let the buyer know.')}
    />
  )
}
