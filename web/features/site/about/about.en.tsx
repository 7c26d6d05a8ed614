// The texts of the about page in English.

import { plural } from '../../../../contract/plural.ts'

interface Names {
  school?: string | undefined
  city?: string | undefined
}

export const title = 'About us'
export const description = ({ school = 'Malar', city = 'Chennai' }: Names) =>
  `Meet the instructors at ${school} in ${city}, and see what our students learn.`
export const eyebrow = ({ school = 'Malar' }: Names) => `About ${school}`
export const heading = (
  <>
    Flowers are a craft. <em>We teach it.</em>
  </>
)
export const lead = ({ city = 'Chennai' }: Names) =>
  `A school inside a working studio in ${city}. Long tables, sharp knives, buckets fresh from the morning market, and people who love to explain their craft.`
export const exploreCourses = 'Explore Courses'
export const workbench = 'Flowers and tools on a workbench at our school'

export const impactEyebrow = 'Since our first batch'
export const impactHeading = (
  <>
    Our Impact <em>in Numbers</em>
  </>
)
export const fallbackImpacts = [
  { id: 'students', title: 'Happy Students', value: '5000' },
  { id: 'years', title: 'Years Experience', value: '15' },
  { id: 'classes', title: 'Classes Taught', value: '500' },
  { id: 'flowers', title: 'Flowers Arranged', value: '50000' },
]

export const instructorsEyebrow = 'Who you’ll learn from'
export const instructorsHeading = (
  <>
    Our Expert <em>Instructors</em>
  </>
)
export const loadingInstructors = 'Loading instructors'
export const instructor = 'Instructor'
export const experience = ({ years }: { years: number }) =>
  plural(years, { one: '1 year of experience', other: `${years} years of experience` })

export const diplomasEyebrow = 'For your career'
export const diplomasHeading = (
  <>
    Professional <em>Diplomas</em>
  </>
)
export const loadingDiplomas = 'Loading diplomas…'
export const noDiplomas = 'No professional courses available at the moment.'
export const enrollNow = 'Enroll Now'

export const workshopsEyebrow = 'For your weekend'
export const workshopsHeading = (
  <>
    Our <em>Workshops</em>
  </>
)
export const viewAllWorkshops = 'View All Workshops'
export const loadingWorkshops = 'Loading workshops…'
export const noWorkshops = 'No Workshops Available'
export const joinWorkshop = 'Join Workshop'

export const coursesFailed = 'We couldn’t load the courses.'
export const enrolled = ({ count, capacity }: { count: number; capacity: number | null }) =>
  capacity === null ? `${count} enrolled` : `${count}/${capacity} enrolled`

export const fallbackInstructors = [
  {
    name: 'Meenakshi Raman',
    role: 'Head of Floral Design',
    description: 'Twenty years of weddings and hotel lobbies, and still at the market by five.',
    highlights: ['Spiral and parallel technique', 'Colour for Indian skin tones and silk'],
    experienceYears: 20,
    flower: 'rose',
  },
  {
    name: 'Anjali Menon',
    role: 'Ikebana',
    description: 'Trained in Kyoto and Kochi. Shows how much you can say with three stems.',
    highlights: ['Moribana and nageire', 'Branches from your own street'],
    experienceYears: 14,
    flower: 'chrysanthemum',
  },
  {
    name: 'Farah Siddiqui',
    role: 'Wedding Floristry',
    description: 'Plans, prices and builds stages that last until the final guest leaves.',
    highlights: ['Mandaps and stages', 'Teams and timing'],
    experienceYears: 12,
    flower: 'orchid',
  },
  {
    name: 'Kamala Subramanian',
    role: 'Garlands and Temple Flowers',
    description: 'Third generation of a flower-stringing family from Mylapore.',
    highlights: ['Jasmine and kadambam', 'Thodutha malai'],
    experienceYears: 30,
    flower: 'jasmine',
  },
  {
    name: 'Joseph Thomas',
    role: 'Event Decor',
    description: 'Hangs tonnes of flowers safely, and teaches the calculations behind it.',
    highlights: ['Rigging and mechanics', 'Foam-free structures'],
    experienceYears: 11,
    flower: 'gerbera',
  },
  {
    name: 'Padma Ramanathan',
    role: 'Flower Shop Management',
    description: 'Runs two shops, and teaches the arithmetic that keeps them profitable.',
    highlights: ['Buying and wastage', 'Pricing a bouquet'],
    experienceYears: 9,
    flower: 'lotus',
  },
] as const
