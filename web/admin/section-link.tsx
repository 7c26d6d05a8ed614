import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useOpenSections } from './section-registry.ts'

/** A link to a section, such as `to="orders?status=pending"`; plain text if the user may not open the section. */
export function SectionLink({
  to,
  className,
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) {
  const [section] = to.split('?')
  return useOpenSections().some(({ id }) => id === section) ? (
    <Link to={`#${to}`} className={className}>
      {children}
    </Link>
  ) : (
    <span className={className}>{children}</span>
  )
}
