import { Link } from 'react-router'
import { cx } from './class-names.ts'
import * as text from './ui.en.ts'

/** Makes the link for a value. The first value is the default and needs no query. */
export const choiceLink = (values: readonly string[], value: string) => ({
  search: value === values[0] ? '' : `?category=${encodeURIComponent(value)}`,
})

/** Filters as links, which work without scripts and can be shared. */
export function FilterLinks<Value extends string>({
  values,
  current,
  counts,
}: {
  values: readonly Value[]
  current: Value
  counts?: Record<string, number> | null
}) {
  return (
    <nav aria-label={text.category} className="flex flex-wrap gap-2">
      {values.map((value) => (
        <Link
          key={value}
          to={choiceLink(values, value)}
          preventScrollReset
          aria-current={value === current ? 'true' : undefined}
          className={cx(
            'inline-flex min-h-11 items-center gap-2 rounded-full border px-5 no-underline transition-colors',
            value === current
              ? 'border-leaf bg-leaf text-on-leaf'
              : 'border-line-strong hover:border-leaf-ink hover:text-leaf-ink',
          )}
        >
          {value}
          {counts && <span className="text-sm">({counts[value]})</span>}
        </Link>
      ))}
    </nav>
  )
}
