import { Badge, type Tone } from '../ui/badge.tsx'

/** What a state is called, and how it looks. */
export interface StateWords {
  label: string
  tone: Tone
}

/** `<StateBadge {...paymentStates[payment]} />` */
export function StateBadge({ label, tone }: StateWords) {
  return <Badge tone={tone}>{label}</Badge>
}

/** States as choices of a filter. */
export const stateOptions = (states: Readonly<Record<string, { label: string }>>) =>
  Object.entries(states).map(([value, { label }]) => ({ value, label }))
