/** The parts of the site that a school can switch off. */
export const siteParts = ['hall', 'store', 'sampleShop', 'journal', 'popup'] as const
export type SitePart = (typeof siteParts)[number]
