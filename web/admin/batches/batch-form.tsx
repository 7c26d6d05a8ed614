import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  type BatchWithSessions,
  newBatchBody,
  type RosterBatch,
} from '../../../contract/catalogue/batches.ts'
import { courseDefaults } from '../../../contract/catalogue/course-facts.ts'
import { daysAfter } from '../../../contract/catalogue/event-span.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import { daysBetween, isSchoolDay } from '../../../contract/school-day.ts'
import { dayText } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { useMailPromise } from '../mail-promise.ts'
import {
  box,
  choice,
  type Fields,
  inRupees,
  number,
  orNone,
  rulesOf,
  type TypedValues,
  text,
} from '../record-fields.tsx'
import type { FormParts, RecordForm } from '../record-form.tsx'
import { type PlannedDay, useClosedDaysQuestion } from './closed-days-question.ts'

const rule = newBatchBody.shape

const none = { rule: z.string(), start: '' }
const chosen = (typed: string) => typed || null

/** Not in the form: only the question about a closed day sets it. */
export const anyway = {
  ...box('Hold sessions on closed days anyway'),
  read: () => false,
  write: (typed: boolean) => typed || undefined,
}

const batchFields = {
  day: text('First day', rule.day, { required: true, type: 'date' }),
  time: orNone(text('Start time', rule.time, { type: 'time', hint: 'In the school’s time zone' })),
  roomId: { ...choice('Room', [], none), write: chosen },
  instructorId: { ...choice('Instructor', [], none), write: chosen },
  capacity: {
    ...number('Capacity', z.string(), { min: 1 }),
    start: String(courseDefaults.capacity),
    // An empty field is an error: only the box "Unlimited" makes a batch unlimited.
    write: (typed: string, { isUnlimited }: TypedValues) => (isUnlimited ? null : Number(typed)),
  },
  isUnlimited: {
    ...box('Unlimited'),
    read: ({ capacity }: BatchWithSessions) => capacity === null,
    write: () => undefined,
    clears: 'capacity',
  },
  price: orNone(number('Price (₹)', rule.price, { ...inRupees, hint: 'Leave blank to use the class price' })),
  visibleFrom: orNone(
    text('Visible from', rule.visibleFrom, { type: 'date', hint: 'Hidden from visitors until this day' }),
  ),
  isClosed: box('Enrolment closed'),
  meetsAnyway: anyway,
  joinsLate: box('Allow late enrolment', { hint: 'People can enrol after the batch has started.' }),
} satisfies Fields<BatchWithSessions>

type BatchFields = typeof batchFields

const rules = rulesOf(batchFields).check(
  z.refine(
    ({ isUnlimited, capacity }) => isUnlimited === true || /^(?:[1-9]\d{0,3}|10000)$/.test(String(capacity)),
    {
      error: 'Enter a capacity of 1 or more, or choose Unlimited',
      path: ['capacity'],
      // This check runs even if other fields are invalid, so that all errors appear at once.
      when: () => true,
    },
  ),
)

