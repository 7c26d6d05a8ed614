/** The facts and the two-factor sign-in that must be there before the site can open. */
export const openingNeeds = ['name', 'city', 'address', 'phone', 'email', 'second-factor'] as const
export type OpeningNeed = (typeof openingNeeds)[number]
