import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { recordId } from '../named-records.ts'
import { bytesUnder } from '../picture-size.ts'
import {
  asTyped,
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
import { cell, type ImportColumn, orBlank } from '../row-import.ts'
import { isSchoolDay } from '../school-day.ts'
import { readDay, readHour } from '../spreadsheet-times.ts'
import { normaliseTextList } from '../text-list.ts'
import { postStatuses } from './journal-facts.ts'
import { postBlock } from './post-body.ts'

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
  /** Staff wrote it, or it is the beginning of the text. */
  excerpt: z.string(),
  cover: z.nullable(picture),
  /** Null if nobody signed it, or if the instructor left. */
  author: z.nullable(author),
  tags: z.array(tag),
  published_at: instant,
  updated_at: instant,
  readingMinutes: z.number(),
})
export type ListedPost = z.output<typeof listedPost>

const relatedCourse = z.object({
  slug: z.string(),
  title: z.string(),
  category: z.string(),
  /** It is a decimal string in rupees. */
  price: z.string(),
  nextbatch: z.string(),
  picture: z.nullable(picture),
})

const relatedProduct = z.object({
  slug: z.string(),
  name: z.string(),
  /** It is the price of the smallest size, in rupees. */
  price: z.number(),
  hasSizes: z.boolean(),
  picture: z.nullable(picture),
})

export const post = z.object({
  ...listedPost.shape,
  /** It is staff's excerpt, shown above the text; null if the excerpt is the text's own beginning. */
  lead: z.nullable(z.string()),
  blocks: z.array(postBlock),
  courses: z.array(relatedCourse),
  products: z.array(relatedProduct),
  /** Posts that share a tag come first. */
  more: z.array(listedPost),
})
export type Post = z.output<typeof post>

export const postsQuery = z.object({
  tag: z.optional(asTyped(80)),
  cursor: sortedQuery(['newest']).shape.cursor,
})

export const postsAnswer = z.object({
  success: z.literal(true),
  data: z.array(listedPost),
  tag: z.nullable(tag),
  /** It is the `cursor` for older posts; null if there are none. */
  next: z.nullable(z.string()),
  /** It holds every tag of a published post; tags with many posts come first. */
  tags: z.array(z.object({ ...tag.shape, posts: z.number() })),
})

export const listPosts = defineEndpoint('GET /api/blog', {
  summary: 'What is published in the journal, the newest first, 24 at a time',
  access: 'public',
  query: postsQuery,
  errors: ['not_found'],
  response: postsAnswer,
  topics: ['journal', 'instructors'],
})

const slugSentence = 'Please use small letters, digits and single hyphens, at most 80'
const slug = patterned(80, /^[a-z0-9]+(?:-[a-z0-9]+)*$/, slugSentence, { isTrimmed: true })

export const getPost = defineEndpoint('GET /api/blog/:slug', {
  summary: 'One published post, by an address that it has or had',
  access: 'public',
  params: z.object({ slug: patterned(80, /^[a-z0-9-]+$/i, 'There is no such post') }),
  response: post,
  topics: ['journal', 'instructors', 'courses', 'products'],
  // A post's old addresses lead to it too.
  keptAs: (answer: z.output<typeof post>) => ({ slug: answer.slug }),
})

export const adminPost = z.object({
  id,
  slug: z.string(),
  /** These addresses still lead here. */
  oldSlugs: z.array(z.string()),
  title: z.string(),
  excerpt: z.nullable(z.string()),
  /** It is Markdown. */
  body: z.string(),
  tags: z.array(z.string()),
  instructorId: z.nullable(id),
  author: z.nullable(z.string()),
  cover: z.nullable(z.string()),
  picture: z.nullable(picture),
  status: z.enum(postStatuses),
  /** It is school time, `2027-01-14T06:30`. */
  publishOn: z.nullable(z.string()),
  readingMinutes: z.number(),
  created_at: instant,
  updated_at: instant,
  version,
})
export type AdminPost = z.output<typeof adminPost>

export const postImageBytesMax = bytesUnder(10)

export const postTags = nameList(normaliseTextList, { countMax: 12, lengthMax: 40, what: 'tags' })

