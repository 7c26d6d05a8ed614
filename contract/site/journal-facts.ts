export const postStatuses = ['draft', 'scheduled', 'published'] as const
export type PostStatus = (typeof postStatuses)[number]

/** Converts a tag to its part of the URL, the same for all spellings: `Temple Flowers` → `temple-flowers`. */
export function tagKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** The time to read a text, at 200 words a minute; at least one minute. */
export function readingMinutesOf(words: string): number {
  return Math.max(1, Math.ceil(words.split(/\s+/).filter(Boolean).length / 200))
}
