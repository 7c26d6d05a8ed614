import { Link } from 'react-router'
import { cx } from '../../ui/class-names.ts'

export const categories = ['All', 'Diploma Course', 'Workshops'] as const
export type Category = (typeof categories)[number]
export const categoryParam = 'category'

export function categoryOf(search: URLSearchParams): Category {
  const given = search.get(categoryParam)
  return categories.find((category) => category === given) ?? 'All'
}

export function categoryLink(category: Category): string {
  return category === 'All' ? '/classes' : `/classes?${categoryParam}=${encodeURIComponent(category)}`
}

/** Links, so that a choice can be shared, goes back with Back, and works before any script. */
export function CategoryFilter({
  current,
  counts,
}: {
  current: Category
  counts: Record<Category, number> | null
}) {
  return (
    <nav aria-label="Category" className="flex flex-wrap gap-2">
      {categories.map((category) => (
        <Link
          key={category}
          to={categoryLink(category)}
          preventScrollReset
          aria-current={category === current ? 'true' : undefined}
          className={cx(
            'inline-flex min-h-11 items-center gap-2 rounded-full border px-5 no-underline transition-colors',
            category === current
              ? 'border-leaf bg-leaf text-on-leaf'
              : 'border-line-strong hover:border-leaf-ink hover:text-leaf-ink',
          )}
        >
          {category}
          {counts && <span className="text-sm">({counts[category]})</span>}
        </Link>
      ))}
    </nav>
  )
}
