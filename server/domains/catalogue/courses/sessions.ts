import type { SessionInput, SessionsBody } from '../../../../contract/catalogue/batches.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { closedThenText, isClosedDuring } from '../../../../contract/site/closing-words.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Deps, Events } from '../../deps.ts'
import * as repository from './batches.repository.ts'
import type { CourseRow } from './courses.repository.ts'
import { areAtOnce, type Planned, requireFree } from './meeting-clashes.ts'
import { listClosings, listMeetings, type NamedMeeting, updateMeeting } from './meetings.repository.ts'
import { isOver } from './next-batch.ts'
import { type createStudentNews, type SessionNews, sessionInWords } from './student-news.ts'

type BatchRow = repository.BatchRow

/** The caller has locked the course and its batches. */
export function createSessions(
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  news: ReturnType<typeof createStudentNews>,
  events: Events,
) {
  /**
   * Saves the sessions and returns fields for the audit log. `mayEnd` allows that a batch with students lies in the
   * past afterwards. @throws `conflict`, `validation_failed`
   */
  async function save(
    tx: Tx,
    course: CourseRow,
    before: BatchRow,
    body: SessionsBody,
    { mayEnd = false } = {},
  ) {
    const today = clock.today()
    const old = await listMeetings(tx, [before.id])
    const oldById = new Map(old.map((one) => [one.id, one]))
    const said = body.meetings.map((input) => {
      if (input.id !== undefined && !oldById.delete(input.id)) throw new DomainError('conflict')
      return sessionColumns(input)
    })
    refuseOverlaps(said)
    const closed = await listClosedSessions(tx, said, old, body, today)
    if (closed.length > 0 && body.meetsAnyway !== true) throw schoolClosedOn(closed)
    const closedAt = new Set(closed.map(({ n }) => n))
    const planned = said.map((one, n) => (closedAt.has(n) ? { ...one, stays_on: one.held_on } : one))
    const after = { ...before, ...batchSpan(planned, before), version: before.version + 1 }
    const day = after.starts_on
    if (day !== null && day !== before.starts_on && (await repository.findBatchOn(tx, course.id, day))) {
      throw refusal('day-taken', { at: 'meetings' })
    }
    if (!mayEnd && before.taken > 0 && !isOver(before, today) && isOver(after, today)) {
      throw refusal('batch-has-students', { at: 'meetings' })
    }
    await requireFree(tx, {
      batch: after,
      meetings: planned,
      today,
      known: [before, ...old],
      fieldAt: (what, index) => `meetings.${index}.${what}`,
    })
    await write(tx, before.id, body.meetings, planned, old, [...oldById.values()])
    const { starts_on, starts_at, ends_on, version } = after
    await tx
      .updateTable('batch')
      .set({ starts_on, starts_at, ends_on, version })
      .where('id', '=', before.id)
      .execute()
    await repository.endHoldsAtStart(tx, before, after, clock.now())
    const changes = listChanges(old, await listMeetings(tx, [before.id]))
    // Calendars showed the batch as a single event, which the sessions now replace.
    const isSplit = old.length === 0 && before.starts_on !== null
    if (!isOver(before, today)) await news.sessionsChanged(tx, course, after, changes, { isSplit })
    if (before.starts_on === null && starts_on !== null) await events.onBatchDated(tx, before.id)
    await events.onSeatFreed(tx, before.id)
    return {
      before: { sessions: changes.map(({ was }) => was ?? '–') },
      after: { sessions: changes.map(({ now }) => now ?? 'cancelled') },
    }
  }

  async function write(
    tx: Tx,
    batchId: string,
    inputs: readonly SessionInput[],
    planned: readonly PlannedRow[],
    old: readonly NamedMeeting[],
    gone: readonly NamedMeeting[],
  ) {
    const now = clock.now()
    for (const { id } of gone) await updateMeeting(tx, id, { cancelled_at: now, updated_at: now })
    const added = []
    for (const [n, row] of planned.entries()) {
      const was = old.find(({ id }) => id === inputs[n]?.id)
      if (was === undefined)
        added.push({ ...row, id: ids.id(), batch_id: batchId, created_at: now, updated_at: now })
      else if (isChanged(was, row)) await updateMeeting(tx, was.id, { ...row, updated_at: now })
    }
    if (added.length > 0) await tx.insertInto('meeting').values(added).execute()
  }

  return {
    save,

    /** @throws `validation_failed` if the school is closed on the day */
    async refuseClosed(tx: Tx, day: string) {
      const closing = (await listClosings(tx, [day])).get(day)
      if (closing === undefined) return
      throw new DomainError('validation_failed', { fields: { newDay: closedThenText(closing) } })
    },
  }
}

