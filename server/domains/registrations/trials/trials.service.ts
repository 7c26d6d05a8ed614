import * as z from 'zod/mini'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { enrolmentBody, SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import { type TrialEnd, trialEnd } from '../../../../contract/registrations/trials.ts'
import { hasRight } from '../../../../contract/rights.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Database } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import { withinTime } from '../../../db/transaction.ts'
import type { Caller } from '../../../http/context.ts'
import { addMs } from '../../../platform/clock.ts'
import type { Mail } from '../../../platform/mail.ts'
import { type OutboxMessage } from '../../../platform/outbox.ts'
import { mailOf } from '../../../platform/outbox-worker.ts'
import { createPreviewLinks, type Trial } from '../../../platform/preview-links.ts'
import { requireGroupSize } from '../../school/index.ts'
import type { Requester } from '../caps/holders.service.ts'
import { enrol } from '../enrolments.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import type { SeatGroup } from '../seats/seat-groups.ts'
import { presentReceipt } from '../seats/seats.presenter.ts'
import * as text from './trials.en.ts'
import { findStaff } from './trials.repository.ts'

/** The longest time for sending the e-mail, because the browser waits 20 s for the response. */
const sendMsMax = 12_000
/** The set-up can read the result of a trial for this long. */
const shownMs = 60 * 60 * 1000

const sealedEnd = z.object({ userId: z.string(), until: z.string(), end: trialEnd })

/**
 * Begins a trial at the first course in which somebody could enrol now. @throws `conflict` if there is no such course
 */
export async function beginTrial(deps: RegistrationDeps, { userId }: Caller) {
  const courses = await deps.courses.listCourses()
  const batches = courses.flatMap(({ slug, batches }) => batches.map((batch) => ({ ...batch, slug })))
  const dated = batches.filter(({ date }) => date !== null)
  const [first] = dated
    .filter(({ state }) => state === 'open')
    .sort((one, other) => ((one.date ?? '') < (other.date ?? '') ? -1 : 1))
  if (first === undefined)
    throw refusal(dated.some(({ state }) => state === 'full') ? 'trial-full' : 'trial-undated')
  const { path, endsAt } = createPreviewLinks(deps).beginTrial({ userId })
  return { path: `${path}classes/${encodeURIComponent(first.slug)}`, endsAt }
}

/**
 * Runs an enrolment like a visitor's, but free of charge, and rolls back everything that it wrote. The e-mail goes at
 * once to the account that began the trial. @throws `forbidden` if the account no longer belongs to the staff; as
 * `enrol`
 */
export async function tryEnrolment(
  deps: RegistrationDeps,
  body: z.output<typeof enrolmentBody>,
  { userId }: Trial,
): Promise<SeatReceipt> {
  const staff = await findStaff(deps.db.read, userId)
  if (!staff || !hasRight(staff.role, 'settings')) throw refusal('preview-over')
  const accepted = await deps.policies.current('course-terms')
  const terms = { ...(await deps.school.current()), accepted }
  requireGroupSize(1 + (body.others?.length ?? 0), terms)
  // A seat that staff take counts towards no limit, and reveals nothing about the seats of other people.
  const requester: Requester = { caller: { ...staff, userId, usertype: 'admin' }, network: '', known: [] }
  const { group, told, price } = await withoutKeeping(deps.db, async (tx) => {
    await deps.policies.accept(tx, accepted, body.terms)
    const told: OutboxMessage[] = []
    const { courses, price } = freeOf(deps)
    const trial = { ...deps, courses, outbox: { ...deps.outbox, tell: keptIn(told) } }
    const group = await enrol(trial, tx, { ...body, couponCode: undefined }, terms, requester)
    if (group.starts_on === null) throw refusal('trial-of-undated')
    return { group, told, price: price() * group.members.length }
  })
  const end = await endOf(deps, staff.email, group, told, price)
  const sealed = { userId, until: addMs(deps.clock.now(), shownMs), end }
  return { ...presentReceipt(group), trial: deps.seal.close(JSON.stringify(sealed)) }
}

/**
 * Shows the result of a trial to the account that began it. @throws `not_found` for another account, or after an hour
 */
export async function endTrial(deps: RegistrationDeps, sealed: string, by: Caller): Promise<TrialEnd> {
  const read = readEnd(deps, sealed)
  if (read?.userId !== by.userId || read.until <= deps.clock.now()) throw refusal('trial-unknown')
  if (read.end.letter !== 'failed') await deps.setUp.noteTrial(by)
  return read.end
}

function readEnd({ seal }: RegistrationDeps, sealed: string) {
  try {
    return z.parse(sealedEnd, JSON.parse(seal.open(sealed)))
  } catch {
    return null
  }
}

class Undone<T> extends Error {
  readonly value: T
  constructor(value: T) {
    super('the transaction of a trial ended')
    this.value = value
  }
}

/** Returns the result of `work`, and rolls back everything that `work` wrote. */
async function withoutKeeping<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (tx): Promise<never> => {
      throw new Undone(await work(tx))
    })
  } catch (error) {
    if (error instanceof Undone) return error.value
    throw error
  }
}

