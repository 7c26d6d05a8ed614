/** B§4: what an order can be. */
export const orderStatuses = [
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'delivered',
  'completed',
  'cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Said of the money wherever a paid order is cancelled, so that letter and page promise the same. */
export const refundSentence =
  'What you have paid is sent back the way it came, and we write to you when it is.'

export const orderPaymentStatuses = ['pending', 'paid', 'failed', 'refunded'] as const
export type OrderPaymentStatus = (typeof orderPaymentStatuses)[number]

/** Reading B5: so long can a change of status be undone; its effects wait until then. */
export const statusUndoMs = 10_000

/** What ended a cancelled order: its hold, which nobody paid in time; the customer; or staff. */
export const orderEnds = ['hold', 'customer', 'staff'] as const
export type OrderEnd = (typeof orderEnds)[number]

/** T§6: what to do where a flower is not at the market. The buyer chooses; none is chosen beforehand. */
export const substitutions = ['same-worth', 'ask', 'refund'] as const
export type Substitution = (typeof substitutions)[number]

export const substitutionWords: Record<Substitution, string> = {
  'same-worth': 'One of the same worth and colour',
  ask: 'Ask me first',
  refund: 'Refund that part',
}

/** T§6: graphemes, as people count them. */
export const cardMessageMax = 250

/** T§7: a try that did not end at the door. */
export const attemptKinds = ['not-reached', 'neighbour', 'tried-again'] as const
export type AttemptKind = (typeof attemptKinds)[number]

export const attemptWords: Record<AttemptKind, string> = {
  'not-reached': 'Not reached',
  neighbour: 'Left with a neighbour',
  'tried-again': 'Tried again',
}

/** T§7: of the bouquet when it is ready, and at the door. */
export const photographKinds = ['ready', 'door'] as const
export type PhotographKind = (typeof photographKinds)[number]

/** A further charge beside an order's total. */
export const chargeStatuses = ['open', 'paid', 'waived'] as const
export type ChargeStatus = (typeof chargeStatuses)[number]

/** What a buyer can correct of an order, as staff read it. */
export const correctedParts = ['recipient', 'phone', 'address', 'time', 'card'] as const
export type CorrectedPart = (typeof correctedParts)[number]
