import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { enquiryKinds } from './enquiry-form.ts'
import { between, id, inOrder, instant, pageQuery, schoolDay, timeOfDay, wrapped } from './primitives.ts'
import { seatKind } from './rosters.ts'

/** B§2: so many subscribers and visitors stand on the dashboard. */
export const dashboardListMax = 20
/** A change is measured against the total so many days ago (reading B3). */
export const changeDays = 30

/** What a card says of its figure's change, e.g. `+18%`; 'No earlier data' without history (reading B3). */
const change = z.string()
export const noEarlierData = 'No earlier data'

export const dashboardStats = z.object({
  /** Rupees: settled money of orders, enrolments and bookings together (reading B4). */
  grand_total_orders: z.number(),
  total_orders: z.number(),
  total_unique_enrollments: z.number(),
  total_completed_batches: z.number(),
  max_feedback_rating: z.nullable(z.number()),
  /** What the card shows (reading B4); null without feedback. */
  avg_feedback_rating: z.nullable(z.number()),
  total_products: z.number(),
  /** The newest; `total_subscribers` counts all. */
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
  summary: 'The six figures of the dashboard with their change in thirty days, and the newest subscribers',
  access: 'admin',
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
  summary:
    'The newest visitors who left their name, and the newest subscribers, each with how many there are',
  access: 'admin',
  right: 'enquiries',
  response: z.object({
    success: z.literal(true),
    contacts: z.array(visitor),
    total_contacts: z.number(),
    /** Both null for a role that has no list of subscribers. */
    subscribers: z.nullable(z.array(subscriber)),
    total_subscribers: z.nullable(z.number()),
  }),
})

export const listVisitors = defineEndpoint('GET /api/admin/visitors', {
  summary: 'Everybody who left their name on the home page, newest first',
  access: 'admin',
  right: 'enquiries',
  query: inOrder(z.extend(pageQuery, between)),
  response: wrapped(z.array(visitor)),
})

export const listSubscribers = defineEndpoint('GET /api/admin/subscribers', {
  summary: 'Everybody who gets the newsletter, newest first',
  access: 'admin',
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
  /** Null: unlimited. */
  capacity: z.nullable(z.number()),
  taken: z.number(),
  /** Seats that are held and not paid yet, and their price in rupees. */
  dueSeats: z.number(),
  dueAmount: z.number(),
})
export type MorningBatch = z.output<typeof morningBatch>

/** How many need attention, at most `attentionMax`, and the most urgent of them. */
function attention<T extends z.ZodMiniType>(row: T) {
  return z.object({ count: z.number(), first: z.array(row) })
}
export const attentionMax = 1000

/** Kinds of records that staff know by name, so that two with one name are mistaken for each other. */
export const namedKinds = ['class', 'product', 'post', 'flower', 'room'] as const

export const morning = z.object({
  today: schoolDay,
  /** Batches of today and the six days after it, by day and time. */
  batches: z.array(morningBatch),
  /** Those that begin within three weeks and have less than half their seats taken. */
  slowBatches: z.array(morningBatch),
  /** Rupees by week, the oldest first; a week begins on Monday, and the last one is this. Null for who sees no figures. */
  weeks: z.nullable(z.array(z.object({ from: schoolDay, amount: z.number() }))),
  /** Holds that end within twelve hours. */
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
  failedMessages: attention(z.object({ id, recipient: z.string(), error: z.nullable(z.string()) })),
  /** What lies on closed days, until staff say what becomes of it: sessions, and orders for who sees orders. */
  onClosedDays: attention(
    z.object({
      id,
      kind: z.enum(['batch', 'order']),
      /** The course's title, or the order's number. */
      title: z.string(),
      day: schoolDay,
      from: z.nullable(timeOfDay),
    }),
  ),
  /** Letters that staff decide on: too many for a day. */
  heldMessages: attention(z.object({ id, recipient: z.string(), created_at: instant })),
  /** What came and pays for nothing; rupees. Null for who sees no money. */
  toGiveBack: z.nullable(
    attention(z.object({ id, name: z.string(), title: z.string(), amount: z.number() })),
  ),
  enquiries: attention(
    z.object({
      id,
      name: z.string(),
      enquiry: z.union([z.enum(enquiryKinds), z.string()]),
      created_at: instant,
    }),
  ),
  /** Names of one kind that read the same and are written in several ways, since they stood before that was compared. */
  alikeNames: attention(
    z.object({ id, kind: z.enum(namedKinds), name: z.string(), others: z.array(z.string()) }),
  ),
})
export type Morning = z.output<typeof morning>

export const getMorning = defineEndpoint('GET /api/admin/morning', {
  summary: 'What is looked for in the morning: batches, money by week, and what waits for somebody',
  access: 'admin',
  right: 'morning',
  response: wrapped(morning),
})
