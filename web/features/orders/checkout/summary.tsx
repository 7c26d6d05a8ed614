import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { formatRupees } from '../../../../contract/words.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Chevron } from '../../../ui/glyphs.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { feeText } from './delivery-choice.ts'
import type { OrderedLine, Sums } from './ordered-lines.ts'
import * as text from './summary.en.ts'

interface SummaryProps {
  lines: readonly OrderedLine[]
  sums: Sums
  feeName: string
  when: string | null
  refusal: ReactNode
  onFewer: (line: OrderedLine, quantity: number) => void
  notices: ReactNode
}

export function Summary({ lines, sums, feeName, when, refusal, onFewer, notices }: SummaryProps) {
  const id = useId()
  const [isUnfolded, setOpen] = useState(false)
  const isOpen = isUnfolded || Boolean(refusal)
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className="max-lg:-mx-5 max-lg:max-h-[80dvh] max-lg:overflow-y-auto max-lg:border-t max-lg:border-line max-lg:bg-raised max-lg:px-5 max-lg:shadow-soft md:max-lg:-mx-8 md:max-lg:px-8 lg:petal lg:border lg:border-line lg:bg-raised lg:p-6">
      <h2 className="mb-4 text-xl max-lg:sr-only">{text.yourOrder}</h2>
      {notices}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-14 w-full items-center gap-3 text-left lg:hidden"
      >
        <span className="min-w-0 flex-1">{text.itemCount({ count })}</span>
        <strong className="font-display text-xl font-normal">{formatRupees(sums.total)}</strong>
        <span className={cx('text-ink-soft', isOpen ? 'rotate-90' : '-rotate-90')}>
          <Chevron />
        </span>
      </button>
      <div id={id} className={cx('max-lg:pb-4', !isOpen && 'max-lg:hidden')}>
        <OrderedAndSums {...{ lines, sums, feeName, when, refusal, onFewer }} />
      </div>
    </div>
  )
}

export function OrderedAndSums({
  lines,
  sums,
  feeName,
  when,
  refusal,
  onFewer,
}: Omit<SummaryProps, 'notices'>) {
  return (
    <>
      {/* A long list scrolls in itself, so that the sum stays in sight. */}
      <ul
        className="flex flex-col gap-4 lg:max-h-[calc(100dvh-26rem)] lg:min-h-40 lg:overflow-y-auto"
        {...(lines.length > 3 && { tabIndex: 0, 'aria-label': text.yourOrder })}
      >
        {lines.map((line) => (
          <Line key={line.key} line={line} isRefused={Boolean(refusal)} onFewer={onFewer} />
        ))}
      </ul>
      {refusal}
      <dl className="mt-5 flex flex-col gap-1.5 border-t border-line pt-4">
        <SumRow name={text.subtotal}>{formatRupees(sums.subtotal)}</SumRow>
        <SumRow name={feeName}>{sums.fee === null ? text.chooseTimeForFee : feeText(sums.fee)}</SumRow>
        {sums.discount > 0 && <SumRow name={text.discount}>− {formatRupees(sums.discount)}</SumRow>}
        <TotalRow total={sums.total} />
      </dl>
      {when && <p className="mt-3 text-sm text-ink-soft">{when}</p>}
    </>
  )
}

export function SumRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}

export function TotalRow({ total }: { total: number }) {
  return (
    <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-3">
      <dt className="font-bold">{text.total}</dt>
      <dd className="font-display text-xl">{formatRupees(total)}</dd>
    </div>
  )
}

export function LineFacts({
  line: { name, quantity, price, total },
  chosen,
}: {
  line: Pick<OrderedLine, 'name' | 'quantity' | 'price' | 'total'>
  chosen: readonly (string | null | undefined)[]
}) {
  return (
    <>
      <p className="font-bold wrap-anywhere">{name}</p>
      <p className="text-sm text-ink-soft wrap-anywhere">{chosen.filter(Boolean).join(' · ')}</p>
      <p className="flex justify-between gap-4 text-sm">
        <span>
          {quantity} × {formatRupees(price)}
        </span>
        <span>{formatRupees(total)}</span>
      </p>
    </>
  )
}

function Line({
  line,
  isRefused,
  onFewer,
}: {
  line: OrderedLine
  isRefused: boolean
  onFewer: (line: OrderedLine, quantity: number) => void
}) {
  const isTooMany = line.quantity > line.most
  return (
    <li className="flex gap-3">
      <Picture picture={line.picture} alt="" sizes="4rem" className="petal size-16 shrink-0 object-cover" />
      <div className="min-w-0 flex-1">
        <LineFacts
          line={line}
          chosen={[line.size, line.answer && text.answer({ label: line.label, answer: line.answer })]}
        />
        {isTooMany && (
          <div className="mt-1 text-sm font-bold text-rose-ink">
            {line.most === 0 ? text.noLongerAvailable : text.onlyLeft({ count: line.most })}
            <Button size="sm" variant="quiet" onClick={() => onFewer(line, line.most)}>
              {line.most === 0 ? text.remove : text.changeTo({ quantity: line.most })}
            </Button>
          </div>
        )}
        {/* The stock is unknown if a product is bought without the cart, so the button offers one piece fewer. */}
        {isRefused && !isTooMany && line.quantity > 1 && (
          <Button size="sm" variant="quiet" onClick={() => onFewer(line, line.quantity - 1)}>
            {text.removeOne}
          </Button>
        )}
      </div>
    </li>
  )
}
