import { createHash } from 'node:crypto'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { cancelSentence } from '../../../../contract/registrations/cancelling.ts'
import { policyTitles } from '../../../../contract/school/policies.en.ts'
import {
  type AcceptedText,
  type ListedPolicy,
  type Policy,
  type PolicyBlock,
  type PolicyEditor,
  policyBlock,
} from '../../../../contract/school/policies.ts'
import { factsFor, isBlockFact, policyFacts } from '../../../../contract/school/policy-facts.ts'
import { type PolicyKind, policyKinds, policyParts } from '../../../../contract/school/policy-kinds.ts'
import { atSchool, monthText } from '../../../../contract/words.ts'
import { ANY_TOPIC } from '../../../db/changes.ts'
import { insertUnlessThere } from '../../../db/guards.ts'
import type { Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import type { PreviewedPage } from '../../../platform/preview-links.ts'
import type { Deps } from '../../deps.ts'
import type { MailServerService } from '../mail-server/mail-server.service.ts'
import type { PagesService } from '../pages/pages.service.ts'
import type { SchoolService } from '../school.service.ts'
import * as text from './policies.en.ts'
import { policyBlocks, saidBy } from './policy-facts.ts'

export type PoliciesService = ReturnType<typeof createPoliciesService>

const hourMs = 60 * 60_000

/** The school's policies as visitors read them, and the texts that somebody accepted. */
export function createPoliciesService(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  school: Pick<SchoolService, 'current' | 'fallbacks'>,
  pages: Pick<PagesService, 'policy'>,
  mailServer: Pick<MailServerService, 'whyWaiting'>,
) {
  const kept = new Map<PolicyKind, Promise<Policy>>()
  db.changes.subscribe((topics) => {
    if (topics.has('school') || topics.has(ANY_TOPIC)) kept.clear()
  })

  /** Returns the text that is shown until staff publish another one. */
  async function firstBody(kind: PolicyKind): Promise<{ body: string; updated: string | null }> {
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

  /** Returns the current settings that the facts in policies are made from. */
  async function rules() {
    return { ...(await school.current()), sendsEmails: (await mailServer.whyWaiting()) === null }
  }

  async function read(kind: PolicyKind, previewed: PreviewedPage | null = null): Promise<Policy> {
    const own = await pages.policy(kind, previewed)
    const first = await firstBody(kind)
    const title = policyTitles[kind]
    const blocks = policyBlocks(kind, own.text ?? first.body, await rules())
    const updated = own.at === '' ? first.updated : monthOf(own.at)
    return { kind, title, blocks, updated, hash: hashOf(kind, title, blocks) }
  }

  /** The policy is kept in memory until the school's settings or pages change. */
  function current(kind: PolicyKind): Promise<Policy> {
    const known = kept.get(kind)
    if (known) return known
    const making = read(kind)
    kept.set(kind, making)
    making.catch(() => {
      if (kept.get(kind) === making) kept.delete(kind)
    })
    return making
  }

  const isShown = async (kind: PolicyKind) => {
    const part = policyParts[kind]
    return part === undefined || (await school.current()).parts[part]
  }

  /** Returns what a page shows where somebody accepts the policy. The page sends `hash` back. */
  async function listed(kind: PolicyKind): Promise<ListedPolicy> {
    const { title, hash } = await current(kind)
    const summary = kind === 'course-terms' ? cancelSentence(await school.current()) : null
    return { kind, title, hash, summary }
  }

  return {
    /** Returns the policy that is in force. Not for use in a transaction. */
    current,

    /** @throws `not_found` if the policy's part of the site is switched off */
    async shown(kind: PolicyKind, previewed: PreviewedPage | null = null): Promise<Policy> {
      if (previewed?.page === kind) return read(kind, previewed)
      if (!(await isShown(kind))) throw new DomainError('not_found')
      return current(kind)
    },

    /** Returns what the editor needs: the text that the school begins with, and the facts with their current values. */
    async editor(kind: PolicyKind): Promise<PolicyEditor> {
      const settings = await rules()
      const facts = factsFor(kind).map((name) => ({
        name,
        label: policyFacts[name].label,
        says: isBlockFact(name) ? null : saidBy(name, settings),
      }))
      return { start: (await firstBody(kind)).body.trim(), facts }
    },

    async preview(kind: PolicyKind, body: string): Promise<PolicyBlock[]> {
      return policyBlocks(kind, body, await rules())
    },

    listed,

    async list(): Promise<ListedPolicy[]> {
      const all = policyKinds.map(async (kind) => ((await isShown(kind)) ? [await listed(kind)] : []))
      return (await Promise.all(all)).flat()
    },

    /**
     * Stores the text that somebody accepts, once. Callers call this first in their transaction: those who store the
     * same text then wait for each other before they lock anything else.
     * @throws `conflict` if the page showed another text
     */
    async accept(
      tx: Tx,
      { hash, kind, title, blocks }: Policy,
      shownHash: string | undefined,
    ): Promise<void> {
      if (shownHash !== undefined && shownHash !== hash)
        throw refusal('terms-changed', { details: { terms: hash } })
      const at = clock.now()
      const row = { hash, kind, title, blocks: JSON.stringify(blocks), at }
      if (await insertUnlessThere(tx, 'accepted_text', row, 'hash')) return
      // The housekeeping deletes texts with an old `at` that no seat or order names. The new `at` protects the text
      // until the caller's transaction has stored its seat or order. A row with another text under this hash is
      // damaged, and gets the right text again.
      await tx
        .updateTable('accepted_text')
        .set({ kind, title, blocks: row.blocks, at })
        .where('hash', '=', hash)
        .where((eb) =>
          eb.or([
            eb('at', '<', addMs(at, -hourMs)),
            eb('kind', '!=', kind),
            eb('title', '!=', title),
            eb('blocks', '!=', row.blocks),
          ]),
        )
        .execute()
    },

    /** @throws `not_found`, also if the stored text does not match its hash */
    async accepted(hash: string): Promise<AcceptedText> {
      const rows = db.read.selectFrom('accepted_text').selectAll().where('hash', '=', hash)
      const row = await rows.executeTakeFirst()
      if (!row) throw new DomainError('not_found')
      const { kind, title } = row
      const stored = storedBlocks(row.blocks)
      const isIntact = stored !== null && hashOf(kind, title, stored) === hash && policyKinds.includes(kind)
      if (!isIntact) throw refusal('accepted-text-damaged')
      // Another version of Malar may have stored blocks that this version cannot show.
      const blocks = stored.flatMap((block) => policyBlock.safeParse(block).data ?? [])
      return { kind, title, blocks }
    },
  }
}

const monthOf = (at: string) => {
  const [day] = atSchool(at)
  return monthText(day.slice(0, 7))
}

function storedBlocks(stored: string): unknown[] | null {
  try {
    const blocks: unknown = JSON.parse(stored)
    return Array.isArray(blocks) ? blocks : null
  } catch {
    return null
  }
}

function hashOf(...of: [kind: PolicyKind, title: string, blocks: readonly unknown[]]): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('base64url')
}
