import type { ClassRegistration, EventRegistration } from '../../../../contract/registrations.ts'

export type Registration = EventRegistration | ClassRegistration
export type RegistrationKind = 'event' | 'class'

export { paymentStates, statusLabels } from '../../seats/seat-facts.ts'

/** Money can be recorded for a held seat, and for one whose hold has ended: it is seated again. */
export function canMarkPaid({ status }: Pick<Registration, 'status'>): boolean {
  return status === 'pending' || status === 'expired'
}

/** Empty questions are shown as 'No questions'. */
export function questionsText(question: string | null): string {
  return question?.trim() || 'No questions'
}
