/** What the site needs before it can open. */
export const openingNeeds = ['name', 'city', 'address', 'phone', 'email', 'second-factor'] as const
export type OpeningNeed = (typeof openingNeeds)[number]
