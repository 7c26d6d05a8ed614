import { useQuery } from '@tanstack/react-query'
import type { OrderDelivery, StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { slotHours } from '../../../../contract/store/delivery-hours.ts'
import { dayText } from '../../../../contract/words.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { Button } from '../../../ui/button.tsx'
import { type Fact, FactLines } from '../../../ui/facts.tsx'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { lazyDialog, useDialog } from '../../../ui/lazy-dialog.tsx'
import { deliveryQuery } from './delivery-query.ts'

const CorrectDialog = lazyDialog(() => import('./correct-dialog.tsx'))

/** Shows recipient, place and time only to the buyer, because others may have the page's URL too. */
export default function WhereItGoes({
  order: { id, canCorrect },
  className,
}: {
  order: Pick<StoreOrder, 'id' | 'canCorrect'>
  className?: string
}) {
  const isHydrated = useHydrated()
  const result = useQuery({ ...deliveryQuery(id), enabled: isHydrated })
  const { show, dialog } = useDialog()
  const { data: delivery, error } = result
  // The first render must match the server's, which is empty, even if another part has already loaded the answer.
  if (!isHydrated) return null
  if (delivery === undefined && error)
    return <FailedNote className={className} title="Where it goes could not be loaded." of={result} />
  if (delivery === undefined || (delivery === null && !canCorrect)) return null
  return (
    <section aria-labelledby="where-it-goes" className={className}>
      <h2 id="where-it-goes" className="mb-4 text-xl">
        Where it goes
      </h2>
      {delivery === null ? (
        <p className="text-ink-soft">
          Only whoever ordered sees it here. Please open “Check or correct” in our email, or sign in with the
          account that ordered.
        </p>
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
          Check or correct
        </Button>
      )}
      {dialog}
    </section>
  )
}

function deliveryFacts(delivery: OrderDelivery): Fact[] {
  const { address, area, landmark, pincode, day, slot } = delivery
  const isPickup = delivery.way === 'pickup'
  return [
    ['For', delivery.recipientName],
    ['Their phone', delivery.recipientPhone],
    ['Address', !isPickup && [address, area, landmark, pincode].filter(Boolean).join('\n')],
    [isPickup ? 'Pick-up' : 'Comes', day && slot && `${dayText(day)}\n${slot.name}, ${slotHours(slot)}`],
    ['Card', delivery.cardMessage],
  ]
}
