import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { FlowerOutline } from './flower-outline.tsx'

/** The width of the printed card in points: 134 mm. */
const width = 380
const sized = (points: number) => ({ fontSize: `${((100 * points) / width).toFixed(2)}cqi` })

/** `size` is the size of the text in points, on paper. `placeholder` is shown instead of an empty text. */
export function GiftCard({
  words,
  size,
  sender,
  placeholder,
}: {
  words: string
  size: number
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
            'relative font-display leading-[1.4] whitespace-pre-line',
            isEmpty && 'text-ink-soft italic',
          )}
          style={sized(isEmpty ? 20 : size)}
        >
          {isEmpty ? placeholder : words}
        </p>
        {sender && !isEmpty && (
          <p className="relative mt-[1.5cqi] font-display text-rose-ink" style={sized(15)}>
            {sender}
          </p>
        )}
      </div>
    </div>
  )
}
