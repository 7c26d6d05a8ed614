import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { bytesUnder } from '../picture-size.ts'
import {
  anyId,
  id,
  idParams,
  imageBodyLimit,
  inPart,
  instant,
  line,
  listOrWrapped,
  listQuery,
  nameList,
  numeric,
  patchOf,
  patterned,
  picture,
  pictureText,
  rupees,
  schoolDay,
  text,
  timeOfDay,
  version,
  wrapped,
} from '../primitives.ts'
import { readsRecord, recordAt } from '../record-endpoints.ts'
import {
  cell,
  type ImportColumn,
  orBlank,
  spreadsheetDay,
  spreadsheetHourOrBlank,
  yesOrNo,
} from '../row-import.ts'
import { normaliseTextList } from '../text-list.ts'
import { batchStates } from './batch-states.ts'
import { courseDefaults, normaliseCategory } from './course-facts.ts'
import { courseQuestion, courseQuestions, readQuestions } from './course-questions.ts'

export const batch = z.object({
  id,
  date: z.nullable(schoolDay),
  startTime: z.nullable(z.string()),
  endsOn: z.nullable(schoolDay),
  /** A seat in this batch costs so much, as a decimal string in rupees. */
  price: z.string(),
  capacity: z.nullable(z.number()),
  enrolled: z.number(),
  /** It is never below 0; null if the batch is unlimited. */
  spotsLeft: z.nullable(z.number()),
  state: z.enum(batchStates),
  /** The text also has the room's address, unless that is the school's own. */
  room: z.nullable(z.string()),
  roomAddress: z.nullable(z.string()),
  instructor: z.nullable(z.string()),
  /** The batch meets on these days while the school is closed, and staff have not decided yet. */
  closedOn: z.array(schoolDay),
})
export type Batch = z.output<typeof batch>

/** Hours are 24-hour `HH:MM`. */
export const meeting = z.object({
  id,
  day: schoolDay,
  from: timeOfDay,
  to: timeOfDay,
  room: z.nullable(z.string()),
  instructor: z.nullable(z.string()),
  topic: z.nullable(z.string()),
})
export type Meeting = z.output<typeof meeting>

export const course = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** Prices are decimal strings in rupees, such as `'12500.00'`. */
  price: z.string(),
  originalPrice: z.nullable(z.string()),
  duration: z.string(),
  sessions: z.number(),
  features: z.array(z.object({ topic: z.string() })),
  popular: z.boolean(),
  /** It is the day of the next batch that can be enrolled in, else 'Coming soon'. */
  nextbatch: z.string(),
  /** The batch starts at this 24-hour `HH:MM`; null if it has no hour. */
  event_time: z.nullable(z.string()),
  batchId: z.nullable(id),
  created_at: instant,
  /** It is a file name under `/uploads/`. */
  image: z.nullable(z.string()),
  picture: z.nullable(picture),
  category: z.string(),
  capacity: z.nullable(z.number()),
  enrolled: z.number(),
  spots_left: z.nullable(z.number()),
  booking_available: z.boolean(),
  rating: z.nullable(z.number()),
  instructor: z.nullable(z.string()),
  /** Visitors may see these: the latest past batch first, then the coming ones by day. */
  batches: z.array(batch),
})
export type Course = z.output<typeof course>

/** A course's own page says at once when so many of its batches meet; the rest are asked for. */
export const batchesWithMeetings = 3

/**
 * Each batch that is not over says how often it meets, and the first ones say when; the undated batch stands last.
 * `GET /api/batches/:id/meetings` tells when the others meet.
 */
export const courseDetail = z.object({
  ...course.shape,
  faq: z.array(courseQuestion),
  batches: z.array(z.object({ ...batch.shape, meetingCount: z.number(), meetings: z.array(meeting) })),
})
export type CourseDetail = z.output<typeof courseDetail>

/** Anything of a course may be missing; its features and its category come in many shapes. */
const courseInPart = inPart(course.shape, {
  id: anyId,
  price: z.nullish(z.union([z.string(), z.number()])),
  features: z.unknown(),
  category: z.unknown(),
})

export const listCourses = defineEndpoint('GET /api/courses', {
  summary: 'All courses, each with its next batch',
  access: 'public',
  response: z.array(course),
  readAs: listOrWrapped(courseInPart),
  topics: ['courses'],
})

export const getCourse = defineEndpoint('GET /api/courses/:slug', {
  summary: 'One course by its slug or id, with its coming batches',
  access: 'public',
  params: z.object({ slug: patterned(100, /^[a-z0-9_-]+$/i, 'There is no such course') }),
  response: courseDetail,
  topics: ['courses'],
  // A course's id leads to it too, and so does its slug in any mixture of capitals.
  keptAs: ({ slug }: z.output<typeof courseDetail>) => ({ slug }),
})

export const listBatchMeetings = defineEndpoint('GET /api/batches/:id/meetings', {
  summary: 'When a batch of a course meets',
  access: 'public',
  params: idParams,
  response: z.array(meeting),
  topics: ['courses'],
})

export const classImageBytesMax = bytesUnder(5)

export const adminClass = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** Prices are in rupees. */
  price: z.number(),
  originalPrice: z.nullable(z.number()),
  duration: z.string(),
  sessions: z.number(),
  features: z.array(z.string()),
  faq: z.array(courseQuestion),
  nextbatch: z.nullable(schoolDay),
  startTime: z.nullable(z.string()),
  category: z.string(),
  image: z.nullable(z.string()),
  picture: z.nullable(picture),
  capacity: z.nullable(z.number()),
  enrolled: z.number(),
  instructor: z.nullable(z.string()),
  popular: z.boolean(),
  created_at: instant,
  version,
})
export type AdminClass = z.output<typeof adminClass>

