import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'

/**
 * Texts that claim something about the school, so no other school can share them. A heading's second line is emphasised.
 */
const siteTexts = z.object({
  homeDescription: z.string(),
  homeLead: z.string(),
  coursesCard: z.string(),
  bouquetsCard: z.string(),
  hallHeading: z.string(),
  hallLead: z.string(),
  hallPicture: z.string(),
  venueHeading: z.string(),
  venueLead: z.string(),
  venuePicture: z.string(),
  /** What is included with the hall, one thing a line. */
  venueInclusions: z.string(),
  /** What the hall is suitable for, one thing a line. */
  venueEvents: z.string(),
  venueNote: z.string(),
  classesLead: z.string(),
  diplomasLead: z.string(),
  workshopsLead: z.string(),
  /** Why visitors should choose the school: a line with a title and a line with a sentence, for each reason. */
  reasons: z.string(),
  diplomaForBeginners: z.string(),
  workshopForBeginners: z.string(),
  flowersIncluded: z.string(),
  aboutLead: z.string(),
  aboutPicture: z.string(),
  impactEyebrow: z.string(),
  storeDescription: z.string(),
  storeHeading: z.string(),
  storeLead: z.string(),
  journalLead: z.string(),
  contactLead: z.string(),
  privacyUpdated: z.string(),
  /** The terms of delivery that tell hours and ways, one a line. */
  deliveryTerms: z.string(),
})
export type SiteTexts = z.output<typeof siteTexts>

/**
 * What pages show where the school has no records of its own, or where a call fails. Only the demonstration school has
 * these; at any other school every list is empty.
 */
export const fallbacks = z.object({
  texts: z.partial(siteTexts),
  hours: z.array(z.object({ day: z.string(), text: z.string() })),
  hallPrices: z.record(z.string(), z.object({ label: z.string(), price: z.string() })),
  impacts: z.array(z.object({ id: z.string(), title: z.string(), value: z.string() })),
  instructors: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      description: z.string(),
      highlights: z.array(z.string()),
      experienceYears: z.number(),
      /** The kind of flower that is drawn in place of a portrait. */
      flower: z.string(),
    }),
  ),
  testimonials: z.array(
    z.object({
      student_name: z.string(),
      course_name: z.string(),
      feedback_text: z.string(),
      rating: z.number(),
    }),
  ),
})
export type Fallbacks = z.output<typeof fallbacks>

export const noFallbacks: Fallbacks = {
  texts: {},
  hours: [],
  hallPrices: {},
  impacts: [],
  instructors: [],
  testimonials: [],
}

export const getFallbacks = defineEndpoint('GET /api/fallbacks', {
  summary: 'Get what the demonstration school shows in place of missing records. Other schools have none.',
  access: 'public',
  isOpenEarly: true,
  response: fallbacks,
  topics: ['school'],
})
