import { telLink } from '../../../../contract/addresses.ts'
import { orderCancelDays, orderCancelHours } from '../../../../contract/orders/cancellation.ts'
import { concernHours } from '../../../../contract/orders/concerns.ts'
import { type CancelRule, cancelSentence } from '../../../../contract/registrations/cancelling.ts'
import { unprovedHoldHours } from '../../../../contract/registrations/seat-holds.ts'
import type { PolicyBlock } from '../../../../contract/school/policies.ts'
import {
  type BlockFactName,
  factPattern,
  factsFor,
  isBlockFact,
  type PolicyFactName,
  policyFacts,
} from '../../../../contract/school/policy-facts.ts'
import type { PolicyKind } from '../../../../contract/school/policy-kinds.ts'
import { browser, keptFor, retention as keptTexts } from '../../../../contract/system/kept.en.ts'
import { type RetentionKind, retention } from '../../../../contract/system/retention.ts'
import type { Span, TextBlock } from '../../../../contract/text-blocks.ts'
import { hoursInWords, joined } from '../../../../contract/words.ts'
import { addressesIn, blocksOf, escapedBrace } from '../../../platform/markdown.ts'
import type { SchoolSettings } from '../school-settings.ts'
import * as text from './policies.en.ts'

type Facts = Record<Exclude<PolicyFactName, BlockFactName>, Span[]>
interface HoldRule {
  holdHours: number
  offerHours: number
  confirmFirst: boolean
  paysAtSchool: boolean
  /** False while the school's e-mails wait, so that nobody can confirm an address by one. */
  sendsEmails: boolean
}
type Settings = Pick<SchoolSettings, 'name' | 'address' | 'phone' | 'email'> & CancelRule & HoldRule

/**
 * Each fact comes from the constant or the setting that the rule itself uses, so the text never differs from the rule.
 */
function factsOf(settings: Settings): Facts {
  const { name, address, phone, email, holdHours } = settings
  const said = (text: string | number): Span[] => [{ text: String(text) }]
  return {
    school: said(name),
    place: said(address.join(', ')),
    phone: phone === '' ? [] : [phoneLink(phone)],
    email: email === '' ? [] : [mailLink(email)],
    contact: contact(settings),
    holdSeat: said(holdSentences(settings)),
    holdHours: said(holdHours),
    cancelSeat: said(joined([cancelSentence(settings), settings.canCancelSeats && text.cancelSome], ' ')),
    orderCancelHours: said(orderCancelHours),
    ordersNotCancelled: said(notCancelled(orderCancelDays)),
    concernHours: said(concernHours),
  }
}

/** The value of a fact as plain text. */
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

/** Lists how long a seat is held, for every way in which a visitor can hold one. */
function holdTimes({ holdHours, offerHours, confirmFirst, paysAtSchool, sendsEmails }: HoldRule) {
  const { holdTimes: said } = text
  const time = hoursInWords(holdHours)
  const rows: { what: string; time: string; why: string }[] = []
  const add = (what: string, time: string, why = '') => rows.push({ what, time, why })
  if (confirmFirst) {
    if (sendsEmails) add(said.confirmedFirst, time)
    else add(said.called, said.calledTime)
  } else if (holdHours > unprovedHoldHours) {
    add(sendsEmails ? said.unconfirmed : said.signedOut, hoursInWords(unprovedHoldHours))
    add(sendsEmails ? said.confirmed : said.signedIn, time)
    add(said.reported, said.reportedTime, said.reportedMost({ hours: holdHours }))
  } else add(said.unpaid, time)
  if (paysAtSchool) add(said.atSchool, said.atSchoolTime)
  add(said.undated, said.undatedTime, said.undatedThen({ hours: holdHours }))
  if (sendsEmails) add(said.offered, hoursInWords(offerHours))
  return rows
}

/** Says how long a seat is held, for every way in which a visitor can hold one. */
function holdSentences({ holdHours, offerHours, confirmFirst, paysAtSchool, sendsEmails }: HoldRule): string {
  const isShortFirst = !confirmFirst && holdHours > unprovedHoldHours
  return joined(
    [
      firstHold({ holdHours, confirmFirst, sendsEmails }),
      isShortFirst && text.holdSeat.reported({ hours: holdHours }),
      paysAtSchool && text.holdSeat.atSchool,
      text.holdSeat.undated({ hours: holdHours }),
      sendsEmails && text.holdSeat.offered({ hours: offerHours }),
      text.holdSeat.begun,
    ],
    ' ',
  )
}

