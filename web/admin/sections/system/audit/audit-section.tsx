import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { plural } from '../../../../../contract/plural.ts'
import { recordTable } from '../../../../../contract/records.ts'
import type { AuditEntry } from '../../../../../contract/system/audit.ts'
import { counted, momentText } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { EmailWords } from '../../../../ui/email-words.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { actionWords, actorName, Changes, changesText } from '../../../audit-entry.tsx'
import { momentColumn, stateColumn, wrapped } from '../../../list/columns.tsx'
import { DataList } from '../../../list/data-list.tsx'
import { onDays } from '../../../list/list-choices.ts'
import type { Column } from '../../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../../list/use-list.ts'
import { recordKindNames, recordKindOptions } from '../../../record-kinds.ts'

const columns: readonly Column<AuditEntry>[] = [
  momentColumn('When', ({ at }) => at, {
    cell: ({ at }) => <time dateTime={at}>{momentText(at)}</time>,
    className: 'min-w-36',
  }),
  {
    header: 'Who',
    text: actorName,
    cell: (entry) => (
      <>
        {actorName(entry)}
        {entry.who && entry.who.email !== actorName(entry) && (
          <span className="block text-ink-soft">
            <EmailWords email={entry.who.email} />
          </span>
        )}
      </>
    ),
    csv: ({ who }) => who?.email ?? 'The server',
    className: `min-w-40 ${wrapped}`,
  },
  {
    header: 'Record',
    text: ({ kind, title }) => `${recordKindNames[kind].name}: ${title}`,
    cell: ({ kind, title }) => (
      <>
        <Link to={`#${recordTable[kind].section}`} className="link">
          {recordKindNames[kind].name}
        </Link>
        <span className="block">{title}</span>
      </>
    ),
    className: `min-w-36 ${wrapped}`,
  },
  stateColumn('What', actionWords),
  {
    header: 'Old and new values',
    text: changesText,
    cell: (entry) => {
      const { changes, action } = entry
      const list = <Changes of={entry} />
      if (changes.length <= 3 && action !== 'added' && action !== 'deleted') return list
      return (
        <details>
          <summary className="flex min-h-11 items-center link">{counted(changes.length, 'field')}</summary>
          {list}
        </details>
      )
    },
    className: 'min-w-64',
  },
]

export default function AuditSection() {
  const people = useQuery(query('GET /api/admin/audit/people'))
  // The list waits for the people, because a stored filter is restored only if its person is among the choices.
  if (people.isPending) return <Loading>Loading the audit log…</Loading>
  return <AuditLog people={people.data?.data ?? []} />
}

function AuditLog({ people }: { people: readonly { id: string; name: string }[] }) {
  const definition: ListDefinition<'GET /api/admin/audit'> = {
    id: 'audit',
    endpoint: 'GET /api/admin/audit',
    search: { label: 'Search the log', placeholder: 'Record, e-mail or value' },
    filters: [
      {
        name: 'who',
        label: 'Person',
        all: 'Everyone',
        options: people.map(({ id, name }) => ({ value: id, label: name })),
      },
      { name: 'kind', label: 'Kind', options: recordKindOptions },
      ...onDays('Changed from', 'Changed until'),
    ],
    texts: {
      loading: 'Loading the audit log…',
      notLoaded: 'We couldn’t load the audit log',
      loadFailed: 'We couldn’t load the audit log.',
      refreshed: 'Audit log refreshed successfully',
    },
  }
  const list = useList(definition)
  return (
    <DataList
      list={list}
      counted={({ count }) => plural(count, { one: '1 entry', other: `${count} entries` })}
      rowName={({ title }) => title}
      columns={columns}
      tableFrom={880}
      empty={{
        title: 'No changes yet',
        text: 'Every change made in the back office appears here.',
      }}
      fileName="audit-log"
    />
  )
}
