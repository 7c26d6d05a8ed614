/** Every public page, as `web/routes.ts` names them; `isKept` if the page cache keeps it for all visitors. */
export const publicPages = [
  { page: '/', isKept: true },
  { page: '/classes', isKept: true },
  { page: '/classes/diploma-in-floral-design', isKept: true },
  { page: '/calendar', isKept: true },
  { page: '/about', isKept: true },
  { page: '/contact', isKept: true },
  { page: '/store', isKept: true },
  { page: '/store/red-roses', isKept: true },
  { page: '/shop', isKept: true },
  { page: '/privacy', isKept: true },
  { page: '/terms', isKept: true },
  { page: '/signin', isKept: true },
  { page: '/signup', isKept: true },
  { page: '/forgot-password', isKept: true },
  { page: '/payment', isKept: false },
  { page: '/no-such-page', isKept: false },
] as const
