import * as z from 'zod/mini'
import { unconfirmedDays } from '../../../../contract/registrations/waiting-list.ts'
import { amountInWords, batchInWords, instantInWords } from '../../../../contract/words.ts'
import { coursesLink, proofIn, type Sender } from '../../../platform/messages/letter.ts'
import { batchFacts, defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'
import { visitFacts, visitLinks } from '../../../platform/messages/visit.ts'

const waiting = z.object({ name: typedName, courseTitle: z.string(), batch: batchFacts, entryId: z.string() })

function waitingListUrl({ entryId }: { entryId: string }, sender: Sender): string {
  return `${sender.siteUrl}/waiting-list/${sender.sign('waiting-list', entryId)}`
}

export const waitingListConfirm = defineLetter('waiting-list-confirm', waiting, (data, sender) => {
  const url = waitingListUrl(data, sender)
  return {
    subject: `Confirm your place on the waiting list for ${data.courseTitle}`,
    paragraphs: [
      `You, or somebody in your name, asked to wait for a seat in ${data.courseTitle}. Open the link below within ${unconfirmedDays} days: it shows us that this address is yours, and your place counts from then on. When it is your turn, we write to you and keep the seat for you alone.`,
      'If it was not you, you need do nothing: the place ends by itself, and nobody waits in your name.',
    ],
    facts: [['Batch', batchInWords(data.batch)]],
    // The page opens for anybody who has its link, so the proof of the address is a separate part of the link.
    link: {
      label: 'Confirm my place',
      url: `${url}${proofIn(sender, 'waiting-list', data.entryId)}`,
    },
    closing: `If you have any question, call us at ${sender.phone}.`,
  }
})

export const waitingListJoined = defineLetter(
  'waiting-list-joined',
  z.object({ ...waiting.shape, position: z.number() }),
  (data, sender) => ({
    subject: `You are on the waiting list for ${data.courseTitle}`,
    paragraphs: [
      `The next batch of ${data.courseTitle} is full. You are number ${data.position} on its waiting list. When a seat opens and it is your turn, we write to you and keep the seat for you alone.`,
    ],
    facts: [['Batch', batchInWords(data.batch)]],
    link: { label: 'See your place, or leave the list', url: waitingListUrl(data, sender) },
    closing: `If you have any question, call us at ${sender.phone}.`,
  }),
)

export const waitingListOffer = defineLetter(
  'waiting-list-offer',
  z.object({ ...waiting.shape, amountInPaise: z.number(), offerUntil: z.string() }),
  (data, sender) => ({
    subject: `A seat in ${data.courseTitle} is free for you`,
    paragraphs: [
      `Good news: a seat in ${data.courseTitle} has opened, and it is your turn. We keep it for you alone until ${instantInWords(data.offerUntil)}. After that it goes to the next person on the list.`,
    ],
    facts: [
      ['Course', data.courseTitle],
      ['Batch', batchInWords(data.batch)],
      ['Amount', amountInWords(data.amountInPaise)],
      ...visitFacts(data.batch, sender),
    ],
    links: visitLinks(data, sender),
    link: { label: 'Take the seat, or let it go', url: waitingListUrl(data, sender) },
    closing: `If you have any question, call us at ${sender.phone}.`,
  }),
  { isChatToo: true },
)

export const waitingListLapsed = defineLetter(
  'waiting-list-lapsed',
  waiting,
  (data, sender) => ({
    subject: `The seat in ${data.courseTitle} has gone to the next person`,
    paragraphs: [
      `We kept a seat in ${data.courseTitle} for you and did not hear from you in time, so it has gone to the next person on the list. You can join the list again whenever you like.`,
    ],
    facts: [['Batch', batchInWords(data.batch)]],
    link: coursesLink(sender),
    closing: `If that was not your wish, please call us at ${sender.phone}.`,
  }),
  { isChatToo: true },
)

export const waitingListEnded = defineLetter(
  'waiting-list-ended',
  z.object({ ...waiting.shape, reason: z.nullable(z.string()) }),
  (data, sender) => ({
    subject: `The batch of ${data.courseTitle} for which you wait does not take place`,
    paragraphs: [
      `We are sorry: the batch of ${data.courseTitle} for which you wait does not take place, so its waiting list has ended.${data.reason === null ? '' : ` ${data.reason}`}`,
    ],
    facts: [['Batch', batchInWords(data.batch)]],
    link: coursesLink(sender),
    closing: `If you have any question, call us at ${sender.phone}.`,
  }),
  { isChatToo: true },
)
