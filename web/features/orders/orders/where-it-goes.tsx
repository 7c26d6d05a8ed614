import { useQuery } from '@tanstack/react-query'
import type { OrderDelivery, StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { useSendsEmails } from '../../../lib/school.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { Button } from '../../../ui/button.tsx'
import { type Fact, FactLines } from '../../../ui/facts.tsx'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { lazyDialog, useDialog } from '../../../ui/lazy-dialog.tsx'
import { deliveryQuery } from './delivery-query.ts'
import * as text from './order.en.tsx'

const CorrectDialog = lazyDialog(() => import('./correct-dialog.tsx'))

/** Shows recipient, place and time only to the buyer, because other people may also have the page's URL. */
export default function WhereItGoes({
  order: { id, canCorrect },
  className,
}: {
  order: Pick<StoreOrder, 'id' | 'canCorrect'>
  className?: string
}) {
  const isHydrated = useHydrated()
  const sendsEmails = useSendsEmails()
  const result = useQuery({ ...deliveryQuery(id), enabled: isHydrated })
  const { show, dialog } = useDialog()
  const { data: delivery, error } = result
  // The first render must match the server's, which is empty, even if another part has already loaded the answer.
  if (!isHydrated) return null
  if (delivery === undefined && error)
    return <FailedNote className={className} title={text.detailsNotLoaded} of={result} />
  if (delivery === undefined || (delivery === null && !canCorrect)) return null
  return (
    <section aria-labelledby="where-it-goes" className={className}>
      <h2 id="where-it-goes" className="mb-4 text-xl">
        {text.deliveryDetails}
      </h2>
      {delivery === null ? (
        <p className="text-ink-soft">{sendsEmails ? text.onlyForBuyer : text.onlyForBuyerHere}</p>
      ) : (
        <FactLines facts={deliveryFacts(delivery)} />
      )}
      {(delivery?.canChange || delivery?.canChangeCard) && (
        <Button
          size="sm"
          variant="outline"
          className="mt-4 print:hidden"
          onClick={() => show((props) => <CorrectDialog {...props} id={id} delivery={delivery} />)}
        >
          {text.checkOrChange}
        </Button>
      )}
      {dialog}
    </section>
  )
}

/** The day and the time are told beside the items. */
function deliveryFacts(delivery: OrderDelivery): Fact[] {
  const { address, area, landmark, pincode } = delivery
  const isPickup = delivery.way === 'pickup'
  return [
    [text.recipient, delivery.recipientName],
    [text.recipientPhone, delivery.recipientPhone],
    [text.address, !isPickup && [address, area, landmark, pincode].filter(Boolean).join('\n')],
    [text.cardMessage, delivery.cardMessage],
  ]
}
