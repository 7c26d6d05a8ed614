import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import * as error from '../fields.en.ts'
import { patterned, text, wrapped } from '../primitives.ts'
import { textBlock } from '../text-blocks.ts'
import { policyKinds, policyLengthMax } from './policy-kinds.ts'

const kind = z.enum(policyKinds)

/** What is kept or held, each with how long and why: kinds of personal data, or unpaid seats. */
const keptBlock = z.object({
  kind: z.literal('kept'),
  rows: z.array(z.object({ what: z.string(), time: z.string(), why: z.string() })),
})

export const policyBlock = z.union([textBlock, keptBlock])
export type PolicyBlock = z.output<typeof policyBlock>

/** The hash of a policy's title and blocks. */
export const policyHash = patterned(43, /^[\w-]{43}$/, error.idInvalid)

/** A text that somebody accepted, as it was at that time. */
const acceptedText = z.object({ kind, title: z.string(), blocks: z.array(policyBlock) })
export type AcceptedText = z.output<typeof acceptedText>

const policy = z.object({
  kind,
  title: z.string(),
  blocks: z.array(policyBlock),
  /** The month of the last change, such as 'December 2024'; null if the school has never changed the text. */
  updated: z.nullable(z.string()),
  /** The hash of the title and the blocks. Two texts have the same hash if they read the same. */
  hash: z.string(),
})
export type Policy = z.output<typeof policy>

/** The sentence beside the button that accepts a policy, and the hash of the policy, which the button sends. */
export const askedTerms = z.object({
  hash: z.string(),
  /** The sentence beside the button; null if the policy has no such sentence. */
  summary: z.nullable(z.string()),
})

const listed = z.extend(askedTerms, { kind, title: z.string() })
export type ListedPolicy = z.output<typeof listed>

export const getPolicy = defineEndpoint('GET /api/policies/:kind', {
  summary: 'Get one of the school’s policies, with the school’s facts and rules in their places',
  access: 'public',
  isOpenEarly: true,
  params: z.object({ kind }),
  errors: ['not_found'],
  response: policy,
  topics: ['school'],
})

export const listPolicies = defineEndpoint('GET /api/policies', {
  summary: 'List the school’s policies with their fingerprints, which an enrolment or an order sends back',
  access: 'public',
  isOpenEarly: true,
  response: wrapped(z.array(listed)),
  topics: ['school'],
})

export const getAcceptedText = defineEndpoint('GET /api/policies/accepted/:hash', {
  summary: 'Get terms as they were when someone accepted them',
  access: 'public',
  isOpenEarly: true,
  params: z.object({ hash: policyHash }),
  errors: ['not_found'],
  response: acceptedText,
})

const policyEditor = z.object({
  /** The text that the school begins with. It is in force unless staff have published another text. */
  start: z.string(),
  /** The facts that the text may name. `says` is the current value of a fact; null for a fact that is a block. */
  facts: z.array(z.object({ name: z.string(), label: z.string(), says: z.nullable(z.string()) })),
})
export type PolicyEditor = z.output<typeof policyEditor>

export const getPolicyEditor = defineEndpoint('GET /api/admin/policies/:kind', {
  summary: 'Get the text that a policy begins with, and the facts that it may name',
  right: 'site',
  params: z.object({ kind }),
  response: wrapped(policyEditor),
})

export const previewPolicy = defineEndpoint('POST /api/admin/policies/preview', {
  summary: 'Preview a draft of a policy as visitors would read it',
  right: 'site',
  body: z.object({ kind, text: text(policyLengthMax) }),
  bodyLimit: 256 * 1024,
  response: wrapped(z.object({ blocks: z.array(policyBlock) })),
})