export function useNames(key: 'GET /api/admin/rooms' | 'GET /api/instructors') {
  const all = useQuery(query(key, { query: { limit: listLimitMax, sort: 'name' } }))
  return (all.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

export function usePlaces() {
  const rooms = useNames('GET /api/admin/rooms')
  const instructors = useNames('GET /api/instructors')
  return { rooms, instructors }
}

export type Options = readonly { value: string; label: string }[]

/** Adds `none` as the first option, and the stored choice if it has been deleted since. */
export function optionsWith(options: Options, none: string, id?: string | null, name?: string | null) {
  const isMissing = id != null && !options.some(({ value }) => value === id)
  return [
    { value: '', label: none },
    ...options,
    ...(isMissing ? [{ value: id, label: name ?? 'Deleted' }] : []),
  ]
}

function Layout({ input, form, base }: FormParts<BatchWithSessions, BatchFields>) {
  const told = useMailPromise()
  const { rooms, instructors } = usePlaces()
  const isUnlimited = useWatch({ control: form.control, name: 'isUnlimited' })
  const count = base?.meetings.length ?? 0
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {input(
          'day',
          count > 0 ? { hint: 'Changing the day moves every session by the same number of days.' } : {},
        )}
        {input('time', count > 0 ? { disabled: true, hint: 'Set by the first session.' } : {})}
        {input('roomId', { options: optionsWith(rooms, 'At the school', base?.roomId, base?.room) })}
        {input('instructorId', {
          options: optionsWith(instructors, 'Same as the class', base?.instructorId, base?.instructor),
        })}
        <div>
          {input('capacity', { disabled: isUnlimited })}
          {input('isUnlimited')}
        </div>
        {input('price')}
        {input('visibleFrom')}
        <div>
          {input('isClosed')}
          {input('joinsLate')}
        </div>
      </div>
      {(base?.taken ?? 0) > 0 && (
        <p className="text-sm text-ink-soft">
          {told('We’ll tell students if you change the day, time or room.')}
        </p>
      )}
    </>
  )
}

export const latestOf = (batches: readonly RosterBatch[]) =>
  batches.find(({ day, state }) => day !== null && state !== 'cancelled')

export function batchForm(
  courseId: string,
  { like, onAdded }: { like?: RosterBatch | undefined; onAdded?: (batch: RosterBatch) => void } = {},
): RecordForm<BatchWithSessions, BatchFields> {
  return {
    name: `batch-of-${courseId}`,
    texts: {
      add: 'Add batch',
      edit: 'Edit batch',
      added: 'Batch added',
      addFailed: 'We couldn’t add the batch. Try again.',
      updated: 'Batch updated',
      updateFailed: 'We couldn’t save the batch. Try again.',
      changed: 'Someone else changed this batch.',
    },
    fields: batchFields,
    rules,
    useStart: () =>
      like === undefined
        ? {}
        : {
            time: like.time ?? '',
            roomId: like.roomId ?? '',
            instructorId: like.instructorId ?? '',
            capacity: String(like.capacity ?? courseDefaults.capacity),
            isUnlimited: like.capacity === null,
          },
    Layout,
    useAsks: () => {
      const closedDaysQuestion = useClosedDaysQuestion()
      return ({ day, time }, base, today) =>
        pastDayQuestion('day', base?.day ?? null, day, today) ??
        closedDaysQuestion('day', plannedAgain(base, day, time || null), today)
    },
    add: async (body, options) => {
      const answer = await api('POST /api/admin/batches', { body: { courseId, ...body } }, options)
      onAdded?.(answer.data)
      return answer
    },
    update: ({ id }, body, options) => api('PUT /api/admin/batches/:id', { params: { id }, body }, options),
    find: async ({ id }) => (await api('GET /api/admin/batches/:id', { params: { id } })).data,
  }
}

/** Returns the days of a batch that moves to `day`. Empty if it stays where it is. */
export function plannedAgain(
  base: Pick<BatchWithSessions, 'day' | 'meetings'> | null,
  day: string,
  time: string | null,
): PlannedDay[] {
  if (!isSchoolDay(day) || base?.day === day) return []
  if (base === null || base.day === null || base.meetings.length === 0) return [{ day, from: time, to: null }]
  const shift = daysBetween(base.day, day)
  return base.meetings.map((one) => ({ day: daysAfter(one.day, shift), from: one.from, to: one.to }))
}

/** `Thu, 12 March 2026` */
export const nameOfBatch = ({ day }: Pick<BatchWithSessions, 'day'>) =>
  day === null ? 'without a date' : dayText(day)

/** Asks before a past day is saved, because nobody can enrol in such a batch. */
export function pastDayQuestion<const F extends string>(
  field: F,
  before: string | null,
  day: string,
  today: string,
) {
  if (day === before || !isSchoolDay(day) || day >= today) return null
  return {
    field,
    title: `${dayText(day)} is in the past`,
    text: 'Nobody can enrol in a batch that begins on a past date.',
    save: 'Save anyway',
    change: 'Change the date',
  }
}
