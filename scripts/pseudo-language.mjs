// @ts-check
// Builds the pages in a pseudo-language, which is made from the English catalogues. Such pages reveal texts that do not
// fit, and texts that are in no catalogue.
import { parseSync } from 'vite'

/** True for a build in the pseudo-language, which is stored beside the real build. */
export const isPseudoLanguage = process.env.PSEUDO_LANGUAGE === '1'

/** @type {Record<string, string>} */
const accented = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', y: 'ý' }

/**
 * Doubles the vowels of a text, with an accent: `Pay now` → `Páaýy nóow`. The text grows by about 40 %.
 * @param {string} text
 */
export function pseudo(text) {
  return text.replace(/[aeiouy]/gi, (vowel) => `${accented[vowel.toLowerCase()]}${vowel}`)
}

/** @returns {import('vite').Plugin} */
export function pseudoLanguage() {
  return {
    name: 'pseudo-language',
    enforce: 'pre',
    transform: { filter: { id: /\.en\.tsx?$/ }, handler: (code, id) => pseudoCatalogue(code, id) },
  }
}

/** Parts of a source whose strings nobody reads: imports, types, attributes of elements, and compared values. */
const technical = /^(?:Import|TS(?!As|Satisfies)|JSXAttribute$|BinaryExpression$|MemberExpression$)/

/**
 * Finds the texts of a catalogue: strings, the fixed parts of templates, and texts between elements.
 * @param {string} source
 * @param {string} file
 */
export function textsIn(source, file) {
  /** @type {{ start: number, end: number, text: string, isQuoted: boolean }[]} */
  const texts = []
  const visit = (/** @type {any} */ node) => {
    if (typeof node?.type !== 'string' || technical.test(node.type)) return
    const { start, end } = node
    const isQuoted = node.type === 'Literal' && typeof node.value === 'string'
    if (isQuoted) texts.push({ start, end, text: node.value, isQuoted })
    if (node.type === 'JSXText') texts.push({ start, end, text: source.slice(start, end), isQuoted })
    if (node.type === 'TemplateElement') {
      // The span of the parser includes the marks around a part.
      const at = source.indexOf(node.value.raw, start)
      texts.push({ start: at, end: at + node.value.raw.length, text: node.value.raw, isQuoted })
    }
    const parts = node.type === 'Property' && !node.computed ? [node.value] : Object.values(node)
    for (const part of parts.flat()) visit(part)
  }
  visit(parseSync(file, source).program)
  return texts
}

/**
 * Returns the source of a catalogue with its texts in the pseudo-language.
 * @param {string} source
 * @param {string} file
 */
export function pseudoCatalogue(source, file) {
  return textsIn(source, file)
    .sort((a, b) => b.start - a.start)
    .reduce((code, { start, end, text, isQuoted }) => {
      const longer = isQuoted ? JSON.stringify(pseudo(text)) : pseudo(text)
      return code.slice(0, start) + longer + code.slice(end)
    }, source)
}
