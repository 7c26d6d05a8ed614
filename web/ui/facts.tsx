import { Fragment, type ReactNode } from 'react'
import { cx } from './class-names.ts'

/** Facts beside their names, in two columns; what has no value is left out. */
export function Facts({
  facts,
  lined = false,
  className = 'grid-cols-[auto_1fr]',
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
  /** A line for each, with a rule between them. */
  lined?: boolean
  /** The columns; of lined facts the width of the names on phones (`[--names:8.5rem]`). */
  className?: string
}) {
  const row = 'grid grid-cols-[var(--names,6rem)_1fr] items-baseline gap-4 py-3 sm:grid-cols-[8.5rem_1fr]'
  const long = 'min-w-0 font-bold whitespace-pre-line [overflow-wrap:anywhere]'
  const Row = lined ? 'div' : Fragment
  return (
    <dl className={cx(lined ? 'divide-y divide-line' : 'grid gap-x-4 gap-y-1', className)}>
      {facts.map(
        ([name, value]) =>
          value && (
            <Row key={name} {...(lined && { className: row })}>
              <dt className="text-ink-soft">{name}</dt>
              <dd className={lined ? long : undefined}>{value}</dd>
            </Row>
          ),
      )}
    </dl>
  )
}
