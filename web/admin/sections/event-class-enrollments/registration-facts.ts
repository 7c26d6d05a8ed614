import type {
  ClassRegistration,
  EventRegistration,
  PaymentState,
} from '../../../../contract/registrations.ts'
import { momentText } from '../../../lib/school-time.ts'
import type { Tone } from '../../../ui/badge.tsx'

export type Registration = EventRegistration | ClassRegistration
export type RegistrationKind = 'event' | 'class'

export const paymentStates: Record<PaymentState, { label: string; tone: Tone }> = {
  due: { label: 'Due', tone: 'outline' },
  checking: { label: 'Checking', tone: 'marigold' },
  paid: { label: 'Paid', tone: 'leaf' },
  attention: { label: 'Needs attention', tone: 'rose' },
}

export const statusLabels: Record<Registration['status'], string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  expired: 'Expired',
  cancelled: 'Cancelled',
}

/** Money can be recorded for a held seat, and for one whose hold has ended: it is seated again (reading S4). */
export function canMarkPaid({ status }: Pick<Registration, 'status'>): boolean {
  return status === 'pending' || status === 'expired'
}

export function holdText({ holdUntil }: Pick<Registration, 'holdUntil'>): string {
  return holdUntil === null ? '' : `Held until ${momentText(holdUntil)}`
}

/** B§2: empty questions are shown as 'No questions'. */
export function questionsText(question: string | null): string {
  return question?.trim() || 'No questions'
}
