import type { Insertable } from 'kysely'
import type { courseCategories } from '../../../contract/catalogue/course-facts.ts'
import type { CourseQuestion } from '../../../contract/catalogue/course-questions.ts'
import type { Schema } from '../schema.ts'
import type { PictureName } from './finished-pictures.ts'

/** As in ISO 8601; without Monday, when the school is closed. */
type Weekday = 2 | 3 | 4 | 5 | 6 | 7

export interface DemoBatch {
  /** It starts on the first such weekday that is at least so many days from the day of seeding. */
  afterDays: number
  weekday: Weekday
  /** Null is unlimited. */
  capacity: number | null
  confirmed: number
  pending?: number
  /** Pending seats whose payment was reported and is being checked. */
  checking?: number
  /** Seats that are offered from the waiting list. */
  offered?: number
  /** Where it is not that of the course. */
  priceInPaise?: number
  isClosed?: boolean
  /** In which of `demoRooms` it meets. */
  room?: number
  /** Its sessions, from its first day on. */
  meets?: { weekdays: readonly string[]; to: string; count: number }
}

export const demoRooms = [
  { name: 'Jasmine Studio', address: null },
  { name: 'Garden Hall', address: '27, Kutchery Road, Mylapore, Chennai 600004' },
] as const

type CourseRow = Insertable<Schema['course']>

interface DemoCourse
  extends Pick<CourseRow, 'title' | 'description' | 'price_in_paise' | 'duration'>,
    Partial<Pick<CourseRow, 'slug' | 'original_price_in_paise' | 'popular' | 'sessions'>> {
  features: string[]
  faq?: readonly CourseQuestion[]
  instructor: string
  rating: number | null
  startsAt: string
  /** Past ones have `afterDays` below -7. */
  batches: DemoBatch[]
  picture: PictureName
}

