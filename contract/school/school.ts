import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { picture, schoolDay, timeOfDay } from '../primitives.ts'

/** Days in a row with the same reason for closing and the same hours. Both hours are null for whole days. */
const closedSpan = z.object({
  day: schoolDay,
  lastDay: schoolDay,
  closedFor: z.string(),
  from: z.nullable(timeOfDay),
  until: z.nullable(timeOfDay),
  /**
   * Text such as 'Closed on 14 January for Pongal'. The footer of every page shows it, so the server makes it: no page
   * then has to load the code for it.
   */
  text: z.string(),
})

/** The school's settings that pages need. A text that nobody has set is empty, and pages leave it out. */
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
  /** The address to which the bouquet card links. */
  shopUrl: z.string(),
  forgotPasswordUrl: z.string(),
  signUpUrl: z.string(),
  mapQuery: z.string(),
  /** Latitude and longitude in degrees, '13.0337, 80.2690'; empty if staff have not set them. */
  geo: z.string(),
  whatToBring: z.string(),
  /** The days until the subscribe popup opens by itself again after it was closed or sent; 0 means at every visit. */
  popupDays: z.number(),
  groupMax: z.number(),
  /** The rating of a course that nobody has rated; null shows none. Only the demonstration has one. */
  courseRating: z.nullable(z.number()),
  /** The text of a course without topics; empty shows none. Only the demonstration has one. */
  noTopics: z.string(),
  /** The line below the name in the footer: the tagline, unless staff typed another. */
  footerLine: z.string(),
  /** The year in the footer: the current year, unless staff typed another. */
  copyrightYear: z.number(),
  /** False until the owner opens the site. Visitors then get one page, which says that the school opens soon. */
  isOpen: z.boolean(),
  /** True for each part of the site that is switched on. */
  parts: z.object({
    hall: z.boolean(),
    store: z.boolean(),
    sampleShop: z.boolean(),
    journal: z.boolean(),
    popup: z.boolean(),
  }),
  /** The address of the site, without a slash at the end. */
  siteUrl: z.string(),
  /** The closed days among the next thirty days. */
  closedDays: z.array(closedSpan),
  /** The UPI account to which bookings are paid. The booking dialog shows it before the booking is sent. */
  upi: z.object({ id: z.string(), name: z.string() }),
  /** False while the school has no way to be paid. What costs something cannot be booked or bought then. */
  canBePaid: z.boolean(),
  /** False while e-mails only wait, because there is no mail server that can be used. Pages then promise no e-mail. */
  sendsEmails: z.boolean(),
  /** True for the demonstration school, whose people, flowers and money are invented. */
  isDemonstration: z.boolean(),
  /** True if payments are simulated. The payment page and the back office then say so. */
  simulatedPayments: z.boolean(),
  pictures: z.object({
    /** The school's own logo. If null, pages show the drawn mark. */
    logo: z.nullable(picture),
  }),
})
export type School = z.output<typeof school>

export const getSchool = defineEndpoint('GET /api/school', {
  summary: 'Get the school’s name, address, phone number and links',
  access: 'public',
  response: school,
  topics: ['school'],
})
