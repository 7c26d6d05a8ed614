export const postStatuses = ['draft', 'scheduled', 'published'] as const
export type PostStatus = (typeof postStatuses)[number]

/**
 * Converts a tag to its part of the URL, such as `Temple Flowers` to `temple-flowers`. All spellings of a tag have one
 * key.
 */
export function tagKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** Returns the time to read a text at 200 words a minute, in whole minutes, but at least one. */
export function readingMinutesOf(words: string): number {
  return Math.max(1, Math.ceil(words.split(/\s+/).filter(Boolean).length / 200))
}
