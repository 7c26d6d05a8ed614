/** Names of the `setting` rows that say which stored pictures decorate the site: JSON lists of picture bases. */
export const sitePictureSettings = {
  hero: 'site-picture.hero',
  hall: 'site-picture.hall',
  bouquets: 'site-picture.bouquets',
  courses: 'site-picture.courses',
} as const

/**
 * The `setting` row that says that this data is the demonstration's, with the day of seeding. The seed writes it in the
 * transaction of the data.
 */
export const demonstrationSetting = 'demonstration'
