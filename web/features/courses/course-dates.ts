import type { Batch } from '../../../contract/courses.ts'
import { dayText } from '../../../contract/words.ts'
import { type CourseFacts, priceText } from './course-facts.ts'
import { seatsText } from './course-parts.tsx'

export type Dated<B extends Batch = Batch> = B & { date: string }

/** What a visitor may choose from or is told of: nothing that is over or undated. By their days; what has begun stands last. */
export function datesOf<B extends Batch>(batches: readonly B[]): Dated<B>[] {
  return batches
    .filter((batch): batch is Dated<B> => batch.date !== null && batch.state in stateWords)
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

function orderOf({ state, date }: Dated): string {
  return state === 'running' ? `~${date}` : date
}

const stateWords: Partial<Record<Batch['state'], string>> = {
  open: '',
  full: 'Full',
  closed: 'Enrollment closed',
  running: 'Has begun',
}

/** Whether it can be had, and how many seats it has. */
export function stateText(batch: Batch): string {
  return stateWords[batch.state] || seatsText({ ...batch, isFull: false })
}

/** The first date after a full one that has seats. */
export function openAfter<B extends Batch>(full: Dated<B>, dates: readonly Dated<B>[]): Dated<B> | undefined {
  return dates.find(({ state, date }) => state === 'open' && date > full.date)
}

/** The course as its dialogs take it, with this one of its batches. */
export function withBatch(course: CourseFacts, batch: Dated): CourseFacts {
  const { id, date, startTime, price, capacity, enrolled, spotsLeft, state } = batch
  return {
    ...course,
    batch: date,
    batchId: id,
    time: startTime,
    batchText: dayText(date),
    price,
    capacity,
    enrolled,
    spotsLeft,
    isFull: state === 'full',
  }
}

/** A price that is not the one above the list. */
export function otherPriceText({ price }: Batch, course: CourseFacts): string | false {
  return Number(price) !== Number(course.price) && priceText(price)
}
