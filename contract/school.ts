import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { picture, schoolDay, timeOfDay } from './primitives.ts'

/** Closed days in a row, for the same reason and at the same hours; both hours are null for whole days. */
const closedSpan = z.object({
  day: schoolDay,
  lastDay: schoolDay,
  closedFor: z.string(),
  from: z.nullable(timeOfDay),
  until: z.nullable(timeOfDay),
  /** As pages say it: 'Closed on 14 January: Pongal'. Made here, since every page loads what the footer needs. */
  text: z.string(),
})

/** What every page says of the school. All of it settings; the demonstration school is the default. */
export const school = z.object({
  name: z.string(),
  tagline: z.string(),
  city: z.string(),
  address: z.array(z.string()),
  phone: z.string(),
  whatsapp: z.string(),
  email: z.string(),
  instagram: z.string(),
  facebook: z.string(),
  youtube: z.string(),
  /** Where the bouquet card leads. */
  shopUrl: z.string(),
  forgotPasswordUrl: z.string(),
  signUpUrl: z.string(),
  mapQuery: z.string(),
  /** Latitude and longitude in degrees, '13.0337, 80.2690'; empty where the school does not say them. */
  geo: z.string(),
  /** To a batch; empty is not said. */
  whatToBring: z.string(),
  /** After the subscribe popup was closed or sent, days until it opens by itself again; 0 is always. */
  popupDays: z.number(),
  /** How many seats one payer takes in one go. */
  groupMax: z.number(),
  /** No slash at its end. */
  siteUrl: z.string(),
  /** Within the next thirty days. */
  closedDays: z.array(closedSpan),
  /** Where bookings are paid by UPI; the booking dialog shows it before the booking is sent (P§2). */
  upi: z.object({ id: z.string(), name: z.string() }),
  /** True while payments are simulated: pages say that this is a demonstration (reading M1). */
  simulatedPayments: z.boolean(),
  /** The decorative pictures of the home page and the venue; empty or null where the school has none. */
  pictures: z.object({
    hero: z.array(picture),
    hall: z.nullable(picture),
    bouquets: z.nullable(picture),
    courses: z.nullable(picture),
  }),
})
export type School = z.output<typeof school>

export const getSchool = defineEndpoint('GET /api/school', {
  summary: 'Name, address, phone and links of the school',
  access: 'public',
  response: school,
  topics: ['school'],
})
