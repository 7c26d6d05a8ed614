import type { Selectable } from 'kysely'
import { beginningOf } from '../../contract/graphemes.ts'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { withinTime } from '../db/transaction.ts'
import type { ChatSender } from './chat.ts'
import { addMs, type Clock } from './clock.ts'
import { every, type Loop } from './every.ts'
import type { LetterTurn } from './letter-pace.ts'
import type { Logger } from './logger.ts'
import { type Mail, type MailFile, type MailSender, UnsendableMessage } from './mail.ts'
import type { CalendarChange, RenderedMessage, Sender } from './messages/letter.ts'
import type { Letters } from './messages/letter-kinds.ts'
import { schoolDigest, schoolNotice } from './messages/school-notice.ts'
import * as text from './outbox.en.ts'
import type { Outbox } from './outbox.ts'
import { canBeMailed, countLetters } from './recipients.ts'
import type { Seal } from './seal.ts'

type OutboxRow = Selectable<Schema['outbox']>

/**
 * The retry delays spread this number of attempts over about a day. After the last attempt the message is `dead` and
 * waits for staff.
 */
export const attemptsMax = 12
const firstBackOffMs = 30_000
const backOffMsMax = 4 * 60 * 60_000
const sendMsMax = 30_000
/** A worker whose claim is older than this has crashed, so another worker takes the row. */
export const leaseMs = 2 * sendMsMax
const roundSize = 20
/** Mail servers refuse a larger number of connections from one sender. */
const sentAtOnce = 5
const pollMs = 1_000

/** The limit of notices to the school per hour. Further notices wait for one common e-mail at the end of the hour. */
export const noticesAnHourMax = 20
const digestMax = 500
const hourMs = 60 * 60_000
/** An e-mail that waited this long for an attempt to send it may be out of date, so staff decide about it. */
export const untriedMsMax = 24 * hourMs
const inDigest = schoolDigest.kind.name

type FoundSender = Sender & { email: string; senderName?: string }

export interface OutboxWorkerDeps {
  db: Database
  clock: Clock
  log: Logger
  mail: MailSender
  chat: ChatSender
  seal: Seal
  letters: Letters
  outbox: Pick<Outbox, 'tell'>
  takeTurn?: LetterTurn
  findSender(): Promise<FoundSender>
  findCalendar?(change: CalendarChange, at: string): Promise<MailFile | null>
}

export function startOutboxWorker(deps: OutboxWorkerDeps): Loop {
  return every(
    'sending messages',
    pollMs,
    async (isStopping) => {
      const isMore = (await sendDueMessages(deps, isStopping)) === roundSize
      return isMore ? 0 : pollMs
    },
    { log: deps.log },
  )
}

/** Claims and sends due messages, oldest first. Returns the number of due rows. */
export async function sendDueMessages(deps: OutboxWorkerDeps, isStopping = () => false): Promise<number> {
  const isMailReady = (await deps.mail.isReady?.()) ?? true
  const due = await deps.db.read
    .selectFrom('outbox')
    .selectAll()
    .where('channel', 'in', isMailReady ? ['email', 'chat'] : ['chat'])
    // A row that is still `sending` after its lease belongs to a process that crashed.
    .where('status', 'in', ['queued', 'sending'])
    .where('next_attempt_at', '<=', deps.clock.now())
    .orderBy('next_attempt_at')
    .limit(roundSize)
    .execute()
  if (due.length > 0) await deps.takeTurn?.(due.length, isStopping)
  const alone = due.filter(({ about }) => about !== inDigest)
  if (alone.length < due.length) await promiseDigest(deps)
  for (let at = 0; at < alone.length && !isStopping(); at += sentAtOnce) {
    const claimed = await claim(deps, alone.slice(at, at + sentAtOnce))
    await Promise.all(claimed.map((row) => trySending(deps, row)))
  }
  return due.length
}

/** The claim changes `attempts`, and other workers expect the old number, so one worker gets each row. */
async function claim({ db, clock }: OutboxWorkerDeps, rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
  const claimed = await db.write
    .updateTable('outbox')
    .set((eb) => ({
      status: 'sending',
      attempts: eb('attempts', '+', 1),
      next_attempt_at: addMs(clock.now(), leaseMs),
    }))
    .where((eb) => eb.or(rows.map(({ id, status, attempts }) => eb.and({ id, status, attempts }))))
    .returning('id')
    .execute()
  const ids = new Set(claimed.map(({ id }) => id))
  return rows
    .filter(({ id }) => ids.has(id))
    .map((row) => ({ ...row, status: 'sending', attempts: row.attempts + 1 }))
}

async function promiseDigest({ db, clock, outbox }: OutboxWorkerDeps): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const over = tx
      .selectFrom('outbox')
      .select('id')
      .where('about', '=', inDigest)
      .where('status', '=', 'queued')
      .where('next_attempt_at', '<=', now)
      .orderBy('created_at')
      .limit(digestMax)
    const told = await tx
      .updateTable('outbox')
      .set({ status: 'sent', sent_at: now, last_error: null })
      .where('id', 'in', over)
      .where('status', '=', 'queued')
      .returning(['id', 'created_at', 'data'])
      .execute()
    const [first] = told
    if (first === undefined) return
    const notices = told
      .map(({ created_at, data }) => ({ ...JSON.parse(data), at: created_at }))
      .sort((one, other) => one.at.localeCompare(other.at))
      .map(({ at, title, record }) => ({ at, title, record }))
    const words = schoolDigest({ count: told.length, notices })
    await outbox.tell(tx, { to: 'school', cause: `${inDigest}:${first.id}`, words })
  })
}

