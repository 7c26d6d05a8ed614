import type { ReactNode } from 'react'
import { graphemesIn } from '../../contract/graphemes.ts'
import { cx } from './class-names.ts'
import { FlowerOutline } from './flower-outline.tsx'

/** In points on paper, where the card is 134 mm (380 points) wide. */
const width = 380
const sizes = [24, 20, 17, 15, 13, 11, 9, 7, 5, 4] as const
/** What is within the frame and above the sender's name. */
const room = { width: 305, height: 180 }
/** Of a letter and of a line, as parts of the size. Tamil letters are the widest. */
const letter = 0.95
const line = 1.4

/** The largest size in points at which the whole of a card's message stands on the card. */
export function cardTextSize(message: string): number {
  const lengths = message.split('\n').map(graphemesIn)
  const fits = (size: number) => {
    const aLine = Math.floor(room.width / (size * letter))
    const lines = lengths.reduce((sum, length) => sum + Math.max(1, Math.ceil(length / aLine)), 0)
    return lines * size * line <= room.height
  }
  return sizes.find(fits) ?? 3
}

const sized = (points: number) => ({ fontSize: `${((100 * points) / width).toFixed(2)}cqi` })

/**
 * The card that goes with flowers, on its side as A6 is: while it is typed, as it is printed, and for whom the flowers were.
 * @param placeholder stands where the words are still empty
 */
export function GiftCard({
  words,
  sender,
  placeholder,
}: {
  words: string
  sender: string | null
  placeholder?: ReactNode
}) {
  const isEmpty = words === ''
  return (
    <div className="petal [container-type:inline-size] relative grid aspect-[148/105] overflow-hidden border border-line bg-raised p-2 shadow-soft">
      <div className="petal relative grid place-content-center border border-rose/40 p-[6cqi] text-center">
        <FlowerOutline className="absolute -right-8 -bottom-8 size-28 opacity-20" />
        <p
          className={cx(
            'relative font-display leading-[1.4] whitespace-pre-line [overflow-wrap:anywhere]',
            isEmpty && 'text-ink-soft italic',
          )}
          style={sized(isEmpty ? 20 : cardTextSize(words))}
        >
          {isEmpty ? placeholder : words}
        </p>
        {sender && !isEmpty && (
          <p
            className="relative mt-[1.5cqi] font-display text-rose-ink [overflow-wrap:anywhere]"
            style={sized(15)}
          >
            {sender}
          </p>
        )}
      </div>
    </div>
  )
}
