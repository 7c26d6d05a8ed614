import { Map as MapIcon, MessageCircle, Phone } from 'lucide-react'
import { useState } from 'react'
import { mapLink } from '../../../../../contract/catalogue/batch-place.ts'
import type { FloristOrder } from '../../../../../contract/orders/florist.ts'
import { attemptKinds } from '../../../../../contract/orders/order-facts.ts'
import { attemptWords } from '../../../../../contract/orders/orders.en.ts'
import { joined } from '../../../../../contract/words.ts'
import { chatLink, telLink } from '../../../../lib/contact-links.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { correctedText } from '../../../corrected-text.ts'
import { PrintButton } from '../../../print-button.tsx'
import { DayList, type DayProps, hourText, type Presses, Slots } from './day-list.tsx'
import { PhotographQuestion } from './photograph-button.tsx'
import { hasReached } from './press-queue.ts'

const isLeaving = (order: FloristOrder) => !hasReached(order, 'shipped')

export function RouteList(props: DayProps) {
  const { presses } = props
  return (
    <DayList
      {...props}
      title="Route list"
      empty="Paid orders for this day appear here."
      tools={() => <PrintButton label="Print the route list" />}
    >
      {(orders) => (
        <div className="flex flex-col gap-10">
          <Slots orders={orders} day={props.day}>
            {({ zones }) =>
              zones.map(([zone, ofZone]) => {
                const leaving = ofZone.filter((order) => order.way !== 'pickup' && isLeaving(order))
                return (
                  <div key={zone} className="mb-6">
                    <div className="mb-2 flex flex-wrap items-center gap-3">
                      <h3 className="grow text-lg">
                        {zone || (ofZone[0]?.way === 'pickup' ? 'Collect from the studio' : 'No zone')}
                      </h3>
                      {leaving.length > 1 && (
                        <Button
                          size="sm"
                          variant="outline"
                          onClick={() => {
                            for (const order of leaving) presses.press(order, { kind: 'out' })
                          }}
                        >
                          All {leaving.length} out for delivery<span className="sr-only">, {zone}</span>
                        </Button>
                      )}
                    </div>
                    <ol className="grid gap-4 lg:grid-cols-2 print:block">
                      {ofZone.map((order) => (
                        <Stop key={order.id} order={order} presses={presses} />
                      ))}
                    </ol>
                  </div>
                )
              })
            }
          </Slots>
        </div>
      )}
    </DayList>
  )
}

/**
 * An Indian number is stored as ten digits, so its country's code is added. Other numbers are stored with their
 * country's code.
 */
const international = (phone: string) => (/^\d{10}$/.test(phone) ? `+91${phone}` : phone)

const small = { size: 'sm', variant: 'outline', className: 'grow' } as const
const inNewTab = { target: '_blank', rel: 'noopener noreferrer' }

function Stop({ order, presses }: { order: FloristOrder; presses: Presses }) {
  const isDone = hasReached(order, 'delivered')
  const place = joined([order.address, order.area, order.pincode])
  const phone = international(order.callPhone)
  const what = order.lines.map(({ quantity, name, size }) => joined([`${quantity} × ${name}`, size]))
  return (
    <li
      className={`flex break-inside-avoid flex-col gap-3 border border-line p-4 wrap-anywhere print:mb-4 ${isDone ? 'bg-sunk' : 'bg-raised'}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="grow text-lg">{order.recipientName}</h4>
        <RouteBadge order={order} />
      </div>
      {place && (
        <p>
          {place}
          {order.landmark && <span className="block font-bold">{order.landmark}</span>}
        </p>
      )}
      {order.corrected && <p className="font-bold">{correctedText(order.corrected)}.</p>}
      {order.note && <p className="border-l-4 border-marigold-ink pl-3">{order.note}</p>}
      <p className="text-ink-soft">
        {order.ordernumber}: {what.join(' · ')}
        {order.from && <span className="block">From {order.from}</span>}
        {order.callsBuyer && <span className="block font-bold">Call the sender, not the recipient</span>}
        <span className="hidden print:block">Phone {phone}</span>
      </p>
      {order.attempts.length > 0 && (
        <ul className="text-sm">
          {order.attempts.map(({ kind, note, at }) => (
            <li key={`${kind} ${at}`}>
              {hourText(at)} {attemptWords[kind]}
              {note && `: ${note}`}
            </li>
          ))}
        </ul>
      )}
      {!isDone && (
        <div className="flex flex-wrap gap-2 print:hidden">
          <ButtonLink {...small} icon={Phone} href={telLink(phone)}>
            Call<span className="sr-only"> for {order.recipientName}</span>
          </ButtonLink>
          <ButtonLink
            {...small}
            {...inNewTab}
            icon={MessageCircle}
            href={chatLink(phone, `Hello, we have flowers for ${order.recipientName}.`)}
          >
            WhatsApp<span className="sr-only"> for {order.recipientName} (opens in a new tab)</span>
          </ButtonLink>
          {place && (
            <ButtonLink {...small} {...inNewTab} icon={MapIcon} href={mapLink(place)}>
              Map<span className="sr-only"> for {order.recipientName} (opens in a new tab)</span>
            </ButtonLink>
          )}
        </div>
      )}
      {!isDone && <RouteButtons order={order} presses={presses} />}
    </li>
  )
}

function RouteBadge({ order }: { order: FloristOrder }) {
  if (hasReached(order, 'delivered')) return <Badge tone="leaf">Delivered</Badge>
  if (order.status === 'shipped') return <Badge tone="marigold">On its way</Badge>
  return order.readyAt ? <Badge tone="outline">Ready</Badge> : <Badge>Not ready yet</Badge>
}

function RouteButtons({ order, presses }: { order: FloristOrder; presses: Presses }) {
  const [asked, setAsked] = useState<'door' | 'attempt' | null>(null)
  const [note, setNote] = useState('')
  const back = () => setAsked(null)
  const of = <span className="sr-only"> {order.ordernumber}</span>
  if (asked === 'door') {
    return <PhotographQuestion order={order} kind="delivered" presses={presses} onBack={back} />
  }
  if (asked === 'attempt') {
    return (
      <div
        role="group"
        aria-label={`What happened to order ${order.ordernumber}?`}
        className="mt-auto grid gap-2 print:hidden"
      >
        <TextField label="Note for staff" hint="Optional" maxLength={200} {...controlled(note, setNote)} />
        {attemptKinds.map((kind) => (
          <Button
            key={kind}
            variant="outline"
            onClick={() => {
              presses.press(order, { kind, ...(note.trim() && { note: note.trim() }) })
              setNote('')
              back()
            }}
          >
            {attemptWords[kind]}
          </Button>
        ))}
        <Button variant="quiet" onClick={back}>
          Back
        </Button>
      </div>
    )
  }
  return (
    <div className="mt-auto grid grid-cols-2 gap-2 print:hidden">
      {order.way !== 'pickup' && isLeaving(order) && (
        <Button variant="outline" onClick={() => presses.press(order, { kind: 'out' })}>
          Out for delivery{of}
        </Button>
      )}
      <Button
        className={order.way === 'pickup' || !isLeaving(order) ? 'col-span-2' : undefined}
        onClick={() => setAsked('door')}
      >
        {order.way === 'pickup' ? 'Collected' : 'Delivered'}
        {of}
      </Button>
      {order.way !== 'pickup' && (
        <Button variant="quiet" size="sm" className="col-span-2" onClick={() => setAsked('attempt')}>
          Couldn’t deliver{of}
        </Button>
      )}
    </div>
  )
}
