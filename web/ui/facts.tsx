import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** A fact without a value is left out. */
export type Fact = readonly [name: string, value: ReactNode]

interface FactsProps {
  facts: readonly Fact[]
  className?: string
}

const list = (facts: readonly Fact[], listClass: string, rowClass: string, valueClass?: string) => (
  <dl className={listClass}>
    {facts.map(
      ([name, value]) =>
        (value || value === 0) && (
          <div key={name} className={rowClass}>
            <dt className="min-w-0 wrap-normal text-ink-soft">{name}</dt>
            <dd className={cx('min-w-0', valueClass)}>{value}</dd>
          </div>
        ),
    )}
  </dl>
)

export function Facts({
  facts,
  small = false,
  className = 'grid-cols-[auto_1fr] gap-x-4 gap-y-1',
}: FactsProps & { small?: boolean }) {
  return list(facts, cx('grid', small && 'text-sm', className), 'contents')
}

/** `--names` sets the width of the column of names on phones. */
export function FactLines({ facts, className = '[--names:8.5rem] border-y border-line' }: FactsProps) {
  return list(
    facts,
    cx('divide-y divide-line', className),
    'grid grid-cols-[var(--names,6rem)_1fr] items-baseline gap-3 py-2.5 sm:grid-cols-[8.5rem_1fr] sm:gap-4',
    'whitespace-pre-line',
  )
}