function firstHold({ holdHours, confirmFirst, sendsEmails }: Omit<HoldRule, 'offerHours' | 'paysAtSchool'>) {
  if (confirmFirst) return sendsEmails ? text.holdSeat.confirmed({ hours: holdHours }) : text.holdSeat.called
  if (holdHours <= unprovedHoldHours) return text.holdSeat.always({ hours: holdHours })
  const hours = { hours: unprovedHoldHours, confirmed: holdHours }
  return sendsEmails ? text.holdSeat.unconfirmed(hours) : text.holdSeat.signedIn(hours)
}

function notCancelled(days: number): string {
  if (days <= 2) return days === 1 ? text.notCancelled.sameDay : text.notCancelled.nextDay
  return text.notCancelled.before({ days })
}

const blockFacts: Record<BlockFactName, (rule: HoldRule) => PolicyBlock> = {
  holdTimes: (rule) => ({ kind: 'kept', rows: holdTimes(rule) }),
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

// A policy has no pictures of its own, so a picture is replaced by its description.
const blocksIn = (body: string) => blocksOf(body, () => undefined, { marksEscapedBraces: true })

/**
 * Makes the blocks of a policy. The facts are put into the finished blocks, so a value such as the school's name is
 * never read as Markdown. The cancelling rule is added to course terms that lack it, because the dialog shows the rule
 * beside its button and students accept it there.
 */
export function policyBlocks(kind: PolicyKind, body: string, settings: Settings): PolicyBlock[] {
  const facts = factsOf(settings)
  const shown = new Set<BlockFactName>()
  const blocks = blocksIn(body).map((block): PolicyBlock => {
    const name = blockFact(block)
    if (name === null || shown.has(name)) return withFacts(block, facts)
    shown.add(name)
    return blockFacts[name](settings)
  })
  const saysRule = kind !== 'course-terms' || says(blocks, cancelSentence(settings))
  return saysRule ? blocks : [...blocks, { kind: 'paragraph', spans: facts.cancelSeat }]
}

/** True if any text within `part` contains the sentence. */
function says(part: unknown, sentence: string): boolean {
  if (typeof part === 'string') return part.includes(sentence)
  return typeof part === 'object' && part !== null && Object.values(part).some((one) => says(one, sentence))
}

/** The most facts in one policy. A text of nothing but facts would otherwise become an answer of many megabytes. */
const factsMax = 200

/**
 * Says what is wrong with the facts in a text, or returns null if all are right. The facts are searched in the finished
 * blocks.
 */
export function factProblem(kind: PolicyKind, body: string): string | null {
  const known = factsFor(kind)
  const named = new Set<BlockFactName>()
  let count = 0
  const problemOf = (typed: string): string | null => {
    const fact = known.find((one) => `{${one}}` === typed)
    if (fact === undefined) {
      const list = known.map((one) => `{${one}}`).join(', ')
      return `There’s no fact ${typed}. Use one of these, or remove the braces: ${list}.`
    }
    if (isBlockFact(fact)) return `Put ${typed} in a paragraph of its own, between empty lines.`
    count++
    return count > factsMax ? `Use at most ${factsMax} facts.` : null
  }
  for (const block of blocksIn(body)) {
    const alone = blockFact(block)
    if (alone !== null && known.includes(alone)) {
      if (named.has(alone)) return `Use {${alone}} only once.`
      named.add(alone)
      continue
    }
    for (const typed of factsIn(block)) {
      const problem = problemOf(typed)
      if (problem !== null) return problem
    }
  }
  for (const address of addressesIn(body)) {
    const [, name] = /(?:\{|%7B)([a-z]\w{0,39})(?:\}|%7D)/i.exec(address) ?? []
    if (name !== undefined)
      return `A link’s address can’t contain {${name}}. Write the address itself, or the fact without a link.`
  }
  return null
}

/**
 * Lists the facts in all texts of a block, with their braces. Facts in code are left out, because they stay as typed.
 */
function factsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  if (isSpan(part)) return part.isCode ? [] : [...part.text.matchAll(factPattern)].map(([typed]) => typed)
  return Object.values(part).flatMap(factsIn)
}

/** Returns the fact that stands alone in a paragraph and replaces the whole block, or null. */
function blockFact(block: TextBlock): BlockFactName | null {
  const [span, ...others] = block.kind === 'paragraph' ? block.spans : []
  if (span === undefined || span.isCode || others.length > 0) return null
  const name = nameIn(span.text.trim())
  return name !== null && isBlockFact(name) ? name : null
}

/** Returns the fact if the text is nothing else, or null. */
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
  if (span.isCode) return [span]
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
    // A fact within a link keeps the address of that link.
    for (const value of facts[name]) add({ ...value, ...span, text: value.text })
    from = match.index + match[0].length
  }
  add({ ...span, text: span.text.slice(from) })
  // An escaped brace begins no fact, and is a brace from here on.
  return spans.map((one) => ({ ...one, text: one.text.replaceAll(escapedBrace, '{') }))
}