/** A blank category is stored as General. */
export const courseCategory = z.pipe(
  z.nullish(line(60)),
  z.transform((value) => (value?.trim() ? normaliseCategory(value) : 'General')),
)

export const featureTopics = nameList(normaliseTextList, { countMax: 60, lengthMax: 200, what: 'features' })

const sessionsSentence = 'Sessions must be a whole number of 1 or more'

const classFields = {
  title: line(120, { required: 'Title is required' }),
  description: text(5000, { required: 'Description is required' }),
  price: rupees('Price must be a number of 0 or more, with at most 2 decimals'),
  duration: line(60, { required: 'Duration is required' }),
  sessions: numeric(/^\d+$/, sessionsSentence).check(
    z.refine((value) => Number.isInteger(value) && value >= 1 && value <= 1000, sessionsSentence),
  ),
  nextbatch: schoolDay,
  category: courseCategory,
}

const optionalClassFields = {
  features: z.optional(featureTopics),
  /** The order is kept. If it is empty, the page shows the questions that fit all courses of this kind. */
  faq: z.optional(courseQuestions),
  image: z.nullish(pictureText),
  /** Null means unlimited, and only an explicit null does. */
  capacity: z.nullish(
    z.number('Capacity must be a whole number of 1 or more').check(z.int(), z.gte(1), z.lte(10000)),
  ),
  instructor: z.nullish(line(120)),
  originalPrice: z.nullish(rupees('Original price must be a number of 0 or more, with at most 2 decimals')),
  popular: z.optional(z.boolean()),
  startTime: z.nullish(timeOfDay),
}

export const classInput = z.object({ ...classFields, ...optionalClassFields })
export type ClassInput = z.output<typeof classInput>

export const classPatch = patchOf({ ...classFields, ...optionalClassFields })
export type ClassPatch = z.output<typeof classPatch>

/** Pages need these fields of a class; every other one may be missing. */
const classInPart = inPart(adminClass.shape, {
  id: anyId,
  title: z.string(),
  price: z.number(),
  features: z.array(z.string()),
})

export const listClasses = defineEndpoint('GET /api/admin/AdminClasses', {
  summary: 'All classes for the back office',
  access: 'admin',
  right: 'rosters',
  query: listQuery,
  response: z.array(adminClass),
  readAs: listOrWrapped(classInPart),
})

const records = recordAt('/api/admin/AdminClasses', 'classes', wrapped(adminClass), { hasPicture: true })

export const getClass = readsRecord(
  '/api/admin/AdminClasses/:id',
  'One class for the back office',
  'classes',
  adminClass,
)
export const addClass = defineEndpoint('POST /api/admin/AdminClasses/Add', {
  summary: 'Add a class',
  access: 'admin',
  right: 'classes',
  body: classInput,
  bodyLimit: imageBodyLimit,
  status: 201,
  rate: 'upload',
  response: wrapped(adminClass),
})
export const updateClass = records.changes('Change a class; absent fields stay', classPatch)
export const deleteClass = records.deletes('Delete a class that has no paid seats')
export const classImports = records.keptImports('classes')

const capacitySentence = 'Capacity must be a whole number of 1 or more, or Unlimited'

export const classImportRow = z.object({
  title: classFields.title,
  category: courseCategory,
  nextbatch: spreadsheetDay,
  price: classFields.price,
  duration: classFields.duration,
  sessions: cell(classFields.sessions, (typed) => typed || String(courseDefaults.sessions)),
  description: classFields.description,
  features: cell(featureTopics, (typed) => typed.split(/[\n|]/)),
  faq: cell(courseQuestions, readQuestions),
  capacity: orBlank(
    z.pipe(
      patterned(20, /^(unlimited|[1-9]\d{0,3}|10000)$/i, capacitySentence),
      z.transform((typed) => (/^unlimited$/i.test(typed) ? null : Number(typed))),
    ),
  ),
  instructor: orBlank(line(120)),
  startTime: spreadsheetHourOrBlank,
  originalPrice: orBlank(rupees('Original price must be a number of 0 or more, with at most 2 decimals')),
  popular: yesOrNo,
})

export const classImportColumns: readonly ImportColumn<keyof typeof classImportRow.shape>[] = [
  { name: 'title', header: 'Title', isRequired: true, example: 'Garlands for the Home' },
  {
    name: 'category',
    header: 'Category',
    example: 'Workshops',
    hint: 'Diploma Course or Workshops; empty is General',
  },
  {
    name: 'nextbatch',
    header: 'Next batch',
    isRequired: true,
    example: '2027-01-16',
    hint: 'A day such as 2027-01-16 or 16/01/2027',
  },
  { name: 'price', header: 'Price', isRequired: true, example: '1850', hint: 'In rupees, digits only' },
  { name: 'duration', header: 'Duration', isRequired: true, example: '3 hours' },
  { name: 'sessions', header: 'Sessions', example: '1' },
  {
    name: 'description',
    header: 'Description',
    isRequired: true,
    example: 'Strings of jasmine, tied by hand.',
  },
  { name: 'features', header: 'Features', example: 'Knots|Colours|Care', hint: 'One a line, or parted by |' },
  {
    name: 'faq',
    header: 'Questions',
    example: 'Do I bring shears?\nNo, they lie on your bench.',
    hint: 'Each on a line, its answer beneath it, then a blank line',
  },
  { name: 'capacity', header: 'Capacity', example: '12', hint: 'Seats, or Unlimited; empty is 20' },
  { name: 'instructor', header: 'Instructor', example: 'Kavitha Raman' },
  { name: 'startTime', header: 'Start time', example: '10:30' },
  { name: 'originalPrice', header: 'Original price', example: '' },
  { name: 'popular', header: 'Popular', example: 'No', hint: 'Yes or No' },
]
