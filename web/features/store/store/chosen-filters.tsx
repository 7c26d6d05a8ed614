import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Choice, rangeInWords, searchOf } from './catalogue.ts'

export function ChosenFilters({ choice }: { choice: Choice }) {
  const range = rangeInWords(choice)
  const chips: [words: string | false | null, without: Partial<Choice>][] = [
    [choice.q && `“${choice.q}”`, { q: '' }],
    [choice.category, { category: '' }],
    [range, { minPrice: null, maxPrice: null }],
    [choice.instock && 'In stock', { instock: false }],
  ]
  const shown = chips.filter(([words]) => words)
  if (shown.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {shown.map(([words, without]) => (
        <li key={String(words)}>
          <Chip search={searchOf({ ...choice, shown: 0, ...without })}>
            <span className="sr-only">Take away the filter </span>
            {words}
            <span aria-hidden="true" className="text-lg leading-none">
              ×
            </span>
          </Chip>
        </li>
      ))}
      {shown.length > 1 && (
        <li>
          <Chip search={searchOf({ sort: choice.sort })}>Clear all</Chip>
        </li>
      )}
    </ul>
  )
}

function Chip({ search, children }: { search: string; children: ReactNode }) {
  return (
    <Link
      to={{ search }}
      preventScrollReset
      className="inline-flex min-h-11 items-center gap-2 rounded-full bg-leaf-tint px-4 text-sm font-bold text-leaf-ink no-underline hover:underline"
    >
      {children}
    </Link>
  )
}
