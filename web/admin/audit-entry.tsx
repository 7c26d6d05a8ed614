import { ArrowRight } from 'lucide-react'
import type { AuditAction, RecordKind } from '../../contract/records.ts'
import { isSchoolDay } from '../../contract/school-day.ts'
import type { AuditEntry } from '../../contract/system/audit.ts'
import { amountInWords, counted, dayText, joined, momentText } from '../../contract/words.ts'
import { imageAddress } from '../lib/image-address.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { fieldName } from './record-kinds.ts'
import { settingLabel } from './sections/school/school-settings/settings-values.ts'
import { StateBadge, type StateWords } from './state-badge.tsx'

const auditActions: Record<AuditAction, StateWords> = {
  added: { label: 'Added', tone: 'leaf' },
  changed: { label: 'Changed', tone: 'outline' },
  deleted: { label: 'Deleted', tone: 'rose' },
  restored: { label: 'Restored', tone: 'marigold' },
}

/** The log stores these events as changes of an account. Each is known by a field. */
const accountEvents: readonly (readonly [field: string, words: StateWords])[] = [
  ['signed in on', { label: 'Signed in', tone: 'neutral' }],
  ['signed out on', { label: 'Signed out', tone: 'neutral' }],
  ['sign-in refused', { label: 'Sign-in refused', tone: 'rose' }],
  ['wrong passwords', { label: 'Wrong passwords', tone: 'rose' }],
  ['wrong codes after the correct password', { label: 'Wrong codes', tone: 'rose' }],
]

export function actionWords({ action, kind, changes }: Pick<AuditEntry, 'action' | 'kind' | 'changes'>) {
  const event =
    kind === 'account' &&
    accountEvents.find(([name]) => changes.some(({ field, to }) => field === name && to !== null))
  return event ? event[1] : auditActions[action]
}

/** School settings have the labels of their form. */
const nameIn = (kind: RecordKind, field: string): string =>
  (kind === 'school-setting' ? settingLabel(field) : undefined) ?? fieldName(field)

export const actorName = ({ who }: AuditEntry): string => who?.name || who?.email || 'The server'

const pictureName = /^[\da-f]{32}-\d+\.\w+$/

function picturesIn(value: string): string[] {
  const names = value.split(', ')
  return names.every((name) => pictureName.test(name)) ? names : []
}

/** Writes a stored value as the back office shows it elsewhere: `false` → `No`, `2026-12-09` → `Wed, 9 December 2026`. */
export function valueText(field: string, value: string): string {
  if (value === 'true' || value === 'yes') return 'Yes'
  if (value === 'false' || value === 'no') return 'No'
  if (field.endsWith('InPaise')) return amountInWords(Number(value))
  if (isSchoolDay(value)) return dayText(value)
  const pictures = picturesIn(value).length
  return pictures > 0 ? counted(pictures, 'picture') : value
}

const wordsAround = 4

/** Shortens two long texts to the words that differ, with a few words around them. */
export function onlyChanged(from: string, to: string): [from: string, to: string] {
  const [old, fresh] = [from.split(' '), to.split(' ')]
  const isSame = (n: number) => old.at(n) === fresh.at(n)
  const least = Math.min(old.length, fresh.length)
  let start = 0
  while (start < least && isSame(start)) start += 1
  let end = 0
  while (end < least - start && isSame(-1 - end)) end += 1
  const part = (words: string[]) => {
    const first = Math.max(0, start - wordsAround)
    const last = Math.min(words.length, words.length - end + wordsAround)
    return joined([first > 0 && '…', ...words.slice(first, last), last < words.length && '…'], ' ')
  }
  return [part(old), part(fresh)]
}

function ChangedValue({ value, words }: { value: string; words: string }) {
  const pictures = picturesIn(value)
  if (pictures.length === 0) return words
  return (
    <span className="inline-flex flex-wrap gap-1 align-middle">
      <span className="sr-only">{words}</span>
      {pictures.map((name) => (
        <Picture
          key={name}
          picture={imageAddress(name)}
          alt=""
          sizes="48px"
          className="size-12 rounded-sm object-cover"
        />
      ))}
    </span>
  )
}

export function Changes({ of: { kind, changes } }: { of: Pick<AuditEntry, 'kind' | 'changes'> }) {
  if (changes.length === 0) return null
  return (
    <dl className="flex flex-col gap-y-1.5">
      {changes.map(({ field, from, to }) => {
        const words = [from, to].map((value) => (value === null ? '' : valueText(field, value)))
        const [old, fresh] =
          from === null || to === null ? words : onlyChanged(words[0] ?? '', words[1] ?? '')
        return (
          <div key={field} className="flex flex-wrap gap-x-4">
            <dt className="flex-[0_1_7rem] text-ink-soft">{nameIn(kind, field)}</dt>
            <dd className="min-w-0 flex-[1_1_8rem] whitespace-pre-line">
              {from !== null && (
                <del className="text-ink-soft">
                  <ChangedValue value={from} words={old ?? ''} />
                </del>
              )}
              {from !== null && to !== null && (
                <>
                  <Icon of={ArrowRight} className="mx-1.5 inline !size-4 text-ink-soft" />
                  <span className="sr-only"> became </span>
                </>
              )}
              {to === null ? (
                <span className="text-ink-soft"> (now empty)</span>
              ) : (
                <ins className="no-underline">
                  <ChangedValue value={to} words={fresh ?? ''} />
                </ins>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

export const changesText = ({ kind, changes }: Pick<AuditEntry, 'kind' | 'changes'>): string =>
  changes
    .map(({ field, from, to }) => {
      const [old, fresh] = [from, to].map((value) => (value === null ? '(empty)' : valueText(field, value)))
      return `${nameIn(kind, field)}: ${old} → ${fresh}`
    })
    .join('\n')

export function HistoryEntry({ entry }: { entry: AuditEntry }) {
  return (
    <li className="flex flex-col gap-1.5 border-l-2 border-line pb-1 pl-4 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StateBadge {...actionWords(entry)} />
        <span className="font-bold">{actorName(entry)}</span>
        <time dateTime={entry.at} className="text-ink-soft">
          {momentText(entry.at)}
        </time>
      </p>
      {entry.action !== 'added' && <Changes of={entry} />}
    </li>
  )
}