function sessionColumns({ day, from, to, roomId, instructorId, topic }: SessionInput) {
  return {
    held_on: day,
    starts_at: from,
    ends_at: to,
    room_id: roomId ?? null,
    instructor_id: instructorId ?? null,
    topic: topic || null,
  }
}

type PlannedRow = ReturnType<typeof sessionColumns> & { stays_on?: string }

function isChanged(was: NamedMeeting, row: PlannedRow): boolean {
  return Object.entries(row).some(([column, value]) => was[column as keyof NamedMeeting] !== value)
}

function refuseOverlaps(planned: readonly Planned[]): void {
  for (const [n, one] of planned.entries()) {
    if (planned.slice(0, n).some((other) => areAtOnce(one, other))) {
      throw refusal('meeting-twice', { at: `meetings.${n}.from` })
    }
  }
}

/** Finds new and moved sessions that would be on a closed day. */
async function listClosedSessions(
  tx: Tx,
  planned: readonly Planned[],
  old: readonly NamedMeeting[],
  { meetings }: SessionsBody,
  today: string,
) {
  const dayBefore = new Map(old.map(({ id, held_on }) => [id, held_on]))
  const put = planned
    .map((one, n) => ({ ...one, day: one.held_on, n, was: dayBefore.get(meetings[n]?.id ?? '') }))
    .filter(({ day, was }) => day !== was && day >= today)
  const closings = await listClosings(tx, [...new Set(put.map(({ day }) => day))])
  return put.flatMap(({ day, n, starts_at: from, ends_at: to }) => {
    const closing = closings.get(day)
    return closing && isClosedDuring(closing, { from, to }) ? [{ day, n, ...closing }] : []
  })
}

function schoolClosedOn(closed: Awaited<ReturnType<typeof listClosedSessions>>): DomainError {
  const days = [...new Map(closed.map((one) => [one.day, one])).values()]
  days.sort((a, b) => (a.day < b.day ? -1 : 1))
  return refusal('school-closed', {
    facts: { days: days.map(({ day, closedFor }) => ({ day, closedFor })) },
    fields: Object.fromEntries(closed.map((one) => [`meetings.${one.n}.day`, closedThenText(one)])),
    details: { closedDays: days.map(({ day }) => day) },
  })
}

/** A batch begins with its first session; a batch without sessions keeps its day. */
function batchSpan(planned: readonly Planned[], { starts_on, starts_at }: BatchRow) {
  const [first, ...others] = planned.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  if (first === undefined) return { starts_on, starts_at, ends_on: null }
  const last = others.at(-1) ?? first
  return { starts_on: first.held_on, starts_at: first.starts_at, ends_on: last.held_on }
}

const sortKey = ({ held_on, starts_at }: Planned) => `${held_on} ${starts_at}`

function listChanges(old: readonly NamedMeeting[], now: readonly NamedMeeting[]): SessionNews[] {
  const oldById = new Map(old.map((one) => [one.id, one]))
  const left = new Set(now.map(({ id }) => id))
  const gone = old.filter(({ id }) => !left.has(id)).map((one) => ({ was: sessionInWords(one), now: null }))
  const others = now.flatMap((one): SessionNews[] => {
    const was = oldById.get(one.id)
    const change = { was: was === undefined ? null : sessionInWords(was), now: sessionInWords(one) }
    return change.was === change.now ? [] : [change]
  })
  return [...gone, ...others]
}
