import { FilterLinks } from '../../ui/filter-links.tsx'

export const categories = ['All', 'Diploma Course', 'Workshops'] as const
export type Category = (typeof categories)[number]
const categoryParam = 'category'

export function categoryOf(search: URLSearchParams): Category {
  const given = search.get(categoryParam)
  return categories.find((category) => category === given) ?? 'All'
}

export function categoryLink(category: Category): string {
  return category === 'All' ? '/classes' : `/classes?${categoryParam}=${encodeURIComponent(category)}`
}

export function CategoryFilter({
  current,
  counts,
}: {
  current: Category
  counts: Record<Category, number> | null
}) {
  return (
    <FilterLinks
      label="Category"
      current={current}
      options={categories.map((category) => ({
        value: category,
        label: (
          <>
            {category}
            {counts && <span className="text-sm">({counts[category]})</span>}
          </>
        ),
        to: categoryLink(category),
      }))}
    />
  )
}
