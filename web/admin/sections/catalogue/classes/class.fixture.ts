import type { AdminClass } from '../../../../../contract/catalogue/courses.ts'

/** A class with a future batch, as the server sends it. */
export const item: AdminClass = {
  id: 'c1',
  slug: 'bridal-bouquets',
  title: 'Bridal Bouquets',
  description: 'Cascades and posies.',
  price: 12500.5,
  originalPrice: null,
  duration: '3 hours',
  sessions: 4,
  features: ['Wiring, taping', 'Cascade'],
  faq: [{ question: 'Do I bring shears?', answer: 'No.' }],
  nextbatch: '2026-12-14',
  startTime: '10:30',
  category: 'Workshops',
  image: 'ab.jpg',
  picture: null,
  capacity: 12,
  enrolled: 3,
  instructor: 'Kavitha Raman',
  popular: true,
  isOnSite: true,
  created_at: '2026-11-01T00:00:00.000Z',
  version: 7,
}