function keptIn(told: OutboxMessage[]): RegistrationDeps['outbox']['tell'] {
  return async (_tx, ...messages) => {
    told.push(...messages)
    return messages.length
  }
}

/** Sells every seat free of charge. `price` returns a visitor's price for the last seat sold, in paise. */
function freeOf({ courses }: RegistrationDeps) {
  let price = 0
  const batchForSale: typeof courses.batchForSale = async (tx, named) => {
    const offer = await courses.batchForSale(tx, named)
    price = offer.course.priceInPaise
    return { ...offer, course: { ...offer.course, priceInPaise: 0 } }
  }
  return { courses: { ...courses, batchForSale }, price: () => price }
}

async function endOf(
  deps: RegistrationDeps,
  email: string,
  { course_title, starts_on, starts_at, members }: SeatGroup,
  told: readonly OutboxMessage[],
  priceInPaise: number,
): Promise<TrialEnd> {
  const mail = await letterOf(deps, email, told)
  const letter = await sendNow(deps, mail)
  return {
    courseTitle: course_title,
    day: starts_on ?? '',
    startTime: starts_at,
    seats: members.length,
    price: decimalRupees(priceInPaise),
    email,
    letter,
    unsent: letter === 'sent' ? null : { subject: mail.subject, text: mail.text },
  }
}

/** Makes the e-mail that the visitor would get, with another recipient and a mark in its subject. */
async function letterOf(deps: RegistrationDeps, to: string, told: readonly OutboxMessage[]): Promise<Mail> {
  const { letters, school, clock, ids } = deps
  const message = told.find((one) => one.to !== 'school')
  if (message === undefined) throw new Error('an enrolment told its person nothing')
  const { kind, data } = message.words
  const sender = await school.sender()
  const rendered = letters.render(kind.name, data, sender, { hasTypedWords: message.isProved === true })
  const mail = await mailOf(deps, { id: ids.id(), at: clock.now(), to, sender, message: rendered })
  return { ...mail, subject: text.subject(mail) }
}

async function sendNow({ mailServer, log }: RegistrationDeps, mail: Mail): Promise<TrialEnd['letter']> {
  const { server, isBroken } = await mailServer.shown()
  if (server === null && !isBroken) return 'unset'
  if (await mailServer.isWithoutSender()) return 'senderless'
  const sending = mailServer.sender.send(mail)
  try {
    await withinTime(sending, sendMsMax, () => new DomainError('unavailable'))
    return 'sent'
  } catch (error) {
    sending.catch(() => {})
    log.warn({ code: (error as { code?: unknown }).code }, 'the e-mail of a trial enrolment was not sent')
    return 'failed'
  }
}
