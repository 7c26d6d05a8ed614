/** Everything that the site stores in a browser, in the words of the privacy page. `storage` accepts no other name. */
export const keptInBrowser = [
  {
    what: 'that you are signed in, and your first name',
    until: 'until you sign out',
    names: ['sessionToken', 'isAdmin', 'userName'],
  },
  {
    what: 'that you have signed in with it before, so that nobody’s wrong guesses keep you waiting',
    until: 'it stays, and opens nothing',
    names: ['deviceTokens'],
  },
  {
    what: 'the address that you typed last to sign in',
    until: 'until you are signed in',
    names: ['lastSigninEmail'],
  },
  {
    what: 'marks without a name, by which whoever uses it after you does not find what you typed',
    until: 'they stay',
    names: ['person', 'lastUser'],
  },
  {
    what: 'which courses and flowers you marked as favourites',
    until: 'until you sign in, and your account has them',
    names: ['favouriteCourses', 'favouriteProducts'],
  },
  {
    what: 'the key of your cart, and how much is in it',
    until: 'until you sign in, and your account has it',
    names: ['cartToken', 'cartCount'],
  },
  {
    what: 'which orders and seats came from it, so that you find them again',
    until: 'until you sign out or have them forgotten, orders for sixty days',
    names: ['placedOrder', 'seatsTaken'],
  },
  {
    what: 'for which payment you opened a UPI app',
    until: 'until you close the tab',
    names: ['upiOpened'],
  },
  {
    what: 'which seat is held for you while you book',
    until: 'for a week after that ends',
    names: ['seatHolds'],
  },
  {
    what: 'when you closed or sent the window “Stay in touch”, so that it does not open by itself',
    until: 'until you close it again',
    names: ['subscribePopupClosedAt'],
  },
  {
    what: 'what you typed and have not sent, and what was sent and is not answered',
    until: 'until you close the tab or sign out',
    names: ['formDrafts', 'checkoutDraft', 'checkoutKey', 'seatDrafts', 'seatKey', 'typedBy'],
  },
  {
    what: 'where you want flowers brought while you look around',
    until: 'until you close the tab or sign out',
    names: ['deliverTo'],
  },
  {
    what: 'to which address a code was sent for you',
    until: 'for ten minutes, and until you close the tab',
    names: ['asked:*'],
  },
  {
    what: 'how far down you were on a page',
    until: 'until you close the tab',
    names: ['placesLeft'],
  },
  {
    what: 'of those who work here: how their lists and colours look, and what they looked for',
    until: 'until they choose otherwise or close the tab',
    names: ['list:*', 'adminTheme'],
  },
  {
    what: 'of our florists: what they counted and pressed',
    until: 'until their day is over',
    names: ['floristHave', 'floristPresses'],
  },
] as const

type Named = (typeof keptInBrowser)[number]['names'][number]
/** A star in a name stands for any text. */
export type KeptName = Named extends infer Name
  ? Name extends `${infer Beginning}*`
    ? `${Beginning}${string}`
    : Name
  : never
