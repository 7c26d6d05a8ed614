/** Names of the `setting` rows that say which stored pictures decorate the site: JSON lists of picture bases. */
export const sitePictureSettings = {
  hero: 'site-picture.hero',
  hall: 'site-picture.hall',
  bouquets: 'site-picture.bouquets',
  courses: 'site-picture.courses',
} as const

/**
 * Name of the `setting` row that says: this data is the demonstration school's. Its value is the day of seeding.
 * Written by the seed alone, in the transaction of the data.
 */
export const demonstrationSetting = 'demonstration'
