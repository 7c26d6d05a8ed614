const apostrophes = /[\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032]/g
const quotes = /[\u201c-\u201f\u2033]/g
/**
 * Accents of Latin letters, hidden joiners and separators. Vowel signs are part of their letters, so they are not
 * removed.
 */
const accents = /[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]/g

/**
 * Makes texts comparable for searches and names: it removes capitals, accents and hidden joiners, straightens
 * apostrophes, and spells each letter in one way. The Tamil vowel au has a sign that looks like ள, and people often
 * type ள instead. The PostgreSQL function `folded` in the baseline migration does the same.
 */
export function folded(text: string): string {
  // A shortcut for speed: SQLite calls this function for every row that it reads, and most texts are ASCII.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return text
    .replace(apostrophes, "'")
    .replace(quotes, '"')
    .normalize('NFKD')
    .replace(accents, '')
    .replaceAll('\u0bd7', '\u0bb3')
    .toLowerCase()
    .replaceAll('ς', 'σ')
}
