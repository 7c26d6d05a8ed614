import * as z from 'zod/mini'
import { unconfirmedDays } from '../../../../contract/registrations/waiting-list.ts'
import { amountInWords, batchInWords, instantInWords, joined } from '../../../../contract/words.ts'
import { coursesLink, proofIn, type Sender } from '../../../platform/messages/letter.ts'
import { batchFacts, defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'
import { visitFacts, visitLinks } from '../../../platform/messages/visit.ts'
import * as shared from '../registrations.en.ts'
import * as text from './waiting-list.en.ts'

const waiting = z.object({ name: typedName, courseTitle: z.string(), batch: batchFacts, entryId: z.string() })

function waitingListUrl({ entryId }: { entryId: string }, sender: Sender): string {
  return `${sender.siteUrl}/waiting-list/${sender.sign('waiting-list', entryId)}`
}

export const waitingListConfirm = defineLetter('waiting-list-confirm', waiting, (data, sender) => {
  const url = waitingListUrl(data, sender)
  const course = data.courseTitle
  return {
    subject: text.confirm.subject({ course }),
    paragraphs: [text.confirm.lead({ course, days: unconfirmedDays }), text.confirm.notYou],
    facts: [[shared.batch, batchInWords(data.batch)]],
    // The page opens for anybody who has its link, so the proof of the address is a separate part of the link.
    link: { label: text.confirm.action, url: `${url}${proofIn(sender, 'waiting-list', data.entryId)}` },
    closing: shared.questions(sender),
  }
})

export const waitingListJoined = defineLetter(
  'waiting-list-joined',
  z.object({ ...waiting.shape, position: z.number() }),
  (data, sender) => {
    const { courseTitle: course, position } = data
    return {
      subject: text.joined.subject({ course }),
      paragraphs: [text.joined.lead({ course, position })],
      facts: [[shared.batch, batchInWords(data.batch)]],
      link: { label: text.joined.action, url: waitingListUrl(data, sender) },
      closing: shared.questions(sender),
    }
  },
)

export const waitingListOffer = defineLetter(
  'waiting-list-offer',
  z.object({ ...waiting.shape, amountInPaise: z.number(), offerUntil: z.string() }),
  (data, sender) => {
    const course = data.courseTitle
    return {
      subject: text.offer.subject({ course }),
      paragraphs: [text.offer.lead({ course, until: instantInWords(data.offerUntil) })],
      facts: [
        [shared.course, course],
        [shared.batch, batchInWords(data.batch)],
        [shared.amount, data.amountInPaise === 0 ? shared.free : amountInWords(data.amountInPaise)],
        ...visitFacts(data.batch, sender),
      ],
      links: visitLinks(data, sender),
      link: { label: text.offer.action, url: waitingListUrl(data, sender) },
      closing: shared.questions(sender),
    }
  },
  { isChatToo: true },
)

export const waitingListLapsed = defineLetter(
  'waiting-list-lapsed',
  waiting,
  ({ courseTitle: course, batch }, sender) => ({
    subject: text.lapsed.subject({ course }),
    paragraphs: [text.lapsed.lead({ course })],
    facts: [[shared.batch, batchInWords(batch)]],
    link: coursesLink(sender),
    closing: text.lapsed.stillInterested(sender),
  }),
  { isChatToo: true },
)

export const waitingListEnded = defineLetter(
  'waiting-list-ended',
  z.object({ ...waiting.shape, reason: z.nullable(z.string()) }),
  ({ courseTitle: course, batch, reason }, sender) => ({
    subject: text.ended.subject({ course }),
    paragraphs: [joined([text.ended.lead({ course }), reason], ' ')],
    facts: [[shared.batch, batchInWords(batch)]],
    link: coursesLink(sender),
    closing: shared.questions(sender),
  }),
  { isChatToo: true },
)
