import type { SitePart } from './site-parts.ts'

/** The school's policies. Each policy is a Markdown text with facts in braces, such as `{school}`. */
export const policyKinds = ['privacy', 'terms', 'course-terms', 'hall-terms'] as const
export type PolicyKind = (typeof policyKinds)[number]

export const policyPaths: Record<PolicyKind, string> = {
  privacy: '/privacy',
  terms: '/terms',
  'course-terms': '/terms/courses',
  'hall-terms': '/terms/hall',
}

/** The part of the site that a policy is about. The policy is not shown while that part is switched off. */
export const policyParts: Partial<Record<PolicyKind, SitePart>> = { 'hall-terms': 'hall' }

/** The most characters of a policy's text. */
export const policyLengthMax = 50_000
