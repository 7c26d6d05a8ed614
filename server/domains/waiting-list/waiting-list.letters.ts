import * as z from 'zod/mini'
import { amountInWords, batchInWords, instantInWords } from '../../../contract/words.ts'
import type { Sender } from '../../platform/messages/letter.ts'
import { batchFacts, defineLetter, typedName } from '../../platform/messages/letter-kinds.ts'

const waiting = z.object({ name: typedName, courseTitle: z.string(), batch: batchFacts, entryId: z.string() })

/** A person's one link: it shows their place, the offer, and the way off the list. */
function waitingListUrl({ entryId }: { entryId: string }, sender: Sender): string {
  return `${sender.siteUrl}/waiting-list/${sender.sign('waiting-list', entryId)}`
}

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
    ],
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
    link: { label: 'See our courses', url: `${sender.siteUrl}/classes` },
    closing: `If that was not your wish, please call us at ${sender.phone}.`,
  }),
  { isChatToo: true },
)