const diplomas: DemoCourse[] = [
  {
    title: 'Diploma in Floral Design',
    description:
      'Our foundation course, three mornings a week for three months. You begin with how a stem drinks and end with a hall of your own: hand-tied bouquets, vase and foam-free arrangements, buttonholes, garlands and a final show that the public comes to see.',
    price_in_paise: 48_000_00,
    original_price_in_paise: 55_000_00,
    duration: '3 months',
    sessions: 36,
    features: [
      'Choosing, conditioning and storing flowers in a warm climate',
      'Colour, line, proportion and balance',
      'Spiral hand-tied bouquets and wrapping',
      'Vase, bowl and basket arrangements without foam',
      'Buttonholes, corsages and hair flowers',
      'South Indian garlands and doorway torans',
      'Costing, market buying at Koyambedu and pricing',
      'Final show with portfolio photographs',
    ],
    popular: 1,
    instructor: 'Meenakshi Raghavan',
    rating: 4.9,
    startsAt: '10:00',
    batches: [
      { afterDays: -120, weekday: 2, capacity: 16, confirmed: 14 },
      {
        afterDays: 11,
        weekday: 2,
        capacity: 16,
        confirmed: 8,
        pending: 1,
        checking: 1,
        room: 0,
        meets: { weekdays: ['Tuesday', 'Thursday', 'Saturday'], to: '12:30', count: 36 },
      },
      { afterDays: 74, weekday: 2, capacity: 16, confirmed: 2 },
    ],
    picture: 'vase-arrangement',
  },
  {
    title: 'Advanced Diploma in Wedding Floristry',
    description:
      'For florists who know their stems and want to take on a wedding from the first call to the last petal swept. Ten weeks of bridal work, muhurtham garlands, mandap and reception flowers, with two real weddings on the calendar.',
    price_in_paise: 62_000_00,
    duration: '10 weeks',
    sessions: 30,
    features: [
      'Consultation, mood board and quotation',
      'Bridal bouquets: round, cascade and hand-tied',
      'Muhurtham maalai and jadai alankaram',
      'Mandap and entrance design, foam-free mechanics',
      'Flower logistics for a hot day',
      'Leading a team of six through the night before',
      'Two supervised weddings',
    ],
    faq: [
      {
        question: 'Do I need experience?',
        answer:
          'Yes. You should have our Diploma in Floral Design, or two years at a florist’s bench. Bring photographs of your work to the first morning.',
      },
      {
        question: 'When are the two weddings?',
        answer:
          'On weekends of the eighth and the tenth week. The days are fixed when the families have theirs.',
      },
      {
        question: 'Are flowers and tools included?',
        answer: 'All flowers are. Please bring your own shears and knife; mechanics are at the school.',
      },
    ],
    instructor: 'Farah Siddiqui',
    rating: 4.8,
    startsAt: '14:00',
    batches: [
      { afterDays: -95, weekday: 3, capacity: 12, confirmed: 12 },
      // One seat was added, and is offered to the first who waits.
      { afterDays: 16, weekday: 3, capacity: 13, confirmed: 12, offered: 1 },
    ],
    picture: 'mandap-arch',
  },
  {
    title: 'Diploma in Garlands and Temple Flowers',
    description:
      'Eight weeks with banana fibre, needle and knot. Learn the garlands of Tamil Nadu from the single string of malli to the heavy rose-petal maalai, and the meaning of each flower in the house and in the temple.',
    price_in_paise: 32_000_00,
    original_price_in_paise: 36_000_00,
    duration: '8 weeks',
    sessions: 24,
    features: [
      'Knotting with banana fibre and thread',
      'Jasmine, mullai and kanakambaram strings',
      'Rose-petal and sampangi maalai',
      'Torans and pooja thattu decoration',
      'Flowers and leaves of the festival year',
      'Keeping garlands fresh for two days',
    ],
    popular: 1,
    instructor: 'Kamala Venkatesan',
    rating: 4.9,
    startsAt: '09:30',
    batches: [
      { afterDays: -75, weekday: 4, capacity: 20, confirmed: 15 },
      {
        afterDays: 8,
        weekday: 4,
        capacity: 20,
        confirmed: 6,
        pending: 2,
        room: 1,
        meets: { weekdays: ['Tuesday', 'Thursday', 'Friday'], to: '11:30', count: 24 },
      },
    ],
    picture: 'garland',
  },
  {
    title: 'Diploma in Ikebana',
    description:
      'One Saturday morning a week for six months, in a small group. Moribana, nageire and free style, first in the classical measures and then with what grows here: drumstick pods, palm spathes, lotus and frangipani.',
    price_in_paise: 39_500_00,
    duration: '6 months',
    sessions: 24,
    features: [
      'The three main stems and their measures',
      'Moribana in low bowls with the kenzan',
      'Nageire in tall vases',
      'Asymmetry, space and season',
      'Free style with tropical material',
      'Caring for tools and vessels',
    ],
    instructor: 'Anjali Nair',
    rating: 4.7,
    startsAt: '09:00',
    batches: [
      { afterDays: -200, weekday: 6, capacity: 10, confirmed: 9 },
      { afterDays: 13, weekday: 6, capacity: 10, confirmed: 8 },
    ],
    picture: 'ikebana',
  },
  {
    title: 'Diploma in Event and Stage Decor',
    description:
      'Twelve weeks on large work: stages, entrances, hanging flowers and table plans for two hundred guests. You draw to scale, build frames that stand, cost every stem and install a full set in our own hall.',
    price_in_paise: 68_000_00,
    original_price_in_paise: 75_000_00,
    duration: '12 weeks',
    sessions: 36,
    features: [
      'Site visit, measuring and scale drawing',
      'Frames, rigging and safety',
      'Arches, backdrops and hanging installations',
      'Table plans and centrepieces in series',
      'Light, cloth and colour for the camera',
      'Quotations, contracts and vendors',
      'Night installation in a 1400 sq ft hall',
      'Taking down, composting and reuse',
    ],
    instructor: 'Joseph Xavier',
    rating: 4.6,
    startsAt: '15:00',
    batches: [
      { afterDays: -140, weekday: 5, capacity: 18, confirmed: 16 },
      { afterDays: 25, weekday: 5, capacity: 18, confirmed: 4, pending: 1 },
    ],
    picture: 'garland-doorway',
  },
  {
    title: 'Diploma in Flower Shop Management',
    description:
      'The business behind the bouquets: where to buy, what to waste and what never to, how to price, pack and deliver in a Chennai summer, and how to be found by the people two streets away. With visits to two shops and the market at dawn.',
    price_in_paise: 28_000_00,
    duration: '8 weeks',
    sessions: 16,
    features: [
      'Supply: Koyambedu, Hosur and the Nilgiris',
      'Cold storage and daily stock',
      'Pricing, margin and wastage',
      'Packing and same-day delivery',
      'Photographs, website and messages that sell',
      'Licences, GST and simple bookkeeping',
    ],
    instructor: 'Priya Subramaniam',
    rating: null,
    startsAt: '17:30',
    batches: [],
    picture: 'flower-market',
  },
]

