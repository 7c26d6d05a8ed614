const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How many characters people see: an emoji of many code points is one, as is a Tamil letter with its vowel. */
export function graphemesIn(words: string): number {
  let count = 0
  for (const _ of graphemes.segment(words)) count++
  return count
}
