import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { momentText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import type { Payable } from './payable.ts'

/** This pays only the fee, because the order itself is paid. */
export function chargePayable(
  { id: orderId, ordernumber }: StoreOrder,
  { id, reference, amount, status, at, payment }: StoreOrder['charges'][number],
): Omit<Payable, 'queryKey' | 'address'> {
  const follow = <ButtonLink to={`/orders/${orderId}`}>Follow your order</ButtonLink>
  return {
    reference,
    status: status === 'open' ? 'due' : 'paid',
    payment: payment ?? { provider: 'upi', checking: false, upi: null },
    amount: String(amount),
    facts: [
      ['For', 'Another try to bring your flowers'],
      ['Order', ordernumber],
      ['Reference', reference],
      ['Asked for', momentText(at)],
      ['If it is not paid', status === 'open' && 'Your order stands in any case.'],
    ],
    words: {
      paid: {
        title: (
          <>
            The fee is <em>paid</em>
          </>
        ),
        lead: 'Thank you. We come again with your flowers, and you can follow every step.',
      },
      checking:
        'The school looks for it in its account. You will receive a letter; there is nothing more to do.',
      cancelled: '',
      expired: { title: '', lead: '' },
    },
    links: { paid: follow, checking: follow, cancelled: null },
    fee: id,
    confirm: () => api('POST /api/order-charges/:id/payment', { params: { id } }),
  }
}
