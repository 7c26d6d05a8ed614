import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { payableKinds } from '../money/money.ts'
import { enquiryKinds } from '../people/enquiry-form.ts'
import {
  between,
  done,
  id,
  inOrder,
  instant,
  pageQuery,
  schoolDay,
  timeOfDay,
  wrapped,
} from '../primitives.ts'
import { seatKind } from '../registrations/rosters.ts'
import { whyMailWaits } from '../school/mail-server.ts'
import { deliveryWays } from '../store/delivery-facts.ts'

export const dashboardListMax = 20
/** A change compares a figure with its value this many days ago. */
export const changeDays = 30

/** The change of a figure on its card, such as `+18%`, or 'No earlier data'. */
const change = z.string()
export const noEarlierData = 'No earlier data'

export const dashboardStats = z.object({
  /** Money received for orders, enrolments and bookings, in rupees. */
  grand_total_orders: z.number(),
  total_orders: z.number(),
  total_unique_enrollments: z.number(),
  total_completed_batches: z.number(),
  max_feedback_rating: z.nullable(z.number()),
  avg_feedback_rating: z.nullable(z.number()),
  total_products: z.number(),
  /** The newest subscribers; `total_subscribers` counts all subscribers. */
  subscriber_emails: z.array(z.string()),
  total_subscribers: z.number(),
  changes: z.object({
    grand_total_orders: change,
    total_orders: change,
    total_unique_enrollments: change,
    total_completed_batches: change,
    avg_feedback_rating: change,
    total_products: change,
  }),
})
export type DashboardStats = z.output<typeof dashboardStats>

export const getDashboardData = defineEndpoint('GET /api/getDashboardData', {
  summary: 'Get the six figures of the dashboard with their changes over 30 days, and the newest subscribers',
  right: 'figures',
  response: wrapped(dashboardStats),
})

const visitor = z.object({
  id,
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  created_at: instant,
})
export type Visitor = z.output<typeof visitor>

const subscriber = z.object({ email: z.string(), created_at: instant })
export type Subscriber = z.output<typeof subscriber>

export const listLandingContacts = defineEndpoint('GET /api/landing/contacts', {
  summary: 'List the newest visitors who left their name and the newest subscribers, with the total of each',
  right: 'enquiries',
  response: z.extend(done, {
    contacts: z.array(visitor),
    total_contacts: z.number(),
    /** Null, like `total_subscribers`, for a role that may not see subscribers. */
    subscribers: z.nullable(z.array(subscriber)),
    total_subscribers: z.nullable(z.number()),
  }),
})

export const listVisitors = defineEndpoint('GET /api/admin/visitors', {
  summary: 'List everyone who left their name on the home page, newest first',
  right: 'enquiries',
  query: inOrder(z.extend(pageQuery, between)),
  response: wrapped(z.array(visitor)),
})

export const listSubscribers = defineEndpoint('GET /api/admin/subscribers', {
  summary: 'List everyone who gets the newsletter, newest first',
  right: 'site',
  query: inOrder(z.extend(pageQuery, between)),
  response: wrapped(z.array(subscriber)),
})

const morningBatch = z.object({
  id,
  courseId: id,
  courseTitle: z.string(),
  day: schoolDay,
  time: z.nullable(z.string()),
  capacity: z.nullable(z.number()),
  taken: z.number(),
  /** The number of held seats that are not paid yet; `dueAmount` is the price of these seats in rupees. */
  dueSeats: z.number(),
  dueAmount: z.number(),
})
export type MorningBatch = z.output<typeof morningBatch>

/** Matters that need attention. `count` stops at `attentionMax`, and `first` has the most urgent rows. */
function attention<T extends z.ZodMiniType>(row: T) {
  return z.object({ count: z.number(), first: z.array(row) })
}
export const attentionMax = 1000

/** Kinds of records whose names must differ, because staff tell such records apart by name alone. */
export const namedKinds = ['class', 'product', 'post', 'flower', 'room'] as const

