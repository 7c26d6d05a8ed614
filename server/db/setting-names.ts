/** Names of the `setting` rows that say which stored pictures decorate the site: JSON lists of picture bases. */
export const sitePictureSettings = {
  hero: 'site-picture.hero',
  hall: 'site-picture.hall',
  bouquets: 'site-picture.bouquets',
  courses: 'site-picture.courses',
} as const

/** The `setting` row that marks the demonstration, with the day of seeding. */
export const demonstrationSetting = 'demonstration'
