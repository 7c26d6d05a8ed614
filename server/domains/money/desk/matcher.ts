import { bankNumberOf } from '../../../../contract/money/bank-numbers.ts'
import type { Confidence } from '../../../../contract/money/money.ts'

export interface Credit {
  id: string
  day: string
  description: string
  reference: string | null
  amountInPaise: number
}

export interface Candidate {
  kind: string
  id: string
  reference: string
  /** The `tr` parameter of the payment link, if it differs from the reference. */
  transactionId: string | null
  name: string
  email: string
  phone: string
  amountInPaise: number
  dueInPaise: number
  day: string
  recorded: readonly string[]
  /** Staff marked the payment without a bank reference, and no statement line has shown the money yet. */
  isUnseen: boolean
}

export interface Match {
  creditId: string
  confidence: Confidence
  action: 'settle' | 'recorded' | 'double'
  why: string[]
  candidate: Candidate
}

/**
 * A payment fits if its date is between one day before the booking, since clocks differ, and this many days after the
 * booking.
 */
export const windowDays = 45

/**
 * Suggests at most one candidate (a seat, order or fee) for each bank credit, and settles a candidate with at most one
 * credit. A credit with the candidate's reference and the exact sum is certain. A credit with the exact sum and the
 * payer's name, phone or e-mail is likely. Most other credits are unclear.
 */
export function matchCredits(credits: readonly Credit[], candidates: readonly Candidate[]): Match[] {
  const proposals = credits.flatMap((credit) => proposeMatch(credit, candidates) ?? [])
  const taken = new Set<string>()
  const settled = new Map<string, Match>()
  for (const match of proposals.toSorted((a, b) => rank[a.confidence] - rank[b.confidence])) {
    const key = `${match.candidate.kind} ${match.candidate.id}`
    const why = [...match.why, 'another payment on this list also matches']
    const isSecond = match.action !== 'double' && taken.has(key)
    if (match.action !== 'double') taken.add(key)
    settled.set(match.creditId, isSecond ? { ...match, confidence: 'unclear', action: 'double', why } : match)
  }
  return credits.flatMap(({ id }) => settled.get(id) ?? [])
}

const rank: Record<Confidence, number> = { certain: 0, likely: 1, unclear: 2 }

function proposeMatch(credit: Credit, candidates: readonly Candidate[]): Match | null {
  const text = plain(`${credit.description} ${credit.reference ?? ''}`)
  const words = wordsOf(credit.description)
  const propose = (
    candidate: Candidate,
    confidence: Confidence,
    action: Match['action'],
    ...why: string[]
  ): Match => ({ creditId: credit.id, confidence, action, why, candidate })

  const named = candidates.filter(
    ({ reference, transactionId }) =>
      text.includes(plain(reference)) || (transactionId !== null && holdsWord(text, plain(transactionId))),
  )
  const number = bankNumberOf(credit)
  const knowing = candidates.filter(
    ({ recorded }) => number !== null && recorded.some((one) => plain(one) === plain(number)),
  )
  // A candidate with this bank reference is the match, unless the line names another candidate.
  const known = named.length === 0 ? knowing[0] : knowing.find((one) => named.includes(one))
  if (known) {
    return known.amountInPaise === credit.amountInPaise
      ? propose(known, 'certain', 'recorded', 'bank reference already recorded')
      : propose(known, 'unclear', 'recorded', 'bank reference already recorded', otherSum(known))
  }

  const [only] = named
  const [other] = knowing
  if (only && other) {
    const why = `bank reference recorded for ${other.reference}`
    return propose(
      only,
      'unclear',
      only.dueInPaise > 0 ? 'settle' : 'double',
      `reference ${only.reference}`,
      why,
    )
  }
  if (only && named.length === 1) {
    const why = `reference ${only.reference}`
    if (only.isUnseen && only.amountInPaise === credit.amountInPaise) {
      return propose(only, 'likely', 'recorded', why, 'already marked as paid')
    }
    if (only.dueInPaise === 0) return propose(only, 'unclear', 'double', why, 'already paid')
    if (only.dueInPaise !== credit.amountInPaise) {
      return propose(only, 'unclear', 'settle', why, otherSum(only))
    }
    if (!isInWindow(credit.day, only.day)) {
      return propose(only, 'likely', 'settle', why, 'exact amount', 'long after it was due')
    }
    return propose(only, 'certain', 'settle', why, 'exact amount')
  }
  if (only) {
    const owing = named.find(({ dueInPaise }) => dueInPaise > 0)
    return propose(owing ?? only, 'unclear', owing ? 'settle' : 'double', `${named.length} references`)
  }

  const sums = candidates.filter(
    (one) => one.dueInPaise === credit.amountInPaise && one.dueInPaise > 0 && isInWindow(credit.day, one.day),
  )
  const hinted = sums.flatMap((candidate) => {
    const hints = listHints(candidate, text, words)
    return hints.length > 0 ? [{ candidate, hints }] : []
  })
  const [hit] = hinted
  if (hit && hinted.length === 1) {
    return propose(hit.candidate, 'likely', 'settle', 'exact amount', ...hit.hints)
  }
  if (hit) {
    return propose(hit.candidate, 'unclear', 'settle', 'exact amount', ...hit.hints, 'others also match')
  }
  const [single] = sums
  if (single && sums.length === 1) {
    return propose(single, 'unclear', 'settle', 'nothing else with this amount is due')
  }
  return null
}

function listHints(candidate: Candidate, text: string, words: ReadonlySet<string>): string[] {
  const hints: string[] = []
  if (/^\d{10}$/.test(candidate.phone) && text.includes(candidate.phone)) hints.push('phone number')
  const mailbox = plain(candidate.email.split('@')[0] ?? '')
  if (mailbox.length >= 5 && text.includes(mailbox)) hints.push('e-mail address')
  const names = [...wordsOf(candidate.name)].filter((word) => word.length >= 3)
  if (names.length > 0 && names.every((word) => words.has(word))) hints.push('name')
  return hints
}

/** Drops punctuation, spaces and case, as banks do. */
export function plain(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toUpperCase().split(/[^\p{L}\p{M}\p{N}]+/u))
}

/** A short transaction id may occur in a longer number by chance, so it never matches. */
function holdsWord(text: string, word: string): boolean {
  return word.length >= 8 && text.includes(word)
}

function otherSum({ dueInPaise, amountInPaise }: Candidate): string {
  const rupees = ((dueInPaise || amountInPaise) / 100).toFixed(2)
  return `₹${rupees} was expected`
}

function isInWindow(day: string, asked: string): boolean {
  const days = (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${asked}T00:00:00Z`)) / 86_400_000
  return days >= -1 && days <= windowDays
}
