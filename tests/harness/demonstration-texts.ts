import type { SiteTexts } from '../../contract/school/fallbacks.ts'
import pages from '../../server/db/seed/data/pages.json' with { type: 'json' }
import settings from '../../server/db/seed/data/settings.json' with { type: 'json' }

const { home, hall, about, classes, store, journal, contact } = pages
const all = { ...home, ...hall, ...about, ...classes, ...store, ...journal, ...contact }

/** The texts of the demonstration's pages, without pictures. */
export const demonstrationTexts: Partial<SiteTexts> = {
  ...(Object.fromEntries(
    Object.entries(all).filter(([, value]) => typeof value === 'string' || Array.isArray(value)),
  ) as Partial<SiteTexts>),
  ...settings.texts,
}
