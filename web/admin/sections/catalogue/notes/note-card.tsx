import type {
  notePriorities,
  noteStatuses,
  StatusFeedback,
} from '../../../../../contract/catalogue/feedback.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Facts } from '../../../../ui/facts.tsx'
import type { CardProps } from '../../../record.ts'
import { RecordCard } from '../../../record-card.tsx'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'

export type Status = (typeof noteStatuses)[number]
export type Priority = (typeof notePriorities)[number]

export const statusWords: Record<Status, StateWords> = {
  pending: { label: 'Pending', tone: 'outline' },
  'in-progress': { label: 'In progress', tone: 'marigold' },
  completed: { label: 'Completed', tone: 'leaf' },
  'on-hold': { label: 'On hold', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'rose' },
}

export const priorityWords: Record<Priority, StateWords> = {
  low: { label: 'Low', tone: 'neutral' },
  medium: { label: 'Medium', tone: 'outline' },
  high: { label: 'High', tone: 'marigold' },
  urgent: { label: 'Urgent', tone: 'rose' },
}

/** A value that this release does not know is shown as it is. */
function wordsOf(words: Record<string, StateWords>, value: string): StateWords {
  return words[value] ?? { label: value, tone: 'outline' }
}

export function NoteCard({ item, facts, actions }: CardProps<StatusFeedback>) {
  return (
    <RecordCard
      name={item.title}
      badges={
        <>
          <StatusBadge item={item} />
          <PriorityBadge item={item} />
        </>
      }
      actions={actions}
    >
      <p className="line-clamp-6 flex-1 whitespace-pre-line wrap-anywhere">{item.description}</p>
      <Facts small facts={facts(['Assigned to', 'Created by', 'Added'])} />
    </RecordCard>
  )
}

export function StatusBadge({ item: { status } }: { item: StatusFeedback }) {
  return <StateBadge {...wordsOf(statusWords, status)} />
}

export function PriorityBadge({ item: { priority } }: { item: StatusFeedback }) {
  const { label, tone } = wordsOf(priorityWords, priority)
  return (
    <Badge tone={tone}>
      <span className="sr-only">Priority: </span>
      {label}
    </Badge>
  )
}
