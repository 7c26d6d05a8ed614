import type { ReactNode } from 'react'
import { cx } from '../ui/class-names.ts'

/** A fact of a record under its name; one that is null or empty is left out. */
export type Fact = readonly [name: string, value: ReactNode]

const known = (facts: readonly Fact[]) => facts.filter(([, value]) => value !== null && value !== '')

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {known(facts).map(([name, value]) => (
        <div key={name} className="grid grid-cols-[8rem_1fr] gap-4 py-2">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function CardFacts({
  facts,
  className = 'gap-x-4 gap-y-1 text-sm',
}: {
  facts: readonly Fact[]
  className?: string
}) {
  return (
    <dl className={cx('grid grid-cols-[auto_1fr] [overflow-wrap:anywhere]', className)}>
      {known(facts).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
