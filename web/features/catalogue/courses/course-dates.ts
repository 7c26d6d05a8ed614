import type { Batch } from '../../../../contract/catalogue/courses.ts'
import { dayText } from '../../../../contract/words.ts'
import { type CourseFacts, priceText } from './course-facts.ts'
import { seatsText } from './course-parts.tsx'

export type Dated<B extends Batch = Batch> = B & { date: string }

/** Sorts by day the dates that a visitor may choose or see, without past and undated ones; begun ones come last. */
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

export function stateText(batch: Batch): string {
  return stateWords[batch.state] || seatsText({ ...batch, isFull: false })
}

export function openAfter<B extends Batch>(full: Dated<B>, dates: readonly Dated<B>[]): Dated<B> | undefined {
  return dates.find(({ state, date }) => state === 'open' && date > full.date)
}

/** The course facts that its dialogs take, with this batch as the chosen one. */
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

/** The batch's price; false if it equals the course's price, which stands above the list. */
export function otherPriceText({ price }: Batch, course: CourseFacts): string | false {
  return Number(price) !== Number(course.price) && priceText(price)
}
