import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { picture, schoolDay, timeOfDay } from '../primitives.ts'

/** Days in a row with the same reason for closing and the same hours. Both hours are null if whole days are closed. */
const closedSpan = z.object({
  day: schoolDay,
  lastDay: schoolDay,
  closedFor: z.string(),
  from: z.nullable(timeOfDay),
  until: z.nullable(timeOfDay),
  /**
   * The closing in words, such as 'Closed on 14 January for Pongal'. The server makes this text, because the footer of
   * every page shows it and pages would otherwise have to load the code for it.
   */
  text: z.string(),
})

/** The school's settings that pages need. Pages leave out a text that is empty, because nobody has set it. */
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
  /** The address that the bouquet card leads to. */
  shopUrl: z.string(),
  forgotPasswordUrl: z.string(),
  signUpUrl: z.string(),
  mapQuery: z.string(),
  /** Latitude and longitude in degrees, such as '13.0337, 80.2690'; empty if staff have not set them. */
  geo: z.string(),
  whatToBring: z.string(),
  /** The days before the subscribe popup, once closed or sent, opens by itself again; 0 means at every visit. */
  popupDays: z.number(),
  popupAsksEmailAlone: z.boolean(),
  groupMax: z.number(),
  /**
   * The rating that is shown for a course that nobody has rated; null shows no rating. Only the demonstration has one.
   */
  courseRating: z.nullable(z.number()),
  /** The text that is shown for a course without topics; empty shows no text. Only the demonstration has one. */
  noTopics: z.string(),
  /** The line below the name in the footer. It is the tagline, unless staff typed another line. */
  footerLine: z.string(),
  /** The year in the footer. It is the current year, unless staff typed another year. */
  copyrightYear: z.number(),
  /**
   * False until the owner opens the site. Until then, every visitor gets the page that says that the school opens soon.
   */
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
  /** False if the school has no way to be paid. Nothing that costs money can then be booked or bought. */
  canBePaid: z.boolean(),
  /** False if there is no mail server that can be used, so that e-mails wait. Pages then do not promise an e-mail. */
  sendsEmails: z.boolean(),
  /** True for the demonstration school, whose people, flowers and money are invented. */
  isDemonstration: z.boolean(),
  /** True if payments are simulated. The payment page and the back office then say so. */
  simulatedPayments: z.boolean(),
  pictures: z.object({
    /** The logo that the school uploaded. If it is null, pages show the drawn logo. */
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
