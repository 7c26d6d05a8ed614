import type { CorrectedPart } from '../../contract/orders/order-facts.ts'
import { momentText } from '../../contract/words.ts'

export const correctedText = ({ at, parts }: { at: string; parts: readonly CorrectedPart[] }) =>
  `Last changed by the buyer on ${momentText(at)}: ${parts.join(', ')}`
