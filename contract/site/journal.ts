import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { recordId } from '../named-records.ts'
import { bytesUnder } from '../picture-size.ts'
import {
  asTyped,
  done,
  id,
  imageBodyLimit,
  instant,
  line,
  nameList,
  patchOf,
  patterned,
  picture,
  pictureText,
  sortedQuery,
  text,
  version,
  wrapped,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import {
  addedIn,
  cellsIn,
  importColumnsIn,
  partsField,
  plainField,
  requiredText,
  shownIn,
  textOrNone,
} from '../record-fields.ts'
import { cell, orBlank } from '../row-import.ts'
import { isSchoolDay } from '../school-day.ts'
import { readDay, readHour } from '../spreadsheet-times.ts'
import { textBlock } from '../text-blocks.ts'
import { normaliseTextList } from '../text-list.ts'
import * as error from './fields.en.ts'
import { postStatuses } from './journal-facts.ts'

const tag = z.object({ key: z.string(), name: z.string() })

const author = z.object({
  name: z.string(),
  role: z.nullable(z.string()),
  picture: z.nullable(picture),
})

export const listedPost = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  /** The summary that staff wrote, or else the beginning of the text. */
  excerpt: z.string(),
  cover: z.nullable(picture),
  /** Null if the post names no author, or if that instructor was deleted. */
  author: z.nullable(author),
  tags: z.array(tag),
  published_at: instant,
  updated_at: instant,
  readingMinutes: z.number(),
})
export type ListedPost = z.output<typeof listedPost>

export const relatedCourse = z.object({
  slug: z.string(),
  title: z.string(),
  category: z.string(),
  /** The price in rupees as text, such as '1500.00'. */
  price: z.string(),
  nextbatch: z.string(),
  picture: z.nullable(picture),
})

export const relatedProduct = z.object({
  slug: z.string(),
  name: z.string(),
  /** The price of the smallest size, in rupees. */
  price: z.number(),
  hasSizes: z.boolean(),
  picture: z.nullable(picture),
})

export const post = z.object({
  ...listedPost.shape,
  /** The summary that staff wrote, which is shown above the text. Null if staff wrote none. */
  lead: z.nullable(z.string()),
  blocks: z.array(textBlock),
  courses: z.array(relatedCourse),
  products: z.array(relatedProduct),
  /** Other posts to read next. Posts with the same tags come first. */
  more: z.array(listedPost),
})
export type Post = z.output<typeof post>

export const postsQuery = z.object({
  tag: z.optional(asTyped(80)),
  cursor: sortedQuery(['newest']).shape.cursor,
})

export const postsAnswer = z.extend(done, {
  data: z.array(listedPost),
  tag: z.nullable(tag),
  /** The `cursor` of the next request, which lists older posts; null if there are no older posts. */
  next: z.nullable(z.string()),
  /** The tags of all published posts. Tags with the most posts come first. */
  tags: z.array(z.object({ ...tag.shape, posts: z.number() })),
})

export const listPosts = defineEndpoint('GET /api/blog', {
  summary: 'List the published posts, newest first, 24 at a time',
  access: 'public',
  part: 'journal',
  query: postsQuery,
  errors: ['not_found'],
  response: postsAnswer,
  topics: ['journal', 'instructors'],
})

const slugSentence = 'Use at most 80 lowercase letters, digits and single hyphens'
const slug = patterned(80, /^[a-z0-9]+(?:-[a-z0-9]+)*$/, slugSentence, { isTrimmed: true })

export const getPost = defineEndpoint('GET /api/blog/:slug', {
  summary: 'Get a published post by its current or an earlier address',
  access: 'public',
  part: 'journal',
  params: z.object({ slug: patterned(80, /^[a-z0-9-]+$/i, error.postUnknown) }),
  response: post,
  topics: ['journal', 'instructors', 'courses', 'products'],
  // The endpoint also finds a post by its earlier addresses. The cache stores the response once, under the current
  // address.
  keptAs: (answer: z.output<typeof post>) => ({ slug: answer.slug }),
})

export const postImageBytesMax = bytesUnder(10)

const postTags = nameList(normaliseTextList, {
  countMax: 12,
  lengthMax: 40,
  tooMuch: ({ countMax, lengthMax }) =>
    `Enter at most ${countMax} tags of up to ${lengthMax} characters each`,
})

const timeSentence = 'Enter a date and a time'
const publishOn = patterned(16, /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, timeSentence).check(
  // oxlint-disable-next-line malar/whole-letters -- the pattern allows only digits and hyphens here
  z.refine((typed) => isSchoolDay(typed.slice(0, 10)), timeSentence),
)

const status = z.enum(postStatuses, { error: 'Choose Draft, Scheduled or Published' })

/** The most characters of a post, which are about forty pages. */
export const postBodyMax = 50_000

