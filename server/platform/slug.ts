const lengthMax = 80

/** A title as a part of an address: `Bridal Bouquets & More` → `bridal-bouquets-more`; `otherwise` if it has no letters for one. */
export function slugOf(title: string, otherwise: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, lengthMax)
    .replace(/^-|-$/g, '')
  return slug === '' ? otherwise : slug
}

/** The first of `slug`, `slug-2`, `slug-3` … that is free. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let candidate = slug
  for (let count = 2; taken.has(candidate); count++) candidate = `${slug}-${count}`
  return candidate
}
