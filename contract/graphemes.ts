let segmenter: Intl.Segmenter | undefined

/** Characters as people see them: an emoji of many code points is one, as is a Tamil letter with its vowel. */
function charactersOf(text: string) {
  // Made when it is first needed: most pages cut nothing.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

export function graphemesIn(words: string): number {
  let count = 0
  for (const _ of charactersOf(words)) count++
  return count
}

/**
 * The beginning of a text, of at most `max` characters as people see them. It is the one place where a text is cut: half of
 * a letter is shown as a sign for what cannot be read, and an address with it cannot be written.
 * @param lengthMax where whoever reads it counts code units
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

/** The same, with a mark where something is left out. */
export function shortened(text: string, max: number): string {
  const beginning = beginningOf(text, max)
  return beginning === text ? text : `${beginning.trimEnd()}…`
}

/** The same, where no word is cut but one that is longer than all of it. */
export function shortenedAtWord(text: string, max: number): string {
  const beginning = beginningOf(text, max)
  if (beginning === text) return text
  const end = /\s/.test(text.charAt(beginning.length)) ? beginning.length : beginning.search(/\s\S*$/)
  return `${beginning.slice(0, end > 0 ? end : beginning.length).trimEnd()}…`
}
