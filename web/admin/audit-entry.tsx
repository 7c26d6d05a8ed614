import { ArrowRight } from 'lucide-react'
import type { AuditAction } from '../../contract/records.ts'
import type { AuditEntry } from '../../contract/system/audit.ts'
import { momentText } from '../../contract/words.ts'
import { Icon } from '../ui/icon.tsx'
import { fieldName } from './record-kinds.ts'
import { StateBadge, type StateWords } from './state-badge.tsx'

export const auditActions: Record<AuditAction, StateWords> = {
  added: { label: 'Added', tone: 'leaf' },
  changed: { label: 'Changed', tone: 'outline' },
  deleted: { label: 'Deleted', tone: 'rose' },
  restored: { label: 'Restored', tone: 'marigold' },
}

export const actorName = ({ who }: AuditEntry): string => who?.name || who?.email || 'The server'

export function Changes({ changes }: { changes: AuditEntry['changes'] }) {
  if (changes.length === 0) return null
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(6rem,auto)_1fr]">
      {changes.map(({ field, from, to }) => (
        <div key={field} className="col-span-full grid sm:grid-cols-subgrid">
          <dt className="text-ink-soft">{fieldName(field)}</dt>
          <dd className="min-w-0 whitespace-pre-line">
            {from !== null && <del className="text-ink-soft">{from}</del>}
            {from !== null && to !== null && (
              <>
                <Icon of={ArrowRight} className="mx-1.5 inline !size-4 text-ink-soft" />
                <span className="sr-only"> became </span>
              </>
            )}
            {to === null ? (
              <span className="text-ink-soft"> (now empty)</span>
            ) : (
              <ins className="no-underline">{to}</ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const changesText = (changes: AuditEntry['changes']): string =>
  changes
    .map(({ field, from, to }) => `${fieldName(field)}: ${from ?? '(empty)'} → ${to ?? '(empty)'}`)
    .join('\n')

export function HistoryEntry({ entry }: { entry: AuditEntry }) {
  return (
    <li className="flex flex-col gap-1.5 border-l-2 border-line pb-1 pl-4 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StateBadge {...auditActions[entry.action]} />
        <span className="font-bold">{actorName(entry)}</span>
        <time dateTime={entry.at} className="text-ink-soft">
          {momentText(entry.at)}
        </time>
      </p>
      {entry.action !== 'added' && <Changes changes={entry.changes} />}
    </li>
  )
}
