import { createContext, type ReactNode, use } from 'react'
import { Link } from 'react-router'

/** The ids of the sections that are there for whoever looks; a section cannot ask the registry, which loads it. */
export const SectionIds = createContext<ReadonlySet<string>>(new Set())

/** Leads to the list behind a figure, `to="orders?status=pending"`; plain words where nobody may go there. */
export function SectionLink({
  to,
  className,
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) {
  return use(SectionIds).has(to.split('?')[0] ?? '') ? (
    <Link to={`#${to}`} className={className}>
      {children}
    </Link>
  ) : (
    <span className={className}>{children}</span>
  )
}
