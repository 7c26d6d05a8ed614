import { orderCancelDays, orderCancelHours } from '../../../../contract/orders/cancellation.ts'
import { concernHours } from '../../../../contract/orders/concerns.ts'
import { telLink } from '../../../../contract/phones.ts'
import type { CancelRule } from '../../../../contract/registrations/cancelling.ts'
import type { PolicyBlock } from '../../../../contract/school/policies.ts'
import {
  type BlockFactName,
  factPattern,
  isBlockFact,
  type PolicyFactName,
  policyFacts,
} from '../../../../contract/school/policy-facts.ts'
import { browser, keptFor, retention as keptTexts } from '../../../../contract/system/kept.en.ts'
import { type RetentionKind, retention } from '../../../../contract/system/retention.ts'
import type { Span, TextBlock } from '../../../../contract/text-blocks.ts'
import { blocksOf } from '../../../platform/markdown.ts'
import type { SchoolSettings } from '../school-settings.ts'
import * as text from './policies.en.ts'

type Facts = Record<Exclude<PolicyFactName, BlockFactName>, Span[]>
type Settings = Pick<SchoolSettings, 'name' | 'address' | 'phone' | 'email' | 'holdHours'> & CancelRule

/** Each fact comes from the constant or the setting that the rule itself uses, so that text and rule never differ. */
function factsOf(settings: Settings): Facts {
  const { name, address, phone, email, holdHours } = settings
  const said = (text: string | number): Span[] => [{ text: String(text) }]
  return {
    school: said(name),
    place: said(address.join(', ')),
    phone: phone === '' ? [] : [phoneLink(phone)],
    email: email === '' ? [] : [mailLink(email)],
    contact: contact(settings),
    holdHours: said(holdHours),
    cancelSeat: said(cancelSentence(settings)),
    orderCancelHours: said(orderCancelHours),
    ordersNotCancelled: said(notCancelled(orderCancelDays)),
    concernHours: said(concernHours),
  }
}

/** What a fact says, as plain text. */
export function saidBy(name: keyof Facts, settings: Settings): string {
  return factsOf(settings)
    [name].map(({ text }) => text)
    .join('')
}

const mailLink = (email: string): Span => ({ text: email, href: `mailto:${email}` })
const phoneLink = (phone: string): Span => ({ text: phone, href: telLink(phone) })

function contact({ name, address, phone, email }: Settings): Span[] {
  if (email === '' || phone === '') {
    return [{ text: text.useOur }, { text: text.contactPage, href: '/contact' }, { text: '.' }]
  }
  const place = text.place({ place: [name, ...address].join(', ') })
  return [{ text: `${place} ` }, mailLink(email), { text: ', ' }, phoneLink(phone), { text: '.' }]
}

/** Says until when a seat can be cancelled on its page, and what goes back. */
export function cancelSentence({ canCancelSeats, cancelHours, cancelShare }: CancelRule): string {
  if (!canCancelSeats) return text.cancelByContact
  const until =
    cancelHours === 0
      ? text.cancelSpan.none
      : cancelHours % 24 === 0
        ? text.cancelSpan.days({ count: cancelHours / 24 })
        : text.cancelSpan.hours({ count: cancelHours })
  if (cancelShare === 100) return text.cancelSeat.all({ until })
  return cancelShare === 0
    ? text.cancelSeat.nothing({ until })
    : text.cancelSeat.part({ until, share: cancelShare })
}

function notCancelled(days: number): string {
  if (days <= 2) return days === 1 ? text.notCancelled.sameDay : text.notCancelled.nextDay
  return text.notCancelled.before({ days })
}

const blockFacts: Record<BlockFactName, () => PolicyBlock> = {
  retention: () => ({
    kind: 'kept',
    rows: (Object.keys(retention) as RetentionKind[]).map((kind) => ({
      what: keptTexts[kind].what,
      time: keptFor(kind, retention[kind].days),
      why: keptTexts[kind].why,
    })),
  }),
  browserStorage: () => ({
    kind: 'list',
    start: null,
    items: Object.values(browser).map((item) => ({ spans: [{ text: item }] })),
  }),
}

/**
 * Makes the blocks of a policy. The facts are put into the finished blocks, so that a value such as the school's name
 * is never read as Markdown.
 */
export function policyBlocks(body: string, settings: Settings): PolicyBlock[] {
  const facts = factsOf(settings)
  // A policy has no pictures of its own, so a picture is replaced by its description.
  const blocks = blocksOf(body, () => undefined)
  return blocks.map((block) => blockFact(block) ?? withFacts(block, facts))
}

function blockFact(block: TextBlock): PolicyBlock | null {
  if (block.kind !== 'paragraph' || block.spans.length !== 1) return null
  const name = nameIn(block.spans[0]?.text.trim() ?? '')
  return name !== null && isBlockFact(name) ? blockFacts[name]() : null
}

/** Returns the fact that is the whole text, or null. */
function nameIn(text: string): PolicyFactName | null {
  const [, name = ''] = /^\{(\w{1,40})\}$/.exec(text) ?? []
  return Object.hasOwn(policyFacts, name) ? (name as PolicyFactName) : null
}

/** Replaces the facts in all spans of a block or of a part of it. Code stays as it is. */
function withFacts<Part>(part: Part, facts: Facts): Part {
  if (typeof part !== 'object' || part === null) return part
  const inside: unknown = Array.isArray(part)
    ? part.flatMap((one: unknown) => (isSpan(one) ? spanWithFacts(one, facts) : [withFacts(one, facts)]))
    : Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withFacts(value, facts)]))
  return inside as Part
}

function isSpan(part: unknown): part is Span {
  return typeof part === 'object' && part !== null && 'text' in part && !('kind' in part)
}

function spanWithFacts(span: Span, facts: Facts): Span[] {
  if (span.isCode || !span.text.includes('{')) return [span]
  const spans: Span[] = []
  const add = (next: Span) => {
    const last = spans.at(-1)
    if (last && last.href === next.href) last.text += next.text
    else if (next.text !== '') spans.push({ ...next })
  }
  let from = 0
  for (const match of span.text.matchAll(factPattern)) {
    const name = nameIn(match[0])
    if (name === null || isBlockFact(name)) continue
    add({ ...span, text: span.text.slice(from, match.index) })
    // Within a link, a fact is text of that link.
    for (const value of facts[name]) add({ ...value, ...span, text: value.text })
    from = match.index + match[0].length
  }
  add({ ...span, text: span.text.slice(from) })
  return spans
}
