/**
 * The names of everything that the site stores in a browser, by kind. The privacy page describes each kind
 * (`contract/system/kept.en.ts`). `storage` accepts no other name.
 */
export const keptInBrowser = {
  signedIn: ['sessionToken', 'isAdmin', 'userName'],
  knownDevice: ['deviceTokens'],
  lastEmail: ['lastSigninEmail'],
  person: ['person', 'lastUser'],
  favourites: ['favouriteCourses', 'favouriteProducts'],
  cart: ['cartToken', 'cartCount'],
  ownOrders: ['placedOrder', 'seatsTaken'],
  upi: ['upiOpened'],
  hold: ['seatHolds'],
  popup: ['subscribePopupClosedAt'],
  drafts: ['formDrafts', 'checkoutDraft', 'checkoutKey', 'seatDrafts', 'seatKey', 'typedBy'],
  deliverTo: ['deliverTo'],
  asked: ['asked:*'],
  scroll: ['placesLeft'],
  staff: ['list:*', 'adminTheme'],
  florists: ['floristHave', 'floristPresses'],
} as const

/** The kind `offlinePage` is the page that the service worker stores. */
export type BrowserKind = keyof typeof keptInBrowser | 'offlinePage'

type Named = (typeof keptInBrowser)[keyof typeof keptInBrowser][number]
/** A star in a name stands for any text. */
export type KeptName = Named extends infer Name
  ? Name extends `${infer Beginning}*`
    ? `${Beginning}${string}`
    : Name
  : never
