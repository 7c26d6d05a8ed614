import { graphemesIn } from '../../../../contract/graphemes.ts'
import { cardMessageMax } from '../../../../contract/orders/order-facts.ts'
import { cardTextSize } from '../../../lib/card-text-size.ts'
import { cx } from '../../../ui/class-names.ts'
import { GiftCard } from '../../../ui/gift-card.tsx'

export default function CardPreview({ words, sender }: { words: string; sender: string }) {
  const typed = words.trim()
  const count = graphemesIn(typed)
  const over = count - cardMessageMax
  return (
    <figure className="m-0 flex flex-col gap-1.5">
      <GiftCard
        words={typed}
        size={cardTextSize(typed)}
        sender={sender}
        placeholder="Your words stand here"
      />
      <figcaption className={cx('text-sm', over > 0 ? 'font-bold text-rose-ink' : 'text-ink-soft')}>
        {over > 0
          ? `${over} too many: the card takes ${cardMessageMax} characters`
          : `${count} of ${cardMessageMax} characters`}
      </figcaption>
      <p role="status" className="sr-only">
        {over > 0 && `The card's words are ${over} characters too long`}
      </p>
    </figure>
  )
}
