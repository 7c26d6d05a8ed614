import { officeDays } from '../../../contract/school/office-hours.ts'
import { flag } from '../flag.ts'
import type { sitePictureSettings } from '../settings.ts'
import type { PictureName } from './finished-pictures.ts'

// The demonstration school around its courses. All persons are invented; no mail reaches their addresses in `.example`.

export const demoInstructors = [
  {
    name: 'Meenakshi Raghavan',
    picture: 'meenakshi',
    specialization: 'Founder and Principal Designer',
    bio: 'Meenakshi opened the school in her mother’s house in Mylapore and still teaches every foundation batch. She believes that conditioning is half of design, and that the other half is leaving things out.',
    highlights: [
      'Founded the school',
      'Trained in Bengaluru and Amsterdam',
      'Judge at flower shows in the Nilgiris',
    ],
    experience_years: 22,
    hourly_rate_in_paise: 2_500_00,
  },
  {
    name: 'Kamala Venkatesan',
    picture: 'kamala',
    specialization: 'Garlands and Temple Flowers',
    bio: 'Third generation of a family that strings for the temple festivals of Mylapore. Kamala knots faster than anybody can film, and teaches slower than anybody would expect.',
    highlights: ['Thirty years of temple garlands', 'Teaches in Tamil, Telugu and English'],
    experience_years: 30,
    hourly_rate_in_paise: 1_800_00,
  },
  {
    name: 'Farah Siddiqui',
    picture: 'farah',
    specialization: 'Wedding Floristry',
    bio: 'Farah has dressed more than four hundred weddings, from terrace nikahs to beach receptions. She keeps a notebook of everything that ever went wrong, and teaches from it.',
    highlights: ['Over 400 weddings', 'Bridal bouquets in three styles'],
    experience_years: 14,
    hourly_rate_in_paise: 2_200_00,
  },
  {
    name: 'Anjali Nair',
    picture: 'anjali',
    specialization: 'Ikebana and Orchids',
    bio: 'A botanist who found ikebana in Kyoto and stayed two years. Anjali grows two hundred orchids on a Besant Nagar terrace and will tell you what yours is thirsty for.',
    highlights: ['Third-grade Ikebana teacher’s certificate', 'Grows two hundred orchids'],
    experience_years: 11,
    hourly_rate_in_paise: 2_000_00,
  },
  {
    name: 'Joseph Xavier',
    picture: 'joseph',
    specialization: 'Event and Stage Decor',
    bio: 'Joseph came to flowers from theatre carpentry. His arches stand up in a sea wind, and his quotations are honest to the last stem.',
    highlights: ['Stage designer for twelve years', 'Foam-free large installations'],
    experience_years: 17,
    hourly_rate_in_paise: 2_100_00,
  },
  {
    name: 'Priya Subramaniam',
    picture: 'priya',
    specialization: 'Bouquets and Shop Management',
    bio: 'Priya ran her own flower shop in Adyar for nine years and sold it to teach. She knows the Koyambedu market by first names and buys for all our classes.',
    highlights: ['Nine years of her own shop', 'Buys for every class at dawn'],
    experience_years: 12,
    hourly_rate_in_paise: 1_700_00,
  },
  // Seen in the back office only.
  {
    name: 'Lakshmi Prabhakar',
    picture: 'lakshmi',
    specialization: 'Flowers at Home',
    bio: 'Lakshmi began the home workshops, and moved to Coimbatore.',
    highlights: ['Began our home workshops'],
    experience_years: 6,
    hourly_rate_in_paise: 1_500_00,
    is_active: 0,
  },
] satisfies (Record<string, unknown> & { picture: PictureName; is_active?: 0 })[]

/** Closed on Mondays, when the cold room is cleaned and the market is thin. */
export const demoOfficeHours = officeDays.map((day) => ({
  office_day: day,
  open_time: day === 'Sunday' ? '10:00' : '09:00',
  close_time: day === 'Sunday' ? '18:00' : '20:00',
  is_holiday: flag(day === 'Monday'),
}))

export const demoImpacts = [
  { title: 'Happy Students', value: '5,200+' },
  { title: 'Years of Teaching', value: '15' },
  { title: 'Classes Taught', value: '540' },
  { title: 'Flowers Arranged', value: '62,000' },
] as const

export const demoEventPrices = [
  { slot_key: 'weekdays', label: 'Weekdays 10:00 AM - 6:00 PM', price: '2000' },
  { slot_key: 'weekends', label: 'Weekends 10:00 AM - 10:00 PM', price: '3000' },
  { slot_key: 'evenings', label: 'Evenings 6:00 PM - 10:00 PM', price: '2500' },
  { slot_key: 'mornings', label: 'Mornings 6:00 AM - 10:00 AM', price: '1500' },
] as const

