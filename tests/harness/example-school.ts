import type { School } from '../../contract/school/school.ts'

/** The school's details for components that are rendered without a server. */
export const exampleSchool: School = {
  name: 'Malar',
  tagline: 'Flowers',
  city: 'Chennai',
  address: ['14 Malligai Street'],
  phone: '+91 44 5550 0142',
  whatsapp: '+91 98400 00142',
  email: 'hello@malar.example',
  instagram: '',
  facebook: '',
  youtube: '',
  shopUrl: '/store',
  forgotPasswordUrl: '/forgot-password',
  signUpUrl: '/signup',
  mapQuery: '14 Malligai Street',
  geo: '',
  whatToBring: 'Nothing',
  popupDays: 0,
  groupMax: 6,
  siteUrl: 'https://malar.example',
  closedDays: [],
  upi: { id: 'malar@bank', name: 'Malar' },
  simulatedPayments: true,
  pictures: { hero: [], hall: null, bouquets: null, courses: null },
}
