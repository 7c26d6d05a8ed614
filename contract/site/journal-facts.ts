export const postStatuses = ['draft', 'scheduled', 'published'] as const
export type PostStatus = (typeof postStatuses)[number]

/** Every way to write a tag gives one part of an address: `Temple Flowers` → `temple-flowers`. */
export function tagKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** It reckons 200 words a minute, and a minute at least. */
export function readingMinutesOf(words: string): number {
  return Math.max(1, Math.ceil(words.split(/\s+/).filter(Boolean).length / 200))
}
