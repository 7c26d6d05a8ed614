import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { bytesUnder } from '../picture-size.ts'
import {
  anyId,
  id,
  imageBodyLimit,
  inPart,
  instant,
  line,
  listOrWrapped,
  listQuery,
  nameList,
  patchOf,
  patterned,
  picture,
  pictureText,
  schoolDay,
  timeOfDay,
  version,
  wrapped,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import {
  addedIn,
  cellsIn,
  field,
  flagField,
  importColumnsIn,
  listField,
  numberField,
  partsField,
  plainField,
  requiredRupees,
  requiredText,
  rupeesOrNone,
  shownIn,
  textOrNone,
  wholeNumber,
} from '../record-fields.ts'
import { cell, orBlank, spreadsheetDay, spreadsheetHourOrBlank } from '../row-import.ts'
import { normaliseTextList } from '../text-list.ts'
import { batchStates } from './batch-states.ts'
import { meetsAnyway } from './batches.ts'
import { courseDefaults, normaliseCategory } from './course-facts.ts'
import { courseQuestion, courseQuestions, readQuestions } from './course-questions.ts'
import * as error from './fields.en.ts'

export const batch = z.object({
  id,
  date: z.nullable(schoolDay),
  startTime: z.nullable(z.string()),
  endsOn: z.nullable(schoolDay),
  /** The price of a seat in this batch, as a decimal string in rupees. */
  price: z.string(),
  capacity: z.nullable(z.number()),
  enrolled: z.number(),
  /** Never negative; null if the batch is unlimited. */
  spotsLeft: z.nullable(z.number()),
  state: z.enum(batchStates),
  /** The name of the room. `roomAddress` is null if the room is at the school's own address. */
  room: z.nullable(z.string()),
  roomAddress: z.nullable(z.string()),
  instructor: z.nullable(z.string()),
  /** Days on which the batch meets although the school is closed. Staff have not yet decided about these days. */
  closedOn: z.array(schoolDay),
})
export type Batch = z.output<typeof batch>

/** Times are 24-hour `HH:MM`. */
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

/** A blank category is stored as General. */
const courseCategory = z.pipe(
  z.nullish(line(60)),
  z.transform((value) => (value?.trim() ? normaliseCategory(value) : 'General')),
)

const featureTopics = nameList(normaliseTextList, {
  countMax: 60,
  lengthMax: 200,
  tooMuch: ({ countMax, lengthMax }) =>
    `Enter at most ${countMax} features of up to ${lengthMax} characters each`,
})

const sessionsSentence = 'Enter the number of sessions, 1 or more'
const sessions = wholeNumber(/^\d+$/, 1, 1000, sessionsSentence)
const capacitySentence = 'Enter a capacity of 1 or more, or Unlimited'

export const classFields = {
  title: requiredText('line', { label: 'Title', column: 'title', example: 'Garlands for the Home' }, 120),
  category: plainField({
    label: 'Category',
    column: 'category',
    shown: z.string(),
    rule: courseCategory,
    cell: courseCategory,
    start: 'General',
    example: 'Workshops',
    hint: 'Diploma Course or Workshops. Leave blank for General.',
  }),
  nextbatch: field({
    ...partsField({
      label: 'Next batch',
      shown: z.nullable(schoolDay),
      rule: schoolDay,
      cell: spreadsheetDay,
      example: '2027-01-16',
      hint: 'A day such as 2027-01-16 or 16/01/2027',
    }),
    isRequired: true,
  }),
  price: requiredRupees(
    { label: 'Price', column: 'price_in_paise', example: '1850', hint: 'In rupees, digits only' },
    'Enter a price of 0 or more, with at most 2 decimal places',
  ),
  duration: requiredText('line', { label: 'Duration', column: 'duration', example: '3 hours' }, 60),
  sessions: field({
    ...numberField(
      { label: 'Sessions', column: 'sessions', example: '1', isCellRequired: false },
      sessions,
      cell(sessions, (typed) => typed || String(courseDefaults.sessions)),
    ),
    isRequired: true,
  }),
  description: requiredText(
    'text',
    { label: 'Description', column: 'description', example: 'Strings of jasmine, tied by hand.' },
    5000,
  ),
  features: listField({
    label: 'Features',
    column: 'features',
    item: z.string(),
    rule: featureTopics,
    cell: cell(featureTopics, (typed) => typed.split(/[\n|]/)),
    example: 'Knots|Colours|Care',
    hint: 'One per line, or separated by |',
  }),
  /**
   * Questions and answers, in the order that staff chose. If there are none, the page shows the questions that fit all
   * courses of this kind.
   */
  faq: listField({
    label: 'Questions',
    column: 'faq',
    item: courseQuestion,
    rule: courseQuestions,
    cell: cell(courseQuestions, readQuestions),
    example: 'Do I need to bring shears?\nNo, we provide them.',
    hint: 'Put each question on a line, its answer on the next, then a blank line',
  }),
  /** The number of seats; null means unlimited. A request without this field never makes the batch unlimited. */
  capacity: partsField({
    label: 'Capacity',
    shown: z.nullable(z.number()),
    rule: z.nullable(z.number('Enter a capacity of 1 or more').check(z.int(), z.gte(1), z.lte(10000))),
    cell: orBlank(
      z.pipe(
        patterned(20, /^(unlimited|[1-9]\d{0,3}|10000)$/i, capacitySentence),
        z.transform((typed) => (/^unlimited$/i.test(typed) ? null : Number(typed))),
      ),
    ),
    example: '12',
    hint: 'A number of seats, or Unlimited. Leave blank for 20.',
  }),
  startTime: partsField({
    label: 'Start time',
    shown: z.nullable(z.string()),
    rule: z.nullable(timeOfDay),
    cell: spreadsheetHourOrBlank,
    example: '10:30',
  }),
  instructor: textOrNone(
    'line',
    { label: 'Instructor', column: 'instructor', example: 'Kavitha Raman' },
    120,
  ),
  originalPrice: rupeesOrNone(
    { label: 'Original price', column: 'original_price_in_paise' },
    'Enter an original price of 0 or more, with at most 2 decimal places',
  ),
  popular: flagField({ label: 'Popular', column: 'popular' }),
  /** A class that is off the site is shown only to staff and to people who have a seat in the class. */
  isOnSite: flagField({ label: 'On the site', column: 'is_on_site', hint: 'Yes or No. Blank means Yes.' }, 1),
}

const { startTime, originalPrice, popular, isOnSite, ...otherFields } = classFields
const { title, description, duration, sessions: meetingCount, category, instructor } = otherFields

export const course = z.object({
  id,
  slug: z.string(),
  ...shownIn({ title, description, duration, sessions: meetingCount, popular, category, instructor }),
  /** Prices are decimal strings in rupees, such as `'12500.00'`. */
  price: z.string(),
  originalPrice: z.nullable(z.string()),
  features: z.array(z.object({ topic: z.string() })),
  /** The day of the next batch that is open for enrolment, otherwise 'Coming soon'. */
  nextbatch: z.string(),
  /** The start time of the next batch as 24-hour `HH:MM`; null if that batch has no start time. */
  event_time: z.nullable(z.string()),
  batchId: z.nullable(id),
  created_at: instant,
  /** A file name under `/uploads/`. */
  image: z.nullable(z.string()),
  picture: z.nullable(picture),
  capacity: z.nullable(z.number()),
  enrolled: z.number(),
  spots_left: z.nullable(z.number()),
  booking_available: z.boolean(),
  rating: z.nullable(z.number()),
  /** The batches that visitors may see: the most recent past batch first, then the coming batches by day. */
  batches: z.array(batch),
})
export type Course = z.output<typeof course>

/** A course's page includes the meetings of this many batches; the meetings of further batches load on request. */
export const batchesWithMeetings = 3

/**
 * A course with its batches that are not over; the batch without a date comes last. Each batch has the number of its
 * meetings. The first `batchesWithMeetings` batches also have the days of their meetings; `GET
 * /api/batches/:id/meetings` returns these days for the other batches.
 */
export const courseDetail = z.object({
  ...course.shape,
  faq: z.array(courseQuestion),
  batches: z.array(
    z.object({
      ...batch.shape,
      meetingCount: z.number(),
      meetings: z.array(meeting),
      /** Set in the preview of a course that is off the site, because visitors cannot open its calendar file. */
      isHidden: z.optional(z.literal(true)),
    }),
  ),
})
export type CourseDetail = z.output<typeof courseDetail>

/**
 * A course as our pages accept it. Any field may be missing, and `features` and `category` may have any format.
 */
const courseInPart = inPart(course.shape, {
  id: anyId,
  price: z.nullish(z.union([z.string(), z.number()])),
  features: z.unknown(),
  category: z.unknown(),
})

export const listCourses = defineEndpoint('GET /api/courses', {
  summary: 'List all courses, each with its next batch',
  access: 'public',
  response: z.array(course),
  readAs: listOrWrapped(courseInPart),
  topics: ['courses'],
})

export const getCourse = defineEndpoint('GET /api/courses/:slug', {
  summary: 'Get a course by its slug or id, with its upcoming batches',
  access: 'public',
  params: z.object({ slug: patterned(100, /^[a-z0-9_-]+$/i, error.courseUnknown) }),
  response: courseDetail,
  topics: ['courses'],
  // The endpoint also finds a course by its id, or by its slug in capitals. The cache stores the response once, under
  // the slug.
  keptAs: ({ slug }: z.output<typeof courseDetail>) => ({ slug }),
})

export const listBatchMeetings = defineEndpoint('GET /api/batches/:id/meetings', {
  summary: 'List the sessions of a batch',
  access: 'public',
  response: z.array(meeting),
  topics: ['courses'],
})

export const classImageBytesMax = bytesUnder(5)

/** Prices are in rupees. */
export const adminClass = z.object({
  id,
  slug: z.string(),
  ...shownIn(classFields),
  image: z.nullable(z.string()),
  picture: z.nullable(picture),
  enrolled: z.number(),
  created_at: instant,
  version,
})
export type AdminClass = z.output<typeof adminClass>

export const classInput = z.object({ ...addedIn(classFields), image: z.nullish(pictureText), meetsAnyway })
export type ClassInput = z.output<typeof classInput>

export const classPatch = patchOf(classInput.shape)
export type ClassPatch = z.output<typeof classPatch>

/** The back office needs only these fields of a class; any other field may be missing. */
const classInPart = inPart(adminClass.shape, {
  id: anyId,
  title: z.string(),
  price: z.number(),
  features: z.array(z.string()),
})

export const listClasses = defineEndpoint('GET /api/admin/AdminClasses', {
  summary: 'List all classes for the back office',
  right: 'rosters',
  query: z.extend(listQuery, { onsite: z.optional(z.enum(['yes', 'no'])) }),
  response: z.array(adminClass),
  readAs: listOrWrapped(classInPart),
})

const records = recordAt('/api/admin/AdminClasses', 'classes', wrapped(adminClass), { hasPicture: true })

export const getClass = defineEndpoint('GET /api/admin/AdminClasses/:id', {
  summary: 'Get a class for the back office',
  right: 'classes',
  response: adminClass,
})
export const addClass = defineEndpoint('POST /api/admin/AdminClasses/Add', {
  summary: 'Create a class',
  right: 'classes',
  body: classInput,
  bodyLimit: imageBodyLimit,
  status: 201,
  rate: 'upload',
  response: wrapped(adminClass),
})
export const updateClass = records.changes(
  'Change a class. Fields that are left out keep their values.',
  classPatch,
)
/**
 * `day` is the day of the copy's first session, and `startTime` the start time of that session. A missing `startTime`
 * keeps the start time of the copied batch. Null keeps the times of all sessions; without sessions, the copy then has
 * no start time.
 */
export const classCopy = z.object({
  title: classFields.title.rule,
  day: schoolDay,
  startTime: z.nullish(timeOfDay),
  isOnSite: z.optional(z.boolean()),
  meetsAnyway,
  version: z.optional(z.number()),
})
export type ClassCopy = z.output<typeof classCopy>

export const copyClass = defineEndpoint('POST /api/admin/AdminClasses/:id/copy', {
  summary:
    'Copy a class to new dates, with its topics, prices, questions and sessions, but without its seats. The copy is off the site unless `isOnSite` is true.',
  right: 'classes',
  body: classCopy,
  status: 201,
  errors: ['not_found', 'conflict'],
  response: wrapped(adminClass),
})
export const deleteClass = records.deletes(
  'Delete a class in which nobody has a current seat or a reserved place. It can be restored from the bin.',
)
export const beginClassPreview = records.previews('a class')
export const classImports = records.keptImports('classes')

const fileFields = { ...otherFields, startTime, originalPrice, popular, isOnSite }

export const classImportRow = z.object(cellsIn(fileFields))
export const classImportColumns = importColumnsIn(fileFields)
