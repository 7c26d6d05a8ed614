import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './class-names.ts'

/** A choice of links, which can be shared and work without scripts. */
export function FilterLinks<Value extends string>({
  label,
  current,
  options,
}: {
  label: string
  current: Value
  options: readonly { value: Value; label: ReactNode; to: string }[]
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {options.map((option) => (
        <Link
          key={option.value}
          to={option.to}
          preventScrollReset
          aria-current={option.value === current ? 'true' : undefined}
          className={cx(
            'inline-flex min-h-11 items-center gap-2 rounded-full border px-5 no-underline transition-colors',
            option.value === current
              ? 'border-leaf bg-leaf text-on-leaf'
              : 'border-line-strong hover:border-leaf-ink hover:text-leaf-ink',
          )}
        >
          {option.label}
        </Link>
      ))}
    </nav>
  )
}
