import type { CorrectedPart } from '../../contract/order-facts.ts'
import { momentText } from '../../contract/words.ts'

/** What the buyer of an order has corrected, and when last. */
export const correctedText = ({ at, parts }: { at: string; parts: readonly CorrectedPart[] }) =>
  `Changed by the buyer, last on ${momentText(at)}: ${parts.join(', ')}`