export const morning = z.object({
  today: schoolDay,
  /** Null while e-mails are sent. */
  whyMailWaits: z.nullable(whyMailWaits),
  /** The names of settings whose stored values cannot be read. The school runs without these settings. */
  unreadableSettings: z.array(z.string()),
  /** Batches that begin today or on the next six days, by day and time. */
  batches: z.array(morningBatch),
  /** The batches that meet today, by hour. */
  classesToday: z.array(
    z.object({
      id,
      courseId: id,
      courseTitle: z.string(),
      from: z.nullable(timeOfDay),
      to: z.nullable(timeOfDay),
      room: z.nullable(z.string()),
      instructor: z.nullable(z.string()),
      capacity: z.nullable(z.number()),
      taken: z.number(),
    }),
  ),
  /**
   * The florist's list for today, with how many orders are still to make, ready, on the way and done. `first` has the
   * next orders that are not done. Null for a role that may not see the florist's lists.
   */
  ordersToday: z.nullable(
    z.object({
      toMake: z.number(),
      ready: z.number(),
      onTheWay: z.number(),
      done: z.number(),
      first: z.array(
        z.object({
          id,
          ordernumber: z.string(),
          way: z.nullable(z.enum(deliveryWays)),
          recipientName: z.string(),
          what: z.string(),
          slot: z.nullable(z.object({ name: z.string(), from: instant, to: instant })),
          state: z.enum(['to-make', 'ready', 'on-the-way']),
        }),
      ),
    }),
  ),
  /** Batches that begin within three weeks and have less than half of their seats taken. */
  slowBatches: z.array(morningBatch),
  /**
   * The rupees received in each week, which begins on Monday. The oldest week comes first, the current week last. Null
   * for a role that may not see figures.
   */
  weeks: z.nullable(z.array(z.object({ from: schoolDay, amount: z.number() }))),
  /**
   * Seats, orders and re-delivery fees whose payer reported a payment that staff have not checked, oldest report first.
   * Cancelled ones are left out, and so are orders and fees for a role that may not see orders. `amount` is in rupees.
   * The reference of a fee is the number of its order.
   */
  toCheck: attention(
    z.object({
      kind: z.union([seatKind, z.enum(['order', 'order-charge'])]),
      id,
      reference: z.string(),
      name: z.string(),
      title: z.string(),
      amount: z.number(),
      holdUntil: z.nullable(instant),
    }),
  ),
  /** Seats held without a reported payment whose hold ends within twelve hours. */
  holds: attention(
    z.object({
      kind: seatKind,
      id,
      reference: z.string(),
      name: z.string(),
      courseTitle: z.string(),
      holdUntil: instant,
    }),
  ),
  failedMessages: attention(
    z.object({
      id,
      recipient: z.string(),
      error: z.nullable(z.string()),
      /** False for a private code, which is sent only once. */
      canResend: z.boolean(),
    }),
  ),
  /**
   * Sessions and orders on closed days about which staff have not decided yet. Orders are left out for a role that may
   * not see orders.
   */
  onClosedDays: attention(
    z.object({
      id,
      kind: z.enum(['batch', 'order']),
      title: z.string(),
      day: schoolDay,
      from: z.nullable(timeOfDay),
    }),
  ),
  /** E-mails beyond the daily limit. These e-mails are held until staff decide. */
  heldMessages: attention(z.object({ id, recipient: z.string(), created_at: instant })),
  /**
   * Money in rupees that arrived but pays for nothing, so that staff have to refund it. Null for a role that may not
   * see money.
   */
  toGiveBack: z.nullable(
    attention(
      z.object({
        id,
        kind: z.enum(payableKinds),
        reference: z.string(),
        name: z.string(),
        title: z.string(),
        amount: z.number(),
      }),
    ),
  ),
  /** Products on the site that staff offer but that are used up. Null for a role that may not see the store. */
  soldOut: z.nullable(attention(z.object({ id, name: z.string() }))),
  enquiries: attention(
    z.object({
      id,
      name: z.string(),
      enquiry: z.union([z.enum(enquiryKinds), z.string()]),
      created_at: instant,
    }),
  ),
  /** Requests for bouquets that are not answered. The name is null if staff entered the request. */
  customRequests: attention(
    z.object({ id, name: z.nullable(z.string()), comment: z.string(), created_at: instant }),
  ),
  /**
   * Records of one kind whose names look the same. New records with such names are refused, but these records are older
   * than the check.
   */
  alikeNames: attention(
    z.object({ id, kind: z.enum(namedKinds), name: z.string(), others: z.array(z.string()) }),
  ),
})
export type Morning = z.output<typeof morning>

export const getMorning = defineEndpoint('GET /api/admin/morning', {
  summary: 'Get the morning overview with batches, money received by week, and tasks',
  right: 'morning',
  response: wrapped(morning),
})

/**
 * The lengths of the morning overview's lists, for the menu. Each list is counted for the section in which staff deal
 * with it, so the payments to check of seats are apart from those of orders. Null for a role that may not see the list.
 */
const attentionCounts = z.object({
  holds: z.number(),
  seatPayments: z.number(),
  orderPayments: z.nullable(z.number()),
  refunds: z.nullable(z.number()),
  failedMessages: z.number(),
  heldMessages: z.number(),
  enquiries: z.number(),
  customRequests: z.number(),
  onClosedDays: z.number(),
  soldOut: z.nullable(z.number()),
})
export type AttentionCounts = z.output<typeof attentionCounts>

export const countAttention = defineEndpoint('GET /api/admin/attention', {
  summary: 'Count what needs attention, as the morning overview lists it',
  right: 'morning',
  response: wrapped(attentionCounts),
})
