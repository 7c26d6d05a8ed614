import * as z from 'zod/mini'
import { batchStates } from './batch-states.ts'
import { courseDefaults, normaliseCategory } from './course-facts.ts'
import { courseQuestion, courseQuestions, readQuestions } from './course-questions.ts'
import { defineEndpoint } from './endpoint.ts'
import { bytesUnder } from './picture-size.ts'
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
} from './primitives.ts'
import { readsRecord, recordAt } from './record-endpoints.ts'
import {
  cell,
  type ImportColumn,
  orBlank,
  spreadsheetDay,
  spreadsheetHourOrBlank,
  yesOrNo,
} from './row-import.ts'
import { normaliseTextList } from './text-list.ts'

/** One dated (or not yet dated) run of a course. */
export const batch = z.object({
  id,
  date: z.nullable(schoolDay),
  startTime: z.nullable(z.string()),
  /** The day of its last meeting, where it has meetings. */
  endsOn: z.nullable(schoolDay),
  /** Decimal string in rupees: what a seat in this batch costs. */
  price: z.string(),
  capacity: z.nullable(z.number()),
  enrolled: z.number(),
  /** Never below 0; null where the batch is unlimited (reading S5). */
  spotsLeft: z.nullable(z.number()),
  /** Whether it is sold (D§1). */
  state: z.enum(batchStates),
  /** With its address, where that is not the school's own. */
  room: z.nullable(z.string()),
  roomAddress: z.nullable(z.string()),
  instructor: z.nullable(z.string()),
  /** Days on which it meets while the school is closed, until staff decide. */
  closedOn: z.array(schoolDay),
})
export type Batch = z.output<typeof batch>

/** One day on which a batch meets; hours are 24-hour `HH:MM`. */
export const meeting = z.object({
  id,
  day: schoolDay,
  from: timeOfDay,
  to: timeOfDay,
  /** As that of the batch. */
  room: z.nullable(z.string()),
  instructor: z.nullable(z.string()),
  topic: z.nullable(z.string()),
})
export type Meeting = z.output<typeof meeting>

/** A course as the site shows it (P§3). */
export const course = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** Decimal string in rupees, e.g. `'12500.00'` (reading M7). */
  price: z.string(),
  originalPrice: z.nullable(z.string()),
  duration: z.string(),
  sessions: z.number(),
  features: z.array(z.object({ topic: z.string() })),
  popular: z.boolean(),
  /** The day of the next batch that can be enrolled in, else 'Coming soon' (reading S1, D§1). */
  nextbatch: z.string(),
  /** Start of that batch, 24-hour `HH:MM`, where it has one. */
  event_time: z.nullable(z.string()),
  batchId: z.nullable(id),
  created_at: instant,
  /** File name under `/uploads/`, or null. */
  image: z.nullable(z.string()),
  picture: z.nullable(picture),
  category: z.string(),
  /** Null where the batch is unlimited. */
  capacity: z.nullable(z.number()),
  enrolled: z.number(),
  spots_left: z.nullable(z.number()),
  booking_available: z.boolean(),
  rating: z.nullable(z.number()),
  instructor: z.nullable(z.string()),
  /** Those that visitors may see: what is ahead, by day, after the latest past one. */
  batches: z.array(batch),
})
export type Course = z.output<typeof course>

/** Of so many batches a course's own page says at once when they meet. */
export const batchesWithMeetings = 3

/**
 * A course's own page, with the questions that it answers itself. Its batches that are not over say how often they meet, the first of them when; the undated one
 * stands last. `GET /api/batches/:id/meetings` has those of the others.
 */
export const courseDetail = z.object({
  ...course.shape,
  /** Empty where it has none of its own. */
  faq: z.array(courseQuestion),
  batches: z.array(z.object({ ...batch.shape, meetingCount: z.number(), meetings: z.array(meeting) })),
})
export type CourseDetail = z.output<typeof courseDetail>

/** P§3: of a course anything may be missing; its list of features and its category come in many shapes. */
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
  // Its id leads to a course too, and so does its slug in any mixture of capitals.
  keptAs: ({ slug }: z.output<typeof courseDetail>) => ({ slug }),
})

export const listBatchMeetings = defineEndpoint('GET /api/batches/:id/meetings', {
  summary: 'When a batch of a course meets',
  access: 'public',
  params: idParams,
  response: z.array(meeting),
  topics: ['courses'],
})

/** Largest class picture in decoded bytes (B§5; reading W5). */
export const classImageBytesMax = bytesUnder(5)

/** A class as the back office sees it: a course by its field name there (B§3). */
export const adminClass = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** Rupees (reading M7). */
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

/** A category on write: a blank one is stored as General (reading W8). */
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
  /** In their order; none, and the page shows what fits all courses of its kind. */
  faq: z.optional(courseQuestions),
  image: z.nullish(pictureText),
  /** Null means unlimited, by explicit choice only (reading S5). */
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

/** B§3 names the fields of a class; what came later may be missing. */
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
export const importClasses = records.imports('classes')
const kept = records.keptImports('classes')
export const listClassImports = kept.list
export const takeBackClasses = kept.takeBack

const capacitySentence = 'Capacity must be a whole number of 1 or more, or Unlimited'

/** One row of a file of classes; its columns carry the names of the CSV that the back office exports. */
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
