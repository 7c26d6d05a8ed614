import { Badge, type Tone } from '../ui/badge.tsx'

export interface StateWords {
  label: string
  tone: Tone
}

export function StateBadge({ label, tone }: StateWords) {
  return <Badge tone={tone}>{label}</Badge>
}

export const stateOptions = (states: Readonly<Record<string, { label: string }>>) =>
  Object.entries(states).map(([value, { label }]) => ({ value, label }))
