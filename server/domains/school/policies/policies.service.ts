import { createHash } from 'node:crypto'
import { DomainError } from '../../../../contract/errors.ts'
import { policyTitles } from '../../../../contract/school/policies.en.ts'
import type { Policy } from '../../../../contract/school/policies.ts'
import { type PolicyKind, policyParts } from '../../../../contract/school/policy-kinds.ts'
import type { SchoolService } from '../school.service.ts'
import * as text from './policies.en.ts'
import { policyBlocks } from './policy-facts.ts'

export type PoliciesService = ReturnType<typeof createPoliciesService>

/** The school's policies as visitors read them. */
export function createPoliciesService(school: Pick<SchoolService, 'current' | 'fallbacks'>) {
  async function defaultBody(kind: PolicyKind): Promise<{ body: string; updated: string | null }> {
    const { texts } = await school.fallbacks()
    const { parts } = await school.current()
    const own = texts.deliveryTerms?.split('\n') ?? []
    const bodies: Record<PolicyKind, string> = {
      privacy: text.privacy,
      terms: parts.store ? text.orderTerms({ own }) : text.termsWithoutStore,
      'course-terms': text.courseTerms,
      'hall-terms': text.hallTerms,
    }
    const updated = kind === 'privacy' ? (texts.privacyUpdated ?? null) : null
    return { body: bodies[kind], updated }
  }

  return {
    /**
     * Returns the policy that is in force. Not for use in a transaction. @throws `not_found` if its part of the site is
     * switched off
     */
    async current(kind: PolicyKind): Promise<Policy> {
      const settings = await school.current()
      const part = policyParts[kind]
      if (part !== undefined && !settings.parts[part]) throw new DomainError('not_found')
      const { body, updated } = await defaultBody(kind)
      const title = policyTitles[kind]
      const blocks = policyBlocks(body, settings)
      return { kind, title, blocks, updated, hash: hashOf(kind, title, blocks) }
    },
  }
}

function hashOf(...of: [kind: PolicyKind, title: string, blocks: Policy['blocks']]): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('base64url')
}
