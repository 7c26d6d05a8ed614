let segmenter: Intl.Segmenter | undefined

/**
 * Splits a text into the characters that people see. An emoji of many code points is one character, and so is a Tamil
 * letter with its vowel.
 */
function charactersOf(text: string) {
  // Created on first use, because most pages cut no text.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

export function graphemesIn(words: string): number {
  let count = 0
  for (const _ of charactersOf(words)) count++
  return count
}

/**
 * Returns the beginning of a text: at most `max` characters as people see them. All code cuts texts with this function,
 * because half a character is shown as a replacement sign, and cannot be encoded in a URL.
 * @param lengthMax the limit in code units, for programs that count a text in code units
 */
export function beginningOf(text: string, max: number, lengthMax = Number.POSITIVE_INFINITY): string {
  if (text.length <= Math.min(max, lengthMax)) return text
  let count = 0
  for (const { index, segment } of charactersOf(text)) {
    if (count === max || index + segment.length > lengthMax) return text.slice(0, index)
    count++
  }
  return text
}

/** Ends with an ellipsis if something is left out. */
export function shortened(text: string, max: number): string {
  const beginning = beginningOf(text, max)
  return beginning === text ? text : `${beginning.trimEnd()}…`
}

/** Cuts between words. A word that is longer than the limit is cut inside the word. */
export function shortenedAtWord(text: string, max: number): string {
  const beginning = beginningOf(text, max)
  if (beginning === text) return text
  const end = /\s/.test(text.charAt(beginning.length)) ? beginning.length : beginning.search(/\s\S*$/)
  return `${beginning.slice(0, end > 0 ? end : beginning.length).trimEnd()}…`
}
