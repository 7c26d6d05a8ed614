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

export const orderPaymentStatuses = ['pending', 'paid', 'failed', 'refunded'] as const
export type OrderPaymentStatus = (typeof orderPaymentStatuses)[number]

/**
 * A change of status can be undone for this many milliseconds. The effects of the change, such as e-mails, wait until
 * then.
 */
export const statusUndoMs = 10_000

/** The cause of a cancellation: nobody paid within the hold, the customer cancelled, or staff cancelled. */
export const orderEnds = ['hold', 'customer', 'staff'] as const
export type OrderEnd = (typeof orderEnds)[number]

/**
 * The buyer's choice for the case that a flower is not at the market. No option is preselected, so the buyer has to
 * choose.
 */
export const substitutions = ['same-worth', 'ask', 'refund'] as const
export type Substitution = (typeof substitutions)[number]

/** The limit counts visible characters, so that an emoji counts as one character. */
export const cardMessageMax = 250

export const attemptKinds = ['not-reached', 'neighbour', 'tried-again'] as const
export type AttemptKind = (typeof attemptKinds)[number]

/** `ready` shows the finished bouquet, `door` the bouquet at the door. */
export const photographKinds = ['ready', 'door'] as const
export type PhotographKind = (typeof photographKinds)[number]

export const chargeStatuses = ['open', 'paid', 'waived'] as const
export type ChargeStatus = (typeof chargeStatuses)[number]

export const correctedParts = ['recipient', 'phone', 'address', 'time', 'card'] as const
export type CorrectedPart = (typeof correctedParts)[number]
