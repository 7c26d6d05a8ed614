import type { Course } from '../catalogue/courses.ts'
import type { Picture } from '../primitives.ts'
import type { SitePictures } from '../school/fallbacks.ts'
import type { School } from '../school/school.ts'
import type { Product } from '../store/products.ts'
import type { ListedPost } from './journal.ts'
import * as text from './share-pictures.en.ts'

/** The size in pixels in which chat apps show the picture for a shared link. */
export const shareSize = { width: 1200, height: 630 } as const

/**
 * The facts in the picture for a shared link. It contains nothing about the visitor and nothing from the URL's query.
 */
export interface ShareFacts {
  school: string
  city: string
  title: string
  /**
   * The date of the next batch in the school's time zone, or 'Coming soon'; null on pages that are not about a course.
   */
  day: string | null
  /** A decimal string in rupees; null on pages that sell nothing. */
  price: string | null
  picture: Pick<Picture, 'base' | 'widths' | 'focus'> | null
  /** The school's own logo; left out while the school has none. */
  logo?: Pick<Picture, 'base' | 'widths'>
}

/** Pages that have their own picture for shared links: its title, and often the first picture of a field of the pages. */
const pages: Record<string, { title: string; picture?: keyof SitePictures }> = {
  '/': { title: text.home, picture: 'heroPictures' },
  '/classes': { title: text.classes, picture: 'coursesPicture' },
  '/calendar': { title: text.calendar },
  '/about': { title: text.about, picture: 'aboutPicture' },
  '/contact': { title: text.contact },
  '/store': { title: text.store, picture: 'bouquetsPicture' },
  '/shop': { title: text.shop, picture: 'bouquetsPicture' },
  '/blog': { title: text.blog, picture: 'coursesPicture' },
  '/privacy': { title: text.privacy },
  '/terms': { title: text.terms },
}

export const coursePagePrefix = '/classes/'
export const postPagePrefix = '/blog/'
export const productPagePrefix = '/store/'

export function shareFactsOfPage(
  path: string,
  school: School,
  pictures: SitePictures | undefined,
): ShareFacts | null {
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (page === undefined) return null
  const picture = page.picture && pictures?.[page.picture][0]
  return factsOf(school, page.title, picture ?? null, null)
}

export function shareFactsOfCourse(
  course: Pick<Course, 'title' | 'nextbatch' | 'price' | 'picture'>,
  school: School,
): ShareFacts {
  return factsOf(school, course.title, course.picture, { day: course.nextbatch, price: course.price })
}

export function shareFactsOfPost(
  { title, cover }: Pick<ListedPost, 'title' | 'cover'>,
  school: School,
): ShareFacts {
  return factsOf(school, title, cover, null)
}

export function shareFactsOfProduct(
  { name, price, pictures }: Pick<Product, 'name' | 'price' | 'pictures'>,
  school: School,
): ShareFacts {
  return factsOf(school, name, pictures[0]?.picture ?? null, { day: null, price: price.toFixed(2) })
}

function factsOf(
  school: School,
  title: string,
  picture: Picture | null,
  sale: { day: string | null; price: string } | null,
): ShareFacts {
  const { logo } = school.pictures
  return {
    ...(logo && { logo: { base: logo.base, widths: logo.widths } }),
    school: school.name,
    city: school.city,
    title,
    day: sale?.day ?? null,
    price: sale?.price ?? null,
    picture: picture && { base: picture.base, widths: picture.widths, focus: picture.focus },
  }
}

/**
 * The URL of the picture. Chat apps cache pictures by URL, so `v` changes with the picture. The server ignores `v`.
 */
export function sharePicturePath(path: string, facts: ShareFacts): string {
  return `/share${path === '/' ? '/home' : path}.jpg?v=${fingerprint(JSON.stringify(facts))}`
}

/** The hash FNV-1a, which is short and the same on the server and in the browser. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}
