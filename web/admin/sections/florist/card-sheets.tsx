import './card-sheets.css'
import type { GiftCard } from '../../../../contract/florist.ts'
import { useSchool } from '../../../lib/school.ts'
import { cardTextSize } from './card-text-size.ts'

const aSheet = 4

/** Only on paper: two by two, with marks to cut along. */
export function CardSheets({ cards }: { cards: readonly GiftCard[] }) {
  const school = useSchool()
  const sheets = Array.from({ length: Math.ceil(cards.length / aSheet) }, (_, n) =>
    cards.slice(n * aSheet, (n + 1) * aSheet),
  )
  return (
    <div className="card-sheets hidden print:block">
      {sheets.map((sheet) => (
        <div key={sheet[0]?.id} className="card-sheet">
          {sheet.map((card) => (
            <article key={card.id} className="gift-card" aria-label={`Card for ${card.recipientName}`}>
              <p className="gift-card-to">{card.recipientName}</p>
              <p className="gift-card-words" style={{ fontSize: `${cardTextSize(card.message)}pt` }}>
                {card.message}
              </p>
              <p className="gift-card-from">{card.from}</p>
              <p className="gift-card-foot">
                {school?.name} · {card.ordernumber}
              </p>
            </article>
          ))}
        </div>
      ))}
    </div>
  )
}
