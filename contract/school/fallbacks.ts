import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { picture } from '../primitives.ts'

/**
 * The texts of the school's pages (`contract/school/page-fields.ts`), and two texts that only the demonstration has. A
 * page shows its own sentence if a text is missing, or leaves it out. The second line of a heading is emphasised.
 */
const siteTexts = z.object({
  homeHeadline: z.string(),
  homeLead: z.string(),
  homeDescription: z.string(),
  coursesCardTitle: z.string(),
  coursesCard: z.string(),
  bouquetsCardTitle: z.string(),
  bouquetsCard: z.string(),
  hallHeading: z.string(),
  hallLead: z.string(),
  venueHeading: z.string(),
  venueLead: z.string(),
  venueSize: z.string(),
  /** The things that are included with the hall, one on each line. */
  venueInclusions: z.string(),
  /** The events that the hall is suitable for, one on each line. */
  venueEvents: z.string(),
  venueNote: z.string(),
  classesHeading: z.string(),
  classesLead: z.string(),
  diplomasLead: z.string(),
  workshopsLead: z.string(),
  reasonsHeading: z.string(),
  /** The reasons to choose the school. */
  reasons: z.array(z.object({ title: z.string(), text: z.string() })),
  diplomaForBeginners: z.string(),
  workshopForBeginners: z.string(),
  flowersIncluded: z.string(),
  aboutHeading: z.string(),
  aboutLead: z.string(),
  impactEyebrow: z.string(),
  storeDescription: z.string(),
  storeHeading: z.string(),
  storeLead: z.string(),
  journalHeading: z.string(),
  journalLead: z.string(),
  contactHeading: z.string(),
  contactLead: z.string(),
  openingHeading: z.string(),
  openingLead: z.string(),
  privacyUpdated: z.string(),
  /** The school's own terms of delivery, such as its hours and ways of delivery, one on each line. */
  deliveryTerms: z.string(),
})
export type SiteTexts = z.output<typeof siteTexts>

/** A picture with its alternative text. `alt` is empty if the picture is only a decoration. */
const sitePicture = z.extend(picture, { alt: z.string() })
export type SitePicture = z.output<typeof sitePicture>

/**
 * The pictures of the pages, by the names of their fields. A field may have a drawn picture if staff chose no picture.
 */
export const sitePictures = z.object({
  heroPictures: z.array(sitePicture),
  coursesPicture: z.array(sitePicture),
  bouquetsPicture: z.array(sitePicture),
  hallPicture: z.array(sitePicture),
  hallPictures: z.array(sitePicture),
  aboutPicture: z.array(sitePicture),
  openingPicture: z.array(sitePicture),
})
export type SitePictures = z.output<typeof sitePictures>

/**
 * The words and pictures of the school's pages, and lists of the demonstration's records. The demonstration's pages
 * show these records if there are no others or if a call fails. The lists are empty at any other school.
 */
export const fallbacks = z.object({
  texts: z.partial(siteTexts),
  pictures: sitePictures,
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
  pictures: {
    heroPictures: [],
    coursesPicture: [],
    bouquetsPicture: [],
    hallPicture: [],
    hallPictures: [],
    aboutPicture: [],
    openingPicture: [],
  },
  hours: [],
  hallPrices: {},
  impacts: [],
  instructors: [],
  testimonials: [],
}

export const getFallbacks = defineEndpoint('GET /api/fallbacks', {
  summary:
    'Get what the pages say and show, and what the demonstration school shows in place of missing records. Other schools have no such records. A part that is switched off is left out. While the site is closed, only staff and previews get all of it.',
  access: 'public',
  variesByCaller: true,
  isOpenEarly: true,
  response: fallbacks,
  topics: ['school'],
})
