import type { Confidence, Payable, PayableKind, Suggestion } from '../../../../contract/money.ts'
import { formatRupees } from '../../../../contract/words.ts'
import type { StateWords } from '../../state-badge.tsx'

export const kindNames: Record<PayableKind, string> = {
  enrolment: 'Class enrollment',
  'event-booking': 'Event enrollment',
  order: 'Order',
}

export const confidenceWords: Record<Confidence, StateWords> = {
  certain: { label: 'Certain', tone: 'leaf' },
  likely: { label: 'Likely', tone: 'marigold' },
  unclear: { label: 'Unclear', tone: 'outline' },
}

export const paymentWords: Record<Payable['payment'], StateWords> = {
  due: { label: 'Due', tone: 'outline' },
  checking: { label: 'Checking', tone: 'marigold' },
  attention: { label: 'No seat', tone: 'rose' },
  paid: { label: 'Paid', tone: 'leaf' },
}

/** What it is, in a line: `Meena Krishnan, Bridal Bouquets (MAL-7K3F-9QXD)`. */
export function targetText({ name, title, reference }: Payable): string {
  return `${name}, ${title} (${reference})`
}

/** What confirming would do, or why it should not be done. */
export function actionText({ action, target }: Suggestion): string {
  if (action === 'recorded') return 'This money was marked paid before; confirming ties the two together.'
  if (action === 'double') return 'A second payment, it seems: match it with something else, or send it back.'
  return target.status === 'expired'
    ? 'The hold has ended: the seat is taken anew where there is one.'
    : `${formatRupees(target.due)} is due.`
}

/** One press may settle it. */
export function isConfirmable(suggestion: Suggestion | null, amount: string): suggestion is Suggestion {
  if (suggestion === null || suggestion.action === 'double') return false
  return suggestion.action === 'recorded' || suggestion.target.due === amount
}
