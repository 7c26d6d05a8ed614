import { useState } from 'react'
import type { FloristOrder } from '../../../../../contract/orders/florist.ts'
import { substitutionWords } from '../../../../../contract/orders/orders.en.ts'
import { joined } from '../../../../../contract/words.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { correctedText } from '../../../corrected-text.ts'
import { PrintButton } from '../../../print-button.tsx'
import { DayList, type DayProps, hourText, type Presses, Slots } from './day-list.tsx'
import { PhotographQuestion } from './photograph-button.tsx'
import { hasReached } from './press-queue.ts'

export function MakeList(props: DayProps) {
  return (
    <DayList
      {...props}
      title="Make list"
      empty="Paid orders for this day appear here."
      tools={() => <PrintButton label="Print the make list" />}
    >
      {(orders) => (
        <div className="flex flex-col gap-10">
          <Slots orders={orders} day={props.day}>
            {({ orders: ofSlot }) => (
              <ul className="grid gap-4 lg:grid-cols-2 print:block">
                {[...ofSlot.filter((one) => !isTied(one)), ...ofSlot.filter(isTied)].map((order) => (
                  <ToTie key={order.id} order={order} presses={props.presses} />
                ))}
              </ul>
            )}
          </Slots>
        </div>
      )}
    </DayList>
  )
}

const isTied = (order: FloristOrder) => order.readyAt !== null || hasReached(order, 'shipped')

function ToTie({ order, presses }: { order: FloristOrder; presses: Presses }) {
  const isDone = isTied(order)
  return (
    <li
      className={`flex break-inside-avoid flex-col gap-4 border border-line p-4 print:mb-4 ${isDone ? 'bg-sunk' : 'bg-raised'}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="grow text-lg">{order.ordernumber}</h3>
        {order.cardMessage && (
          <Badge tone={order.cardPrintedAt ? 'leaf' : 'outline'}>
            {order.cardPrintedAt ? 'Card printed' : 'Card to print'}
          </Badge>
        )}
        <Badge tone={isDone ? 'leaf' : order.status === 'processing' ? 'marigold' : 'neutral'}>
          {isDone
            ? joined(['Ready', order.readyAt && hourText(order.readyAt)], ' ')
            : order.status === 'processing'
              ? 'In progress'
              : 'To make'}
        </Badge>
      </div>
      {order.corrected && <p className="font-bold">{correctedText(order.corrected)}.</p>}
      <ul className="flex flex-col gap-3">
        {order.lines.map((line, n) => (
          <li key={n} className="flex gap-4">
            <Picture picture={line.picture} alt="" sizes="80px" className="size-20 shrink-0 object-cover" />
            <div className="min-w-0 wrap-anywhere">
              <p className="font-bold">
                <span className="text-xl">{line.quantity} ×</span> {line.name}
                {line.size && <span className="text-leaf-ink"> · {line.size}</span>}
              </p>
              {line.answer && (
                <p>
                  {line.customLabel ?? 'Request'}: <strong>{line.answer}</strong>
                </p>
              )}
              {line.stems && <p className="text-ink-soft">{line.stems}</p>}
            </div>
          </li>
        ))}
      </ul>
      <dl className="grid gap-x-4 gap-y-1 wrap-anywhere sm:grid-cols-[auto_1fr]">
        {(
          [
            ['Occasion', order.occasion],
            ['Card message', order.cardMessage],
            ['If a flower is unavailable', order.substitution && substitutionWords[order.substitution]],
            ['Recipient', order.recipientName],
          ] as const
        ).map(
          ([label, said]) =>
            said && (
              <div key={label} className="sm:contents">
                <dt className="text-sm text-ink-soft sm:pt-0.5">{label}</dt>
                <dd className="whitespace-pre-line">{said}</dd>
              </div>
            ),
        )}
      </dl>
      {!isDone && <MakeButtons order={order} presses={presses} />}
    </li>
  )
}

function MakeButtons({ order, presses }: { order: FloristOrder; presses: Presses }) {
  const [isAsked, setAsked] = useState(false)
  const back = () => setAsked(false)
  if (isAsked) return <PhotographQuestion order={order} kind="tied" presses={presses} onBack={back} />
  return (
    <div className="mt-auto grid grid-cols-2 gap-2 print:hidden">
      {order.status !== 'processing' && (
        <Button variant="outline" onClick={() => presses.press(order, { kind: 'start' })}>
          Start<span className="sr-only"> {order.ordernumber}</span>
        </Button>
      )}
      <Button
        className={order.status === 'processing' ? 'col-span-2' : undefined}
        onClick={() => setAsked(true)}
      >
        Ready<span className="sr-only">: {order.ordernumber}</span>
      </Button>
    </div>
  )
}
