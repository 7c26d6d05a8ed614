import { graphemesIn } from '../../../contract/graphemes.ts'
import { cardMessageMax } from '../../../contract/order-facts.ts'
import { cx } from '../../ui/class-names.ts'
import { FlowerOutline } from '../../ui/flower-outline.tsx'

/** The card as it will be printed, A6 on its side, and how much of it is full. */
export default function CardPreview({ words, sender }: { words: string; sender: string }) {
  const count = graphemesIn(words.trim())
  const over = count - cardMessageMax
  return (
    <figure className="m-0 flex flex-col gap-1.5">
      <div className="petal relative grid aspect-[148/105] overflow-hidden border border-line bg-raised p-2 shadow-soft">
        <div className="petal relative grid place-content-center border border-rose/40 px-6 py-7 text-center">
          <FlowerOutline className="absolute -right-8 -bottom-8 size-28 opacity-20" />
          <p
            className={cx(
              'relative font-display whitespace-pre-line [overflow-wrap:anywhere]',
              count > 140 ? 'text-sm' : count > 60 ? 'text-base' : 'text-lg',
              words.trim() === '' && 'text-ink-soft italic',
            )}
          >
            {words.trim() || 'Your words stand here'}
          </p>
          {sender !== '' && words.trim() !== '' && (
            <p className="relative mt-2 font-display text-base text-rose-ink [overflow-wrap:anywhere]">
              {sender}
            </p>
          )}
        </div>
      </div>
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
