import * as z from 'zod/mini'
import { courseDefaults, normaliseCategory } from './course-facts.ts'
import { defineEndpoint } from './endpoint.ts'
import { bytesUnder } from './picture-size.ts'
import {
  id,
  imageBodyLimit,
  instant,
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
import { cell, type ImportColumn, orBlank, spreadsheetDay, yesOrNo } from './row-import.ts'
import { normaliseTextList } from './text-list.ts'

/** One dated (or not yet dated) run of a course. */
export const batch = z.object({
  id,
  date: z.nullable(schoolDay),
  startTime: z.nullable(z.string()),
  capacity: z.nullable(z.number()),
  enrolled: z.number(),
  /** Never below 0; null where the batch is unlimited (reading S5). */
  spotsLeft: z.nullable(z.number()),
})
export type Batch = z.output<typeof batch>

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
  /** The next batch's day, else the latest past one's, else 'Coming soon' (reading S1). */
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
})
export type Course = z.output<typeof course>

/** A course's own page: the course and its batches that are not over. */
export const courseDetail = z.object({ ...course.shape, batches: z.array(batch) })
export type CourseDetail = z.output<typeof courseDetail>

export const listCourses = defineEndpoint('GET /api/courses', {
  summary: 'All courses, each with its next batch',
  access: 'public',
  response: z.array(course),
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
  z.nullish(text(60)),
  z.transform((value) => (value?.trim() ? normaliseCategory(value) : 'General')),
)

export const featureTopics = nameList(normaliseTextList, { countMax: 60, lengthMax: 200, what: 'features' })

const sessionsSentence = 'Sessions must be a whole number of 1 or more'

const classFields = {
  title: text(120, { required: 'Title is required' }),
  description: text(5000, { required: 'Description is required' }),
  price: rupees('Price must be a number of 0 or more, with at most 2 decimals'),
  duration: text(60, { required: 'Duration is required' }),
  sessions: numeric(/^\d+$/, sessionsSentence).check(
    z.refine((value) => Number.isInteger(value) && value >= 1 && value <= 1000, sessionsSentence),
  ),
  nextbatch: schoolDay,
  category: courseCategory,
}

const optionalClassFields = {
  features: z.optional(featureTopics),
  image: z.nullish(pictureText),
  /** Null means unlimited, by explicit choice only (reading S5). */
  capacity: z.nullish(
    z.number('Capacity must be a whole number of 1 or more').check(z.int(), z.gte(1), z.lte(10000)),
  ),
  instructor: z.nullish(text(120)),
  originalPrice: z.nullish(rupees('Original price must be a number of 0 or more, with at most 2 decimals')),
  popular: z.optional(z.boolean()),
  startTime: z.nullish(timeOfDay),
}

export const classInput = z.object({ ...classFields, ...optionalClassFields })
export type ClassInput = z.output<typeof classInput>

export const classPatch = patchOf({ ...classFields, ...optionalClassFields })
export type ClassPatch = z.output<typeof classPatch>

export const listClasses = defineEndpoint('GET /api/admin/AdminClasses', {
  summary: 'All classes for the back office',
  access: 'admin',
  query: listQuery,
  response: z.array(adminClass),
})

const records = recordAt('/api/admin/AdminClasses', wrapped(adminClass), { hasPicture: true })

export const getClass = readsRecord(
  '/api/admin/AdminClasses/:id',
  'One class for the back office',
  adminClass,
)
export const addClass = defineEndpoint('POST /api/admin/AdminClasses/Add', {
  summary: 'Add a class',
  access: 'admin',
  body: classInput,
  bodyLimit: imageBodyLimit,
  status: 201,
  rate: 'upload',
  response: wrapped(adminClass),
})
export const updateClass = records.changes('Change a class; absent fields stay', classPatch)
export const deleteClass = records.deletes('Delete a class that has no paid seats')
export const importClasses = records.imports('classes')

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
  capacity: orBlank(
    z.pipe(
      patterned(20, /^(unlimited|[1-9]\d{0,3}|10000)$/i, capacitySentence),
      z.transform((typed) => (/^unlimited$/i.test(typed) ? null : Number(typed))),
    ),
  ),
  instructor: orBlank(text(120)),
  startTime: orBlank(timeOfDay),
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
  { name: 'capacity', header: 'Capacity', example: '12', hint: 'Seats, or Unlimited; empty is 20' },
  { name: 'instructor', header: 'Instructor', example: 'Kavitha Raman' },
  { name: 'startTime', header: 'Start time', example: '10:30' },
  { name: 'originalPrice', header: 'Original price', example: '' },
  { name: 'popular', header: 'Popular', example: 'No', hint: 'Yes or No' },
]