/** With five stars unless told. */
export const demoTestimonials = [
  {
    student_name: 'Divya Krishnan',
    course_name: 'Diploma in Floral Design',
    feedback_text:
      'I came to learn bouquets and left with a trade. Meenakshi ma’am makes you cut the same stem until it is right, and then you never forget it. My first paid order was the week after the final show.',
  },
  {
    student_name: 'Aravind Selvam',
    course_name: 'Hand-Tied Bouquet Workshop',
    feedback_text:
      'A birthday present from my wife, and the best three hours of my month. The spiral finally clicked in the second hour.',
  },
  {
    student_name: 'Shalini Menon',
    course_name: 'Diploma in Ikebana',
    feedback_text:
      'Quiet, exact and kind. Anjali brings branches from her own terrace, and you begin to see the ones on your street.',
  },
  {
    student_name: 'Rukmini Iyer',
    course_name: 'Jasmine Stringing and Hair Flowers',
    feedback_text:
      'My grandmother tried to teach me for years. Kamala amma did it in one evening. My daughter’s arangetram flowers were my own.',
  },
  {
    student_name: 'Nithya Balaji',
    course_name: 'Advanced Diploma in Wedding Floristry',
    rating: 4,
    feedback_text:
      'Intense, and worth it. Two real weddings in ten weeks is a lot, so keep your weekends free. I now run a team of four.',
  },
  {
    student_name: 'Mohammed Irfan',
    course_name: 'Diploma in Event and Stage Decor',
    feedback_text:
      'The safety and rigging part alone saved me from a very expensive mistake. Joseph sir answers the phone even now when I am on a site.',
  },
  {
    student_name: 'Catherine D’Souza',
    course_name: 'Table Flowers for the Home',
    rating: 4,
    feedback_text:
      'Relaxed and practical. I have not bought foam since, and my dining table has had flowers every week.',
  },
  {
    student_name: 'Gayathri Sundar',
    course_name: 'Diploma in Garlands and Temple Flowers',
    feedback_text:
      'Every knot has a name and a reason. I supply two temples and a caterer today, from my own kitchen.',
  },
  {
    student_name: 'Rohan Mathew',
    course_name: 'Orchid Care and Arrangement',
    feedback_text: 'Three of my orchids were rescued in the class itself. All three are in spike now.',
  },
] as const

export const demoStatusFeedback = [
  {
    title: 'Second cold room thermostat',
    status: 'in-progress',
    description:
      'Reads two degrees high. The technician comes on Wednesday; until then check by hand at 7 and 19.',
    priority: 'high',
    assigned_to: 'Priya Subramaniam',
    created_by: 'Meenakshi Raghavan',
  },
  {
    title: 'New photographs of the hall',
    status: 'pending',
    description: 'With the blossom tree lit, before the evening batch sets up.',
    priority: 'medium',
    assigned_to: 'Joseph Xavier',
    created_by: 'Meenakshi Raghavan',
  },
  {
    title: 'Reprint the care cards',
    status: 'completed',
    description: 'Tamil on the back; 500 pieces.',
    priority: 'low',
    assigned_to: 'Kamala Venkatesan',
    created_by: 'Priya Subramaniam',
  },
] as const

const namesIn = (text: string) => text.trim().split(/\s+/)

export const demoFirstNames = namesIn(`
  Aarthi Abirami Akshaya Bhavani Charanya Deepika Durga Ezhil Gautham Harini Ishwarya Janani Karthik
  Kavitha Keerthana Latha Madhavi Nandini Nivedita Oviya Pavithra Pooja Ramya Ranjith Revathi Sangeetha
  Saranya Shreya Sneha Sowmya Suresh Swathi Thenmozhi Uma Vaishnavi Vidya Vignesh Yamini Zara Yusuf
`)

export const demoLastNames = namesIn(`
  Anand Balakrishnan Chandran Dinesh Fernando Ganesan Hariharan Jayaraman Kannan Lakshmanan Murugan
  Natarajan Parthasarathy Rajan Sekar Thomas Varadarajan Xavier
`)

export const demoQuestions = [
  'Do I need to bring my own scissors?',
  'Is there parking nearby?',
  'May I make up a missed session with the next batch?',
  'I am left-handed. Is that a problem?',
  'Do you take payment in two parts?',
  'Will the session be in Tamil or English?',
] as const

/** The pictures that belong to the site, whatever the school. */
export const demoSitePictures: Record<keyof typeof sitePictureSettings, PictureName[]> = {
  hero: ['morning-table', 'lily-vase', 'market-basket', 'lotus-pond'],
  hall: ['blossom-hall'],
  bouquets: ['hat-box'],
  courses: ['workbench'],
}

/** Who asked about the hall or an occasion, newest first. */
export const demoEnquiries = [
  {
    kind: 'Venue',
    question: 'Is the hall free on a Sunday in May? We are about 60 people, with a caterer of our own.',
  },
  {
    kind: 'Corporate',
    question: 'Flowers for a reception of 40, every first Monday. Could somebody call us?',
  },
  { kind: 'Course', question: null },
  { kind: 'Venue', question: 'A baby shower for 30 on a Saturday morning: what do table flowers cost?' },
] as const

/** Wishes for bouquets, newest first; what has no name the school wrote down itself. */
export const demoCustomRequests = [
  {
    isNamed: true,
    comment: 'A bouquet in the colours of a temple sari: deep red, gold and a little green. About ₹2,500.',
  },
  { isNamed: false, comment: 'By phone: forty strings of jasmine for a door, on Friday before seven.' },
  { isNamed: true, comment: 'White lilies and tuberoses for a remembrance, no ribbon please.' },
] as const
