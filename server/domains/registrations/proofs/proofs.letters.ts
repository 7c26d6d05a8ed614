import * as z from 'zod/mini'
import { batchInWords, dayInWords } from '../../../../contract/words.ts'
import { type Link, proofIn, type Sender } from '../../../platform/messages/letter.ts'
import { batchFacts, defineLetter } from '../../../platform/messages/letter-kinds.ts'
import * as text from './proofs.en.ts'

const ownSeat = z.object({
  id: z.string(),
  courseTitle: z.string(),
  batch: batchFacts,
  reference: z.string(),
  /**
   * The id in the link, by which a click proves the address. Null in older outbox rows whose address was proved
   * already.
   */
  proofId: z.nullable(z.string()),
})

const ownOrder = z.object({
  id: z.string(),
  number: z.string(),
  /** The day of delivery or collection. */
  day: z.nullable(z.string()),
  /** True if payment is due; the link then leads to the payment page. */
  isDue: z.boolean(),
  isProved: z.boolean(),
})

function seatLink(
  { id, courseTitle, batch, reference, proofId }: z.output<typeof ownSeat>,
  sender: Sender,
): Link {
  const proof = proofId === null ? '' : proofIn(sender, 'seat-proof', proofId)
  return {
    label: text.seat({ course: courseTitle, batch: batchInWords(batch), reference }),
    url: `${sender.siteUrl}/payment?enrollment=${encodeURIComponent(id)}${proof}`,
  }
}

function orderLink({ id, number, day, isDue, isProved }: z.output<typeof ownOrder>, sender: Sender): Link {
  const order = encodeURIComponent(id)
  const proof = isProved ? '' : proofIn(sender, 'order-proof', id)
  return {
    label: day === null ? text.order({ number }) : text.orderFor({ number, day: dayInWords(day) }),
    url: `${sender.siteUrl}${isDue ? `/payment?order=${order}${proof}` : `/orders/${order}`}`,
  }
}

/** The e-mail's links give access to seats and orders, so only its recipient may see it. */
export const ownLinks = defineLetter(
  'own-links',
  z.object({ seats: z.array(ownSeat), orders: z.array(ownOrder) }),
  ({ seats, orders }, sender) => {
    const links = [
      ...seats.map((seat) => seatLink(seat, sender)),
      ...orders.map((order) => orderLink(order, sender)),
    ]
    const school = sender.schoolName
    const closing = text.closing(sender)
    if (links.length === 0)
      return { subject: text.nothingFound({ school }), paragraphs: [text.nothingFoundLead], closing }
    return { subject: text.subject({ school }), paragraphs: [text.lead], links, closing }
  },
  // The response to the request is the same for every address, so dropping an e-mail reveals nothing.
  { whenMany: 'dropped', isConfidential: true },
)
