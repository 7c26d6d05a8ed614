import { Link } from 'react-router'
import { cx } from '../ui/class-names.ts'
import { Icon, type IconProps } from '../ui/icon.tsx'

/** The views are links in the hash, so that a reload and a bookmark keep the view. The first view has no name there. */
export function ViewLinks({
  label,
  section,
  views,
  current,
  state,
}: {
  /** Screen readers hear it. */
  label: string
  section: string
  views: readonly (readonly [view: string, words: string, icon?: IconProps['of']])[]
  current: string
  /** It is passed on from one view to the next. */
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
