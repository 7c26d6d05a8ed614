import { knownOrder } from './school.ts'

/** Every public page of `web/routes.ts`; `isKept` if the page cache keeps it for all visitors. */
export const publicPages = [
  { page: '/', isKept: true },
  { page: '/classes', isKept: true },
  { page: '/classes/diploma-in-floral-design', isKept: true },
  { page: '/calendar', isKept: true },
  { page: '/about', isKept: true },
  { page: '/contact', isKept: true },
  { page: '/store', isKept: true },
  { page: '/store/red-roses', isKept: true },
  { page: '/blog', isKept: true },
  { page: '/blog/choosing-flowers-for-a-wedding', isKept: true },
  { page: '/shop', isKept: true },
  { page: '/privacy', isKept: true },
  { page: '/terms', isKept: true },
  { page: '/signin', isKept: true },
  { page: '/signup', isKept: true },
  { page: '/forgot-password', isKept: true },
  { page: '/payment', isKept: false },
  { page: '/no-such-page', isKept: false },
] as const satisfies { page: string; isKept: boolean }[]

/** The public pages and those of a purchase; `bench/school.ts` places the order. */
export const pagesOfTheBench = [
  ...publicPages,
  { page: '/favourites', isKept: false },
  { page: '/find', isKept: false },
  { page: '/cart', isKept: false },
  { page: '/checkout', isKept: false },
  { page: `/payment?order=${knownOrder}`, isKept: false },
  { page: `/orders/${knownOrder}`, isKept: false },
]
