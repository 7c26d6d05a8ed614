import { createContext, type ReactNode, use } from 'react'
import { Link } from 'react-router'

/** The sections that this user may open. A context, since the registry imports the sections. */
export const SectionIds = createContext<ReadonlySet<string>>(new Set())

/** A link into a section, `to="orders?status=pending"`; plain text where the user may not open it. */
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
