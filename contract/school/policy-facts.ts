import type { PolicyKind } from './policy-kinds.ts'

interface PolicyFact {
  /** The label of the button that inserts the fact. */
  label: string
  /**
   * True if the fact becomes a block, so that it must be a paragraph of its own. Other facts may be inside a sentence.
   */
  isBlock?: true
  /** The policies that may name the fact; by default all. */
  kinds?: readonly PolicyKind[]
}

/** The facts that a policy may name in braces. Each is replaced by what the rules and the school's settings say. */
export const policyFacts = {
  school: { label: 'The school’s name' },
  place: { label: 'The address' },
  phone: { label: 'The phone number' },
  email: { label: 'The e-mail address' },
  contact: { label: 'How to reach the school' },
  holdSeat: { label: 'The rule for holding an unpaid seat' },
  holdTimes: { label: 'How long an unpaid seat is held, as a table', isBlock: true, kinds: ['course-terms'] },
  holdHours: { label: 'Longest hold for an unpaid seat, in hours' },
  cancelSeat: { label: 'The rule for cancelling a seat' },
  orderCancelHours: { label: 'Time for cancelling an order, in hours' },
  ordersNotCancelled: { label: 'Which orders can’t be cancelled' },
  concernHours: { label: 'Time for reporting a problem with an order, in hours' },
  retention: { label: 'What is kept, and how long', isBlock: true, kinds: ['privacy'] },
  browserStorage: { label: 'What the browser stores', isBlock: true, kinds: ['privacy'] },
} as const satisfies Record<string, PolicyFact>

export type PolicyFactName = keyof typeof policyFacts
export type BlockFactName = {
  [Name in PolicyFactName]: (typeof policyFacts)[Name] extends { isBlock: true } ? Name : never
}[PolicyFactName]

/** Matches a fact in braces. Braces around anything else are ordinary text. */
export const factPattern = /\{([A-Za-z]\w{0,39})\}/g

/** Lists the facts that a policy of this kind may name. */
export function factsFor(kind: PolicyKind): PolicyFactName[] {
  const names = Object.keys(policyFacts) as PolicyFactName[]
  return names.filter((name) => {
    const { kinds }: PolicyFact = policyFacts[name]
    return kinds?.includes(kind) ?? true
  })
}

export function isBlockFact(name: PolicyFactName): name is BlockFactName {
  return 'isBlock' in policyFacts[name]
}
