import type { ReactNode } from 'react'
import type { PersonRecordKind } from '../../contract/people/person-records.ts'
import type { Column } from './list/list-table.tsx'
import { SectionLink } from './section-link.tsx'

/**
 * A link to a person's page. The address names one of the person's records, because it must not contain an e-mail
 * address or a phone number.
 */
export function PersonLink({
  kind,
  id,
  className = 'link',
  children,
}: {
  kind: PersonRecordKind
  id: string
  className?: string
  children: ReactNode
}) {
  return (
    <SectionLink to={`person?of=${kind}.${id}`} className={className}>
      {children}
    </SectionLink>
  )
}

export function personColumn<Row extends { id: string; name: string | null }>(
  kindOf: (row: Row) => PersonRecordKind,
  className = 'max-w-56 min-w-36',
): Column<Row> {
  return {
    header: 'Name',
    text: ({ name }) => name ?? '-',
    cell: (row) => (
      <PersonLink kind={kindOf(row)} id={row.id}>
        {row.name ?? '-'}
      </PersonLink>
    ),
    isCut: true,
    className,
  }
}
