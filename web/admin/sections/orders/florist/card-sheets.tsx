import './card-sheets.css'
import type { GiftCard as Card } from '../../../../../contract/orders/florist.ts'
import { cardTextSize } from '../../../../lib/card-text-size.ts'
import { GiftCard } from '../../../../ui/gift-card.tsx'

const aSheet = 4

/** Prints two by two with lines to cut along. The recipient's name stands below each card and is cut off. */
export function CardSheets({ cards }: { cards: readonly Card[] }) {
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
