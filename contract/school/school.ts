import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { picture, schoolDay, timeOfDay } from '../primitives.ts'

/** The days are in a row, and have one reason and one span of hours; both hours are null for whole days. */
const closedSpan = z.object({
  day: schoolDay,
  lastDay: schoolDay,
  closedFor: z.string(),
  from: z.nullable(timeOfDay),
  until: z.nullable(timeOfDay),
  /** It reads 'Closed on 14 January: Pongal', and is made here because every page loads what the footer needs. */
  text: z.string(),
})

/** All values are settings; the defaults are those of the demonstration school. */
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
  /** The bouquet card leads there. */
  shopUrl: z.string(),
  forgotPasswordUrl: z.string(),
  signUpUrl: z.string(),
  mapQuery: z.string(),
  /** It is latitude and longitude in degrees, '13.0337, 80.2690'; empty if the school does not say them. */
  geo: z.string(),
  whatToBring: z.string(),
  /** Days after which a closed or sent subscribe popup opens by itself again; 0 means at every visit. */
  popupDays: z.number(),
  groupMax: z.number(),
  /** The address without a slash at the end. */
  siteUrl: z.string(),
  /** They lie within the next thirty days. */
  closedDays: z.array(closedSpan),
  /** Bookings are paid there by UPI; the booking dialog shows it before the booking is sent. */
  upi: z.object({ id: z.string(), name: z.string() }),
  /** Payments are simulated, so pages say that this is a demonstration. */
  simulatedPayments: z.boolean(),
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
