import type { Course } from '../../../../contract/catalogue/courses.ts'
import {
  type AdminPost,
  adminPost,
  type ListedPost,
  listedPost,
  type Post,
  postFields,
  relatedCourse,
  relatedProduct,
} from '../../../../contract/site/journal.ts'
import { readingMinutesOf } from '../../../../contract/site/journal-facts.ts'
import type { Product } from '../../../../contract/store/products.ts'
import { spreadsheetMoment } from '../../../../contract/words.ts'
import { excerptOf } from '../../../platform/markdown.ts'
import { imageFileOf, pictureOf } from '../../../platform/pictures.ts'
import { presented } from '../../../platform/presented.ts'
import { readFields } from '../../../platform/record-fields.ts'
import type { PostRow, TagRow } from './journal.repository.ts'
import { statusOf } from './publishing.ts'

export type WholePost = PostRow & { tags: readonly TagRow[]; addresses: readonly string[] }

export function presentListedPost(row: WholePost): ListedPost {
  return presented(listedPost, row, {
    excerpt: row.excerpt ?? excerptOf(row.body),
    cover: pictureOf(row),
    author: authorOf(row),
    tags: row.tags.map(({ key, name }) => ({ key, name })),
    // A published post always has `published_at`. Only the type of the row allows null.
    published_at: row.published_at ?? row.created_at,
    readingMinutes: readingMinutesOf(row.body),
  })
}

function authorOf(row: WholePost): ListedPost['author'] {
  if (row.author_name === null) return null
  const picture = pictureOf({
    base: row.portrait_base,
    width: row.portrait_width,
    height: row.portrait_height,
    widths: row.portrait_widths,
    color: row.portrait_color,
    private_since: row.portrait_private_since,
    focus_x: row.portrait_focus_x,
    focus_y: row.portrait_focus_y,
  })
  return { name: row.author_name, role: row.author_role, picture }
}

export function presentAdminPost(row: WholePost, now: string): AdminPost {
  const picture = pictureOf(row)
  return presented(adminPost, row, {
    ...readFields(postFields, row),
    oldSlugs: row.addresses.filter((slug) => slug !== row.slug),
    tags: row.tags.map(({ name }) => name),
    instructorId: row.author_name === null ? null : row.instructor_id,
    author: row.author_name,
    cover: imageFileOf(picture),
    picture,
    status: statusOf(row, now),
    publishOn: row.published_at === null ? null : spreadsheetMoment(row.published_at).replace(' ', 'T'),
    readingMinutes: readingMinutesOf(row.body),
  })
}

const relatedMax = 3

/** Returns up to `relatedMax` courses that mention any of the tags. Courses that mention more tags come first. */
export function relatedCourses(courses: readonly Course[], tags: readonly TagRow[]): Post['courses'] {
  return best(courses, tags, ({ title, category, features }) => [
    title,
    category,
    ...features.map(({ topic }) => topic),
  ]).map((course) => presented(relatedCourse, course, {}))
}

export function relatedProducts(products: readonly Product[], tags: readonly TagRow[]): Post['products'] {
  const onSale = products.filter(({ instock }) => instock)
  return best(onSale, tags, ({ name, category }) => [name, ...category]).map((product) =>
    presented(relatedProduct, product, {
      hasSizes: product.sizes.length > 1,
      picture: product.pictures[0]?.picture ?? null,
    }),
  )
}

function best<Thing>(
  things: readonly Thing[],
  tags: readonly TagRow[],
  textsOf: (thing: Thing) => readonly string[],
): Thing[] {
  return things
    .map((thing) => {
      const words = textsOf(thing).map(plainWords).join(' ')
      return { thing, named: tags.filter(({ name }) => words.includes(plainWords(name))).length }
    })
    .filter(({ named }) => named > 0)
    .sort((one, other) => other.named - one.named)
    .slice(0, relatedMax)
    .map(({ thing }) => thing)
}

/**
 * Returns the words with a blank around each, and without the final s of plurals.
 * `Roses & Lilies` becomes ` rose lilie `.
 */
function plainWords(text: string): string {
  const words = text.toLowerCase().split(/[^\p{Letter}\p{Mark}\p{Number}]+/u)
  return ` ${words
    .filter((word) => word !== '')
    .map((word) => word.replace(/(?<=..)s$/, ''))
    .join(' ')} `
}