export const postFields = {
  title: requiredText(
    'line',
    { label: 'Title', column: 'title', example: 'Koyambedu at five in the morning' },
    160,
  ),
  slug: partsField({
    label: 'Address',
    shown: z.string(),
    rule: z.nullable(slug),
    cell: orBlank(slug),
    example: 'koyambedu-at-five',
    hint: 'Leave blank to make it from the title',
  }),
  /** The id of the author; null if the post has no author. A file has the instructor's name in this column. */
  instructorId: plainField({
    label: 'Author',
    column: 'instructor_id',
    shown: z.nullable(id),
    rule: z.nullable(recordId('instructor')),
    cell: orBlank(line(120)),
    start: null as string | null,
    example: 'Anjali Menon',
    hint: 'An instructor’s name',
  }),
  tags: partsField({
    label: 'Tags',
    shown: z.array(z.string()),
    rule: postTags,
    cell: cell(postTags, (typed) => typed),
    example: 'Jasmine, Market',
    hint: 'Separate with commas',
  }),
  /** The summary; null if the beginning of the text is shown instead. */
  excerpt: textOrNone(
    'text',
    { label: 'Excerpt', column: 'excerpt', example: 'Before the sun, the flowers.' },
    300,
  ),
  /** The text in Markdown. */
  body: requiredText(
    'text',
    { label: 'Text', column: 'body', example: 'Markdown, with its line breaks' },
    postBodyMax,
    'Text is required',
  ),
  /** A new post is a draft unless the request says otherwise. */
  status: partsField({
    label: 'Status',
    shown: z.enum(postStatuses),
    rule: status,
    cell: cell(status, (typed) => typed.toLowerCase() || 'draft'),
    example: 'Draft',
    hint: 'Draft, Scheduled or Published. Leave blank for Draft.',
  }),
  /**
   * The time at which the post appears, in the school's time zone, such as `2027-01-14T06:30`. A post that is published
   * without a time appears immediately.
   */
  publishOn: partsField({
    label: 'Published on',
    shown: z.nullable(z.string()),
    rule: z.nullable(publishOn),
    cell: cell(z.optional(publishOn), (typed) =>
      typed === '' ? undefined : `${readDay(typed)}T${readHour(typed)}`,
    ),
    example: '2027-01-14 06:30',
    hint: 'The school’s time',
  }),
}

export const adminPost = z.object({
  id,
  ...shownIn(postFields),
  /** Earlier addresses of this post, which redirect to the current one. */
  oldSlugs: z.array(z.string()),
  author: z.nullable(z.string()),
  cover: z.nullable(z.string()),
  picture: z.nullable(picture),
  readingMinutes: z.number(),
  created_at: instant,
  updated_at: instant,
  version,
})
export type AdminPost = z.output<typeof adminPost>

export const postInput = z.object({ ...addedIn(postFields), cover: z.nullish(pictureText) })
export type PostInput = z.output<typeof postInput>

export const postPatch = patchOf(postInput.shape)
export type PostPatch = z.output<typeof postPatch>

export const adminPostsQuery = z.object({
  ...sortedQuery(['newest', 'published', '-published', 'title', '-title']).shape,
  status: z.optional(z.enum(postStatuses)),
})
export type AdminPostsQuery = z.output<typeof adminPostsQuery>

const records = recordAt('/api/admin/blog', 'site', wrapped(adminPost), { hasPicture: true })

export const listAdminPosts = records.lists(
  'List all posts for the back office, including drafts and scheduled ones',
  adminPostsQuery,
  adminPost,
)
export const addPost = records.adds('Create a post', postInput)
export const getAdminPost = records.reads('Get a post for the back office')
export const updatePost = records.changes(
  'Change, publish or unpublish a post. Fields that are left out keep their values.',
  postPatch,
)
export const deletePost = records.deletes('Delete a post. It can be restored from the bin.')
export const beginPostPreview = records.previews('a post')
export const postImports = records.keptImports('posts')

export const addPostPicture = defineEndpoint('POST /api/admin/blog/pictures', {
  summary: 'Store a picture for the text of a post',
  right: 'site',
  body: z.object({ image: pictureText }),
  bodyLimit: imageBodyLimit,
  rate: 'upload',
  status: 201,
  /** The name of the file under `/uploads/`, by which the Markdown text refers to the picture. */
  response: wrapped(z.object({ file: z.string() })),
})

export const previewPost = defineEndpoint('POST /api/admin/blog/preview', {
  summary: 'Preview the Markdown text of a post as its page will show it. Nothing is stored.',
  right: 'site',
  body: z.object({ body: text(postBodyMax) }),
  bodyLimit: 256 * 1024,
  response: wrapped(z.object({ blocks: z.array(textBlock), readingMinutes: z.number() })),
})

const { title, slug: address, status: state, publishOn: time, instructorId, ...others } = postFields
const fileFields = { title, slug: address, status: state, publishOn: time, author: instructorId, ...others }

export const postImportRow = z.object(cellsIn(fileFields))
export type PostRow = z.output<typeof postImportRow>
export const postImportColumns = importColumnsIn(fileFields)