const timeSentence = 'Please enter a day and a time'
const publishOn = patterned(16, /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, timeSentence).check(
  // oxlint-disable-next-line malar/whole-letters -- the pattern says what stands there
  z.refine((typed) => isSchoolDay(typed.slice(0, 10)), timeSentence),
)

const status = z.enum(postStatuses, { error: 'Please choose Draft, Scheduled or Published' })

/** It bounds a text to some forty pages. */
export const postBodyMax = 50_000
const body = text(postBodyMax, { required: 'The text is required' })
const excerpt = text(300)

const required = { title: line(160, { required: 'Title is required' }), body }
const optional = {
  slug: z.nullish(slug),
  excerpt: z.nullish(excerpt),
  tags: z.optional(postTags),
  instructorId: z.nullish(recordId('instructor')),
  cover: z.nullish(pictureText),
  /** The default for a new post is a draft. */
  status: z.optional(status),
  /** A published post without it is out at once. */
  publishOn: z.nullish(publishOn),
}

export const postInput = z.object({ ...required, ...optional })
export type PostInput = z.output<typeof postInput>

export const postPatch = patchOf({ ...required, ...optional })
export type PostPatch = z.output<typeof postPatch>

export const adminPostsQuery = z.object({
  ...sortedQuery(['newest', 'published', '-published', 'title', '-title']).shape,
  status: z.optional(z.enum(postStatuses)),
})
export type AdminPostsQuery = z.output<typeof adminPostsQuery>

const records = recordAt('/api/admin/blog', 'site', wrapped(adminPost), { hasPicture: true })

export const listAdminPosts = records.lists(
  'All posts for the back office, drafts and scheduled ones too',
  adminPostsQuery,
  adminPost,
)
export const addPost = records.adds('Write a post', postInput)
export const getAdminPost = records.reads('One post for the back office')
export const updatePost = records.changes(
  'Change a post, publish it or take it back; absent fields stay',
  postPatch,
)
export const deletePost = records.deletes('Delete a post; it can be restored from the bin')
export const postImports = records.keptImports('posts')

export const addPostPicture = defineEndpoint('POST /api/admin/blog/pictures', {
  summary: 'Store a picture for the text of a post',
  access: 'admin',
  right: 'site',
  body: z.object({ image: pictureText }),
  bodyLimit: imageBodyLimit,
  rate: 'upload',
  status: 201,
  /** It is a file name under `/uploads/`, as Markdown names it. */
  response: wrapped(z.object({ file: z.string() })),
})

export const previewPost = defineEndpoint('POST /api/admin/blog/preview', {
  summary: 'A text in Markdown as its page will show it; nothing is stored',
  access: 'admin',
  right: 'site',
  body: z.object({ body: text(postBodyMax) }),
  bodyLimit: 256 * 1024,
  response: wrapped(z.object({ blocks: z.array(postBlock), readingMinutes: z.number() })),
})

export const postImportRow = z.object({
  title: required.title,
  body,
  excerpt: orBlank(excerpt),
  tags: cell(postTags, (typed) => typed),
  author: orBlank(line(120)),
  slug: orBlank(slug),
  status: cell(status, (typed) => typed.toLowerCase() || 'draft'),
  publishOn: cell(z.optional(publishOn), (typed) =>
    typed === '' ? undefined : `${readDay(typed)}T${readHour(typed)}`,
  ),
})
export type PostRow = z.output<typeof postImportRow>

export const postImportColumns: readonly ImportColumn<keyof typeof postImportRow.shape>[] = [
  { name: 'title', header: 'Title', isRequired: true, example: 'Koyambedu at five in the morning' },
  { name: 'slug', header: 'Address', example: 'koyambedu-at-five', hint: 'Empty is made from the title' },
  {
    name: 'status',
    header: 'Status',
    example: 'Draft',
    hint: 'Draft, Scheduled or Published; empty is Draft',
  },
  { name: 'publishOn', header: 'Published on', example: '2027-01-14 06:30', hint: 'School time' },
  { name: 'author', header: 'Author', example: 'Anjali Menon', hint: 'The name of an instructor' },
  { name: 'tags', header: 'Tags', example: 'Jasmine, Market', hint: 'Parted by commas' },
  { name: 'excerpt', header: 'Excerpt', example: 'Before the sun, the flowers.' },
  { name: 'body', header: 'Text', isRequired: true, example: 'Markdown, with its line breaks' },
]
