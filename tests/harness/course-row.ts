/** A course as `GET /api/courses` lists it, with a next batch that begins on the given day. */
export const courseRow = (n: number, nextbatch: string, rest = {}) => ({
  id: `course-${n}`,
  slug: `course-${n}`,
  title: `Batch ${n}`,
  description: `About batch ${n}.`,
  price: '0',
  duration: '8 weeks',
  nextbatch,
  event_time: null,
  instructor: null,
  capacity: null,
  enrolled: 0,
  booking_available: true,
  ...rest,
})
