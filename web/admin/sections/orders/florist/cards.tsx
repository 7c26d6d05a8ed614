import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type GiftCard as Card, cardsMax, type FloristOrder } from '../../../../../contract/orders/florist.ts'
import { plural } from '../../../../../contract/plural.ts'
import { api } from '../../../../lib/api.ts'
import { cardTextSize } from '../../../../lib/card-text-size.ts'
import { useStale } from '../../../../lib/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { GiftCard } from '../../../../ui/gift-card.tsx'
import { useAction } from '../../../use-action.ts'
import { DayList, type DayProps, Slots } from './day-list.tsx'
import './card-sheets.css'

export function Cards(props: DayProps) {
  return (
    <DayList
      {...props}
      isShown={({ cardMessage }) => cardMessage !== null}
      empty="Orders for this day with a card message appear here."
    >
      {(orders) => <Choice key={props.day} orders={orders} day={props.day} />}
    </DayList>
  )
}

function Choice({ orders, day }: { orders: readonly FloristOrder[]; day: string }) {
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({})
  const [sheets, setSheets] = useState<readonly Card[]>([])
  const stale = useStale()
  const isChosen = ({ id, cardPrintedAt }: FloristOrder) => changed[id] ?? cardPrintedAt === null
  const chosen = orders.filter(isChosen).slice(0, cardsMax)
  const print = useAction({
    run: async () =>
      (await api('POST /api/admin/florist/cards', { body: { orders: chosen.map(({ id }) => id) } })).data,
    onDone: (cards) => {
      setSheets(cards)
      stale('GET /api/admin/florist/day')
    },
  })
  useEffect(() => {
    if (sheets.length > 0) void lettersOf(sheets).then(() => window.print())
  }, [sheets])
  return (
    <>
      <div className="print:hidden">
        <p className="mb-4 text-ink-soft">
          Four cards fit on an A4 sheet. Once a card is printed, the buyer can’t change its message.
        </p>
        <div className="mb-6 flex flex-wrap gap-2">
          <Button
            icon={Printer}
            className="max-sm:w-full"
            disabled={chosen.length === 0}
            busy={print.isPending && 'Preparing cards…'}
            onClick={() => print.mutate()}
          >
            {plural(chosen.length, { one: 'Print 1 card', other: `Print ${chosen.length} cards` })}
          </Button>
          {(['all', 'none'] as const).map((which) => (
            <Button
              key={which}
              variant="outline"
              className="max-sm:grow"
              onClick={() => setChanged(Object.fromEntries(orders.map(({ id }) => [id, which === 'all'])))}
            >
              {which === 'all' ? 'Select all' : 'Select none'}
            </Button>
          ))}
        </div>
        <div className="flex flex-col gap-8">
          <Slots orders={orders} day={day}>
            {({ orders: ofSlot }) => (
              <ul className="grid gap-3 lg:grid-cols-2">
                {ofSlot.map((order) => (
                  <li key={order.id} className="border border-line bg-raised p-4">
                    <div className="flex flex-wrap items-center gap-x-3">
                      <Checkbox
                        className="grow"
                        label={`${order.ordernumber}, for ${order.recipientName}`}
                        checked={isChosen(order)}
                        onChange={({ target }) => setChanged({ ...changed, [order.id]: target.checked })}
                      />
                      {order.cardPrintedAt && <Badge tone="leaf">Printed</Badge>}
                    </div>
                    <p className="mt-2 whitespace-pre-line wrap-anywhere">{order.cardMessage}</p>
                    <p className="mt-2 text-sm text-ink-soft">
                      {order.from === null ? 'Sender not named' : `From ${order.from}`}
                    </p>
                  </li>
                ))}
              </ul>
            )}
          </Slots>
        </div>
      </div>
      <CardSheets cards={sheets} />
    </>
  )
}

/**
 * Loads the fonts of the cards. The sheets are hidden until they are printed, so the browser would not load them. Tamil
 * letters are in a font file of their own.
 */
async function lettersOf(cards: readonly Card[]): Promise<void> {
  const words = cards.map(({ message, recipientName, from }) => `${message}${recipientName}${from}`).join('')
  await Promise.all(
    ['Fraunces', 'Mukta Malar'].map((face) => document.fonts.load(`400 16px "${face}"`, words)),
  )
}

const aSheet = 4

function CardSheets({ cards }: { cards: readonly Card[] }) {
  const sheets = Array.from({ length: Math.ceil(cards.length / aSheet) }, (_, n) =>
    cards.slice(n * aSheet, (n + 1) * aSheet),
  )
  return (
    <div className="card-sheets hidden print:block">
      {sheets.map((sheet) => (
        <div key={sheet[0]?.id} className="card-sheet">
          {sheet.map(({ id, recipientName, message, from, ordernumber }) => (
            <article key={id} className="card-place" aria-label={`Card for ${recipientName}`}>
              <div className="card-cut">
                <GiftCard words={message} size={cardTextSize(message)} sender={from} />
              </div>
              <p className="card-whose">
                {ordernumber} · {recipientName}
              </p>
            </article>
          ))}
        </div>
      ))}
    </div>
  )
}
