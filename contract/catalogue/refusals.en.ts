// Refusals about classes, batches, rooms and instructors, in English.

import { batchList, type ClosedDay, closedDayList, hoursText, type NamedBatch } from '../lists.en.ts'
import { plural } from '../plural.ts'
import { dayInWords } from '../words.ts'

/**
 * A meeting that already uses the room or the instructor at the requested time. `what` is the title of its class and
 * `day` a date in the school's time zone; `from` and `to` are 24-hour times.
 */
interface Clash {
  what: string
  day: string
  from: string
  to: string
}

interface NamedBatches {
  batches: number
  named: readonly NamedBatch[]
}

export const refusals = {
  not_found: {
    'event-unknown': 'We couldn’t find this event in our calendar.',
    'course-gone': 'This course is no longer offered. Choose another one.',
    'course-off-site': 'We aren’t taking bookings for this course at the moment. Choose another one.',
    'feedback-gone': 'This feedback no longer exists. Refresh the list.',
    'note-gone': 'This note no longer exists. Refresh the list.',
    'instructor-gone': 'This instructor is no longer on the list. Someone may have deleted the record.',
    'batch-unknown': 'We couldn’t find this batch.',
    'room-gone': 'This room no longer exists. Someone may have deleted it.',
  },
  validation_failed: {
    'sort-unknown': 'Sort classes by newest, title or -title.',
    'day-taken': 'This class already has a batch on that day. Choose another day.',
    'day-kept':
      'That day has a cancelled or deleted batch with seats on record. Choose another day, or add a new batch on that day.',
    'copy-in-past': 'This day has passed. Choose today or a later day.',
    'copy-begun': 'This time has passed today. Choose a later time or another day.',
    'copy-too-late': 'The last session would be too far ahead. Choose an earlier day.',
    'copy-past-midnight':
      'A session would begin before midnight and end after it. Choose another start time.',
    'batch-meets':
      'The start time of this batch is the time of its first session. Change the sessions instead.',
    'meeting-twice': 'Two sessions of this batch are at the same time. Change one of them.',
    'school-closed': ({ days }: { days: readonly ClosedDay[] }) =>
      `The school is closed on ${closedDayList(days)}. Choose another day, or confirm that the batch meets anyway.`,
    'room-taken': ({ room, what, day, ...hours }: Clash & { room: string }) =>
      `${room} is taken by “${what}” on ${dayInWords(day)}, ${hoursText(hours)}. Choose another room or time.`,
    'instructor-taken': ({ instructor, what, day, ...hours }: Clash & { instructor: string }) =>
      `${instructor} teaches “${what}” on ${dayInWords(day)}, ${hoursText(hours)}. Choose another instructor or time.`,
    'room-unknown': 'That room no longer exists. Choose another one.',
    'instructor-unknown': 'That instructor is no longer on the list. Choose another one.',
    'room-known': ({ name }: { name: string }) => `There is already a room called ${name}.`,
    'batch-has-students': 'Students have seats in this batch. Choose today or a later day.',
    'capacity-below-seats': ({ taken }: { taken: number }) =>
      plural(taken, {
        one: '1 seat is already taken. Enter a capacity of 1 or more.',
        other: `${taken} seats are already taken. Enter a capacity of ${taken} or more.`,
      }),
  },
  conflict: {
    'batch-cancelled': 'This batch is cancelled. Add a new batch on that day instead.',
    'batch-undated': 'This batch has no date yet, so you can’t cancel it. Cancel its places one by one.',
    'batch-over': 'This batch is over.',
  },
  in_use: {
    'batch-has-places':
      'People have reserved places in this class and are waiting for a date. Give the batch a date, or cancel their places first.',
    'batch-has-seats': ({ seats }: { seats: number }) =>
      plural(seats, {
        one: 'This batch has 1 seat taken, so you can’t delete it. Move the student, or cancel the batch.',
        other: `This batch has ${seats} seats taken, so you can’t delete it. Move the students, or cancel the batch.`,
      }),
    'room-in-use': ({ batches, named }: NamedBatches) =>
      plural(batches, {
        one: `This room is still needed for ${batchList(batches, named)}. Choose another room for that batch first.`,
        other: `This room is still needed for ${batchList(batches, named)}. Choose another room for those batches first.`,
      }),
    'course-has-paid-seats': ({ seats }: { seats: number }) =>
      plural(seats, {
        one: 'This class has 1 paid seat in a batch that isn’t over, so you can’t delete it. Move or cancel that student first.',
        other: `This class has ${seats} paid seats in batches that aren’t over, so you can’t delete it. Move or cancel those students first.`,
      }),
    'course-has-places': ({ places }: { places: number }) =>
      plural(places, {
        one: '1 person has reserved a place in this class and is waiting for a date. Cancel the place first, so that the person is told.',
        other: `${places} people have reserved places in this class and are waiting for a date. Cancel their places first, so that they are told.`,
      }),
    'course-has-held-seats': ({ seats }: { seats: number }) =>
      plural(seats, {
        one: 'This class has 1 seat on hold for payment, so you can’t delete it yet. Try again when the seat is paid for or its hold has ended.',
        other: `This class has ${seats} seats on hold for payment, so you can’t delete it yet. Try again when the seats are paid for or their holds have ended.`,
      }),
    'instructor-teaches': ({ name, batches, named }: NamedBatches & { name: string }) =>
      `${name} still teaches ${batchList(batches, named)}. Choose who takes over.`,
  },
}
