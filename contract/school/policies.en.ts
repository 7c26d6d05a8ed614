// The titles of the school's policies in English.

import type { PolicyKind } from './policy-kinds.ts'

export const policyTitles: Record<PolicyKind, string> = {
  privacy: 'Privacy Policy',
  terms: 'Terms & Services',
  'course-terms': 'Course terms',
  'hall-terms': 'Hall terms',
}
