import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useOpenSections } from './section-registry.ts'
import type { SectionRequest } from './section-request.ts'

/**
 * A link to a section, such as `to="orders?status=pending"`. The link may pass an action or a record to the section.
 * The label is plain text if the user may not open the section.
 */
export function SectionLink({
  to,
  className,
  children,
  ...request
}: Pick<SectionRequest, 'action' | 'open'> & {
  to: string
  className?: string
  children: ReactNode
}) {
  const [section] = to.split('?')
  return useOpenSections().some(({ id }) => id === section) ? (
    <Link to={`#${to}`} state={request} className={className}>
      {children}
    </Link>
  ) : (
    <span className={className}>{children}</span>
  )
}
