import type { CorrectedPart } from '../../contract/order-facts.ts'
import { momentText } from '../../contract/words.ts'

/** What the buyer of an order has corrected last, and when. */
export const correctedText = ({ at, parts }: { at: string; parts: readonly CorrectedPart[] }) =>
  `The buyer changed the ${parts.join(', ')} on ${momentText(at)}`
