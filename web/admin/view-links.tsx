import type { ComponentType, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { cx } from '../ui/class-names.ts'
import { Icon, type IconProps } from '../ui/icon.tsx'
import { requestIn } from './section-request.ts'

/** Links in the hash, so that a reload and a bookmark keep the view. The first view has no name there. */
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
  /** The router's state, which all views share. */
  state?: object
}) {
  return (
    <nav
      aria-label={label}
      className="mb-6 flex gap-1 overflow-x-auto border-b wrap-break-word border-line [scrollbar-width:none] print:hidden"
    >
      {views.map(([view, words, icon], n) => (
        <Link
          key={view}
          to={n === 0 ? `#${section}` : `#${section}?view=${view}`}
          state={state}
          aria-current={view === current ? 'page' : undefined}
          className={cx(
            'flex min-h-12 grow basis-0 items-center justify-center gap-2 border-b-3 px-3 font-bold no-underline transition-colors sm:grow-0 sm:basis-auto sm:px-5',
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

/** A section of several lists: the address names one (`?view=zones`), or the palette's action does (`add-zone`). */
export function viewsSection(
  section: string,
  label: string,
  views: readonly [ListView, ...ListView[]],
  above?: ReactNode,
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
        {above}
        <List />
      </>
    )
  }
}

/** The id is a plural with an s. */
type ListView = readonly [id: string, words: string, List: ComponentType]
