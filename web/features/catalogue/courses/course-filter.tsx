import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { category } from '../../../ui/ui.en.ts'
import { type CourseChoice, choiceIn, searchOf, wordsMax } from './course-search.ts'
import * as text from './courses.en.tsx'

interface CourseFilterProps {
  choice: CourseChoice
  /** The categories on offer. */
  categories: readonly string[]
  /** The number of courses found in each category; null until the courses are loaded. */
  counts: Record<string, number> | null
}

/** The search and the category are both in the address, so that Back and a shared link keep them. */
export function CourseFilter({ choice, categories, counts }: CourseFilterProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3 max-lg:w-full md:flex-row md:flex-wrap md:items-center md:gap-x-6">
      <SearchField choice={choice} />
      <nav
        aria-label={category}
        className="strip gap-2 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0 print:hidden"
      >
        {['', ...categories].map((name) => (
          <Link
            key={name}
            to={{ search: searchOf({ ...choice, category: name }) }}
            preventScrollReset
            aria-current={name === choice.category ? 'true' : undefined}
            className={cx(
              'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-4 no-underline transition-colors max-sm:text-sm',
              name === choice.category
                ? 'border-leaf bg-leaf text-on-leaf'
                : 'border-line-strong hover:border-leaf-ink hover:text-leaf-ink',
            )}
          >
            {name || text.all}
            {counts && <span className="text-sm">({counts[name]})</span>}
          </Link>
        ))}
      </nav>
    </div>
  )
}

function SearchField({ choice }: { choice: CourseChoice }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(choice.q)
  // The field follows the address after Back or a link, but never changes while the visitor types in it.
  useEffect(() => {
    if (input.current === null || shown.current === choice.q) return
    shown.current = choice.q
    if (input.current !== document.activeElement) input.current.value = choice.q
  }, [choice.q])
  const apply = (typed: string) => {
    const { q } = choiceIn(new URLSearchParams({ q: typed }))
    if (q !== choice.q)
      void navigate({ search: searchOf({ ...choice, q }) }, { replace: true, preventScrollReset: true })
  }
  return (
    <search className="print:hidden">
      <form
        action="/classes"
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (input.current) apply(input.current.value)
        }}
      >
        <input type="hidden" name="category" value={choice.category} disabled={choice.category === ''} />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label={text.search}
          placeholder={text.search}
          maxLength={wordsMax}
          enterKeyHint="search"
          defaultValue={choice.q}
          onChange={({ target }) => apply(target.value)}
          className="control md:w-72"
        />
        <noscript>
          <Button type="submit" formMethod="get" size="sm">
            {text.find}
          </Button>
        </noscript>
      </form>
    </search>
  )
}