/**
 * Moves a notice into the common hourly e-mail if the limit of this hour is reached. False if the notice is sent on its
 * own.
 */
async function putIntoDigest(deps: OutboxWorkerDeps, row: OutboxRow): Promise<boolean> {
  const { db, clock, seal } = deps
  if (row.template !== schoolNotice.kind.name || row.attempts > 1) return false
  const hour = clock.now().slice(0, 13)
  const mailbox = seal.fingerprint(`notices of ${hour}`)
  const count = await countLetters(db.write, { mailbox, day: clock.today(), letters: 1 })
  if (count <= noticesAnHourMax) return false
  await finish(deps, row, {
    status: 'queued',
    about: inDigest,
    next_attempt_at: addMs(`${hour}:00:00.000Z`, hourMs),
    last_error: text.leftForDigest({ most: noticesAnHourMax }),
  })
  return true
}

/** Holds an e-mail that could not be tried in time, because there was no mail server or no process. */
async function holdIfLate(deps: OutboxWorkerDeps, row: OutboxRow): Promise<boolean> {
  const { clock, letters } = deps
  const untriedMs = clock.ms() - Date.parse(row.next_attempt_at)
  if (row.channel !== 'email' || untriedMs <= Math.min(untriedMsMax, letters.goodForMs(row.template)))
    return false
  await finish(deps, row, { status: 'held', last_error: text.waitedTooLong })
  return true
}

async function trySending(deps: OutboxWorkerDeps, row: OutboxRow): Promise<void> {
  const { clock, log } = deps
  const named = { outboxId: row.id, template: row.template }
  try {
    if ((await holdIfLate(deps, row)) || (await putIntoDigest(deps, row))) return
    const place = await withinTime(
      send(deps, row),
      sendMsMax,
      () => new Error(text.tookTooLong({ seconds: sendMsMax / 1000 })),
    )
    // Chat messages are sent by staff from their own phone.
    const isByHand = row.channel === 'chat'
    const end = isByHand ? { status: 'by-hand' as const } : { status: 'sent' as const, sent_at: clock.now() }
    await finish(deps, row, { ...end, last_error: null })
    log.info(
      { ...named, place },
      isByHand ? 'a message is waiting for staff to send it' : 'a message was sent',
    )
  } catch (error) {
    const isDead = error instanceof UnsendableMessage || row.attempts >= attemptsMax
    await finish(deps, row, {
      status: isDead ? 'dead' : 'queued',
      next_attempt_at: addMs(clock.now(), backOffMs(row.attempts)),
      last_error: error instanceof Error ? beginningOf(error.message, 500) : String(error),
    })
    log.warn({ ...named, attempts: row.attempts, isDead }, 'a message was not sent')
  }
}

async function send(deps: OutboxWorkerDeps, row: OutboxRow): Promise<string> {
  const { mail, chat, letters } = deps
  const sender = await deps.findSender()
  const to = letters.isForSchool(row.template) ? sender.email : row.recipient
  if (row.channel === 'email' && !canBeMailed(to)) {
    throw new UnsendableMessage(text.wrongAddress)
  }
  const message = letters.render(row.template, readData(row, deps), sender, {
    hasTypedWords: row.has_typed_words === 1,
    isByChat: row.channel === 'chat',
  })
  if (row.channel === 'chat') return chat.send({ id: row.id, phone: to, text: message.text })
  return mail.send(await mailOf(deps, { id: row.id, at: row.created_at, to, sender, message }))
}

/** Makes the mail of a rendered message, with its calendar files. */
export async function mailOf(
  { findCalendar }: Pick<OutboxWorkerDeps, 'findCalendar'>,
  {
    id,
    at,
    to,
    sender,
    message: { replyTo, calendar, ...words },
  }: { id: string; at: string; to: string; sender: FoundSender; message: RenderedMessage },
): Promise<Mail> {
  const files = await Promise.all(calendar.map(async (one) => findCalendar?.(one, at) ?? null))
  return {
    id,
    from: { name: sender.senderName ?? sender.schoolName, address: sender.email },
    to,
    ...words,
    logo: sender.logo ?? null,
    files: files.filter((file) => file !== null),
    ...(replyTo !== undefined && canBeMailed(replyTo) ? { replyTo } : {}),
    at: new Date(at),
  }
}

/** @throws UnsendableMessage if a confidential row was sealed with another secret */
function readData(row: OutboxRow, { seal, letters }: OutboxWorkerDeps): unknown {
  if (!letters.isConfidential(row.template)) return JSON.parse(row.data)
  try {
    return JSON.parse(seal.open(row.data))
  } catch {
    throw new UnsendableMessage(text.secretChanged)
  }
}

/** Writes nothing if the attempt outlived its lease and another worker has claimed the row. */
async function finish(
  { db }: OutboxWorkerDeps,
  row: OutboxRow,
  end: Partial<Pick<OutboxRow, 'status' | 'about' | 'sent_at' | 'last_error' | 'next_attempt_at'>>,
): Promise<void> {
  await db.write
    .updateTable('outbox')
    .set(end)
    .where('id', '=', row.id)
    .where('status', '=', 'sending')
    .where('attempts', '=', row.attempts)
    .execute()
}

export function backOffMs(attempts: number): number {
  return Math.min(firstBackOffMs * 2 ** (attempts - 1), backOffMsMax)
}
