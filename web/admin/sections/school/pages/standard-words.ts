import type { School } from '../../../../../contract/school/school.ts'
import * as courses from '../../../../features/catalogue/courses/courses.en.tsx'
import * as hall from '../../../../features/school/venue/venue.en.tsx'
import * as about from '../../../../features/site/about/about.en.tsx'
import * as contact from '../../../../features/site/contact/contact.en.ts'
import * as home from '../../../../features/site/home/home.en.tsx'
import * as cards from '../../../../features/site/home/offer-cards.en.ts'
import * as journal from '../../../../features/site/journal/journal.en.tsx'
import * as opening from '../../../../features/site/opening/opening-soon.en.ts'
import * as store from '../../../../features/store/store/store.en.tsx'

/** Returns what visitors read while a field of a page is blank. Nothing is shown for a field that is not here. */
export function standardWords(school: School | undefined): Readonly<Record<string, string>> {
  const named = { school: school?.name ?? '', city: school?.city ?? '' }
  return {
    homeHeadline: home.tagline,
    homeLead: home.lead,
    homeDescription: home.description(named),
    coursesCardTitle: cards.courses,
    coursesCard: cards.coursesLead,
    bouquetsCardTitle: cards.bouquets,
    bouquetsCard: cards.bouquetsLead,
    hallHeading: home.hallHeading,
    hallLead: home.hallLead,
    venueHeading: hall.heading,
    venueLead: hall.lead,
    aboutHeading: about.heading,
    aboutLead: about.lead(named),
    classesHeading: courses.heading,
    classesLead: courses.lead,
    reasonsHeading: courses.whyHeading,
    storeHeading: store.heading,
    storeLead: store.lead,
    storeDescription: store.shareDescription(named),
    journalHeading: journal.heading,
    contactHeading: contact.heading,
    contactLead: contact.lead,
    openingHeading: opening.heading,
    openingLead: opening.lead(named),
    footerLine: school?.tagline ?? '',
  }
}
