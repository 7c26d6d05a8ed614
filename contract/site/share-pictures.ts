import type { Course } from '../catalogue/courses.ts'
import type { Picture } from '../primitives.ts'
import type { Fallbacks, SitePictures, SiteTexts } from '../school/fallbacks.ts'
import type { School } from '../school/school.ts'
import type { SitePart } from '../school/site-parts.ts'
import type { Product } from '../store/products.ts'
import type { ListedPost } from './journal.ts'
import * as text from './share-pictures.en.ts'

/** The size in pixels in which chat apps show the picture for a shared link. */
export const shareSize = { width: 1200, height: 630 } as const

/**
 * The facts in the picture for a shared link. The picture shows nothing about the visitor, and nothing from the query
 * of the address.
 */
export interface ShareFacts {
  school: string
  city: string
  title: string
  /** The date of the next batch in the school's time zone, or 'Coming soon'; null if the page is not about a course. */
  day: string | null
  /** The price in rupees as text; null if the page sells nothing. */
  price: string | null
  picture: Pick<Picture, 'base' | 'widths' | 'focus'> | null
  /** The logo that the school uploaded. Left out if the school has not uploaded one. */
  logo?: Pick<Picture, 'base' | 'widths'>
}

interface SharedPage {
  title: string
  /** The text of the page that is the title in place of `title`, if the school has written one. */
  ownTitle?: keyof SiteTexts
  /** The field whose first picture is shown. */
  picture?: keyof SitePictures
  /** The part of the site that must be switched on. */
  part?: SitePart
}

/** The pages that have their own picture for shared links. */
const pages: Record<string, SharedPage> = {
  '/': { title: text.home, ownTitle: 'homeHeadline', picture: 'heroPictures' },
  '/classes': { title: text.classes, picture: 'coursesPicture' },
  '/calendar': { title: text.calendar },
  '/about': { title: text.about, ownTitle: 'aboutHeading', picture: 'aboutPicture' },
  '/contact': { title: text.contact, ownTitle: 'contactHeading' },
  '/store': { title: text.store, ownTitle: 'storeHeading', picture: 'bouquetsPicture' },
  '/shop': { title: text.shop, picture: 'bouquetsPicture' },
  '/blog': { title: text.blog, picture: 'coursesPicture' },
  '/privacy': { title: text.privacy },
  '/terms': { title: text.terms },
  '/terms/courses': { title: text.courseTerms },
  '/terms/hall': { title: text.hallTerms, part: 'hall' },
}

export const coursePagePrefix = '/classes/'
export const postPagePrefix = '/blog/'
export const productPagePrefix = '/store/'

export function shareFactsOfPage(
  path: string,
  school: School,
  shown: Pick<Fallbacks, 'texts' | 'pictures'> | undefined,
): ShareFacts | null {
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (page === undefined || (page.part && !school.parts[page.part])) return null
  const picture = page.picture && shown?.pictures[page.picture][0]
  const own = page.ownTitle && shown?.texts[page.ownTitle]
  const title = typeof own === 'string' ? own.replace('\n', ' ') : page.title
  return factsOf(school, title, picture ?? null, null)
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
 * Returns the URL of the picture. Chat apps cache pictures by their URL, so `v` changes whenever the facts change. The
 * server ignores `v`.
 */
export function sharePicturePath(path: string, facts: ShareFacts): string {
  return `/share${path === '/' ? '/home' : path}.jpg?v=${fingerprint(JSON.stringify(facts))}`
}

/** Returns the hash FNV-1a of a text. It is short, and the server and the browser compute the same hash. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}
