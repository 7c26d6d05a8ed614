import type { notePriorities, noteStatuses } from '../../../../contract/feedback.ts'
import type { Tone } from '../../../ui/badge.tsx'

type Status = (typeof noteStatuses)[number]
type Priority = (typeof notePriorities)[number]

/** B§4, as people read it. */
export const statusWords: Record<Status, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'outline' },
  'in-progress': { label: 'In progress', tone: 'marigold' },
  completed: { label: 'Completed', tone: 'leaf' },
  'on-hold': { label: 'On hold', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'rose' },
}

export const priorityWords: Record<Priority, { label: string; tone: Tone }> = {
  low: { label: 'Low', tone: 'neutral' },
  medium: { label: 'Medium', tone: 'outline' },
  high: { label: 'High', tone: 'marigold' },
  urgent: { label: 'Urgent', tone: 'rose' },
}

/** Of a value that the server sent; one that we do not know stands as it is. */
export function wordsOf(words: Record<string, { label: string; tone: Tone }>, value: string) {
  return words[value] ?? { label: value, tone: 'outline' as const }
}

export const optionsOf = (words: Record<string, { label: string }>) =>
  Object.entries(words).map(([value, { label }]) => ({ value, label }))
