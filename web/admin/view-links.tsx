import type { ComponentType, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { cx } from '../ui/class-names.ts'
import { Icon, type IconProps } from '../ui/icon.tsx'
import { requestIn } from './section-request.ts'

/**
 * Links to the views of a section. The chosen view is in the hash, so that a reload and a bookmark keep it. The first
 * view adds nothing to the hash.
 */
export function ViewLinks({
  label,
  section,
  views,
  current,
  state,
}: {
  label: string
  section: string
  views: readonly (readonly [view: string, words: string, icon?: IconProps['of']])[]
  current: string
  /** State that a link hands to the router, so that it stays the same when the view changes. */
  state?: object
}) {
  return (
    <nav
      aria-label={label}
      className="mb-3 flex gap-1 overflow-x-auto border-b wrap-break-word border-line [scrollbar-width:none] print:hidden"
    >
      {views.map(([view, words, icon], n) => (
        <Link
          key={view}
          to={n === 0 ? `#${section}` : `#${section}?view=${view}`}
          state={state}
          aria-current={view === current ? 'page' : undefined}
          className={cx(
            'flex min-h-11 grow items-center justify-center gap-2 border-b-3 px-2 text-center font-bold no-underline transition-colors max-sm:px-1 max-sm:text-sm max-sm:whitespace-nowrap sm:grow-0 sm:px-5',
            view === current
              ? 'border-leaf-ink text-leaf-ink'
              : 'border-transparent text-ink-soft hover:border-line-strong hover:text-ink',
          )}
        >
          {icon && <Icon of={icon} className="max-sm:hidden" />}
          {words}
        </Link>
      ))}
    </nav>
  )
}

/**
 * Makes a section of several lists. The URL (`?view=zones`) or an action of the palette (`add-zone`) names the list to
 * show.
 */
export function viewsSection(
  section: string,
  label: string,
  views: readonly [ListView, ...ListView[]],
  below?: ReactNode,
): ComponentType {
  return function Section() {
    const location = useLocation()
    const view = new URLSearchParams(location.hash.split('?')[1]).get('view')
    const asked = view ?? requestIn(location)?.action ?? ''
    const [current, , List] = views.find(([id]) => new RegExp(`\\b${id}?$`).test(asked)) ?? views[0]
    return (
      <>
        <ViewLinks
          label={label}
          section={section}
          views={views.map(([id, words]) => [id, words])}
          current={current}
        />
        <List />
        {below}
      </>
    )
  }
}

/** The id is a plural that ends in s. */
type ListView = readonly [id: string, words: string, List: ComponentType]
