import { type CountedList, countedLists } from '../../../contract/system/state-counts.ts'
import type { Queryable } from '../../db/schema.ts'
import { countCourses, countInstructors, countNotes, countReviews } from '../../domains/catalogue/index.ts'
import type { ReportDeps } from '../../domains/deps.ts'
import { countMessages } from '../../domains/messages/index.ts'
import { countCoupons, countLines } from '../../domains/money/index.ts'
import { countOrders } from '../../domains/orders/index.ts'
import { countCustomRequests, countEnquiries } from '../../domains/people/index.ts'
import { countPosts } from '../../domains/site/index.ts'
import { countProducts } from '../../domains/store/index.ts'
import { requireRight } from '../../platform/staff-rights.ts'

/** `countSeats` comes from the report that lists the seats, because no report imports another. */
export function createStateCountsReport(
  { db: { read }, clock, letters }: ReportDeps,
  countSeats: (db: Queryable) => Promise<Record<string, number>>,
) {
  const counts: Record<CountedList, (role: string) => Promise<Record<string, number>>> = {
    orders: () => countOrders(read),
    seats: () => countSeats(read),
    enquiries: () => countEnquiries(read),
    'custom-requests': () => countCustomRequests(read),
    messages: (role) => countMessages(read, letters, role),
    'statement-lines': () => countLines(read),
    products: () => countProducts(read),
    classes: () => countCourses(read),
    instructors: () => countInstructors(read),
    reviews: () => countReviews(read),
    notes: () => countNotes(read),
    posts: () => countPosts(read, clock.now()),
    coupons: () => countCoupons(read),
  }
  /** Counts the rows of a list by their state. @throws `forbidden` for a role that may not see the list */
  return (list: CountedList, caller: { role: string }) => {
    requireRight(caller, countedLists[list])
    return counts[list](caller.role)
  }
}