const workshops: DemoCourse[] = [
  {
    title: 'Hand-Tied Bouquet Workshop',
    description:
      'Three hours, one spiral, one bouquet to take home. We show the grip slowly until your hand believes it, then you tie, trim and wrap your own from seasonal flowers.',
    price_in_paise: 2_400_00,
    original_price_in_paise: 2_900_00,
    duration: '3 hours',
    features: [
      'The spiral grip',
      'Building height and a round outline',
      'Greens and fillers that last',
      'Tying, trimming and standing',
      'Paper wrap with a water pouch',
      'Care card for the vase',
    ],
    popular: 1,
    instructor: 'Priya Subramaniam',
    rating: 4.8,
    startsAt: '10:00',
    batches: [
      { afterDays: -96, weekday: 6, capacity: 14, confirmed: 12 },
      { afterDays: -68, weekday: 6, capacity: 14, confirmed: 14 },
      { afterDays: -40, weekday: 6, capacity: 14, confirmed: 14 },
      { afterDays: -14, weekday: 6, capacity: 14, confirmed: 13 },
      { afterDays: 4, weekday: 6, capacity: 14, confirmed: 9, pending: 1 },
      { afterDays: 24, weekday: 6, capacity: 14, confirmed: 1, isClosed: true },
      { afterDays: 45, weekday: 6, capacity: 14, confirmed: 1, priceInPaise: 2_600_00 },
    ],
    picture: 'hand-tied-bouquet',
  },
  {
    title: 'Bridal Bouquet Weekend',
    description:
      'Saturday and Sunday, four half-day sessions. Make a round bouquet, a loose garden bouquet and a cascade, with the buttonholes that go with them, and leave with photographs of all three.',
    price_in_paise: 8_500_00,
    duration: '2 days',
    sessions: 4,
    features: [
      'Wiring and taping without bulk',
      'Round bouquet of roses and lisianthus',
      'Garden bouquet with trailing greens',
      'Cascade on a holder',
      'Matching buttonholes and corsages',
      'Keeping bridal work fresh until the evening',
    ],
    instructor: 'Farah Siddiqui',
    rating: 4.7,
    startsAt: '10:30',
    batches: [
      { afterDays: -37, weekday: 6, capacity: 10, confirmed: 9 },
      { afterDays: 18, weekday: 6, capacity: 10, confirmed: 5, checking: 1 },
    ],
    picture: 'bridal-bouquet',
  },
  {
    title: 'Jasmine Stringing and Hair Flowers',
    description:
      'An evening with a heap of fresh malli. Learn to string without a needle, add kanakambaram and davanam, and pin flowers for plait and bun so that they stay through a dance recital.',
    price_in_paise: 1_200_00,
    duration: '2 hours',
    features: [
      'Stringing by hand with banana fibre',
      'Close, loose and two-colour strings',
      'Plait, bun and side styles',
      'Buying jasmine by the muzham',
      'Keeping buds closed until evening',
      'Flowers for children and for dance',
    ],
    popular: 1,
    instructor: 'Kamala Venkatesan',
    rating: 4.9,
    startsAt: '17:00',
    batches: [
      { afterDays: -77, weekday: 5, capacity: 20, confirmed: 13 },
      { afterDays: -21, weekday: 5, capacity: 20, confirmed: 18 },
      { afterDays: 6, weekday: 5, capacity: 20, confirmed: 11, pending: 2 },
    ],
    picture: 'corsage',
  },
  {
    title: 'Orchid Care and Arrangement',
    description:
      'Half the day at the potting bench, half with cut stems. Repot a phalaenopsis, learn to read roots and leaves, and arrange dendrobium and vanda so that six stems look like a lot.',
    price_in_paise: 2_800_00,
    duration: '4 hours',
    features: [
      'Light, air and water in a Chennai flat',
      'Repotting in bark and charcoal',
      'Reading roots and leaves',
      'Getting a second flowering',
      'Few-stem arrangements with orchids',
      'One potted orchid to take home',
    ],
    instructor: 'Anjali Nair',
    rating: 4.6,
    startsAt: '10:00',
    batches: [
      { afterDays: -108, weekday: 7, capacity: 12, confirmed: 9 },
      { afterDays: -52, weekday: 7, capacity: 12, confirmed: 10 },
      { afterDays: 10, weekday: 7, capacity: 12, confirmed: 4, pending: 1 },
    ],
    picture: 'orchid-pot',
  },
  {
    slug: 'pookolam-flower-carpet',
    title: 'Pookolam: A Flower Carpet Together',
    description:
      'We lay one great pookolam on the floor of the hall, all of us, from chalk lines to the last ring of marigold. Bring the family: there is room for everybody, and children under ten come free.',
    price_in_paise: 900_00,
    duration: '5 hours',
    features: [
      'Drawing circles and petals to scale',
      'Petals, leaves and coloured rice',
      'Ten flowers and their shades',
      'Working outwards without a footprint',
      'Photographing from above',
      'Composting what remains',
    ],
    instructor: 'Joseph Xavier',
    rating: 4.8,
    startsAt: '09:00',
    batches: [{ afterDays: 20, weekday: 7, capacity: null, confirmed: 21, pending: 1 }],
    picture: 'uruli',
  },
  {
    title: 'Table Flowers for the Home',
    description:
      'Jam jars, brass lotas, a low bowl and whatever the corner shop has today. Four small arrangements for the dining table that you can see across, at the price of one bought bouquet.',
    price_in_paise: 2_100_00,
    duration: '3 hours',
    features: [
      'Vessels you already own',
      'Foam-free mechanics: mesh, pins and twigs',
      'Low bowl for a long table',
      'A row of posies',
      'Leaves and herbs from the balcony',
      'Making one bunch last the week',
    ],
    instructor: 'Priya Subramaniam',
    rating: 4.5,
    startsAt: '15:30',
    batches: [
      { afterDays: -65, weekday: 3, capacity: 14, confirmed: 11 },
      { afterDays: -9, weekday: 3, capacity: 14, confirmed: 8 },
      { afterDays: 9, weekday: 3, capacity: 14, confirmed: 3 },
    ],
    picture: 'jar-posy',
  },
]

/** A course's slug is its title's words, and it has one session, unless it says otherwise. */
const ofCategory = (category: (typeof courseCategories)[number], courses: readonly DemoCourse[]) =>
  courses.map((course) => {
    const slug = course.title.toLowerCase().replaceAll(' ', '-')
    return { slug, sessions: 1, ...course, category }
  })

export const demoCourses = [...ofCategory('Diploma Course', diplomas), ...ofCategory('Workshops', workshops)]
