// @ts-check
// Builds the pages in a pseudo-language, which is made of the English catalogues. Texts that do not fit, and texts that
// are in no catalogue, show themselves on such pages.
import { parseSync } from 'vite'

/** True for a build in the pseudo-language, which lies beside the real one. */
export const isPseudoLanguage = process.env.PSEUDO_LANGUAGE === '1'

/** @type {Record<string, string>} */
const accented = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', y: 'ý' }

/** Doubles the vowels of a text, with an accent: `Pay now` → `Páaýy nóow`. The text grows by about 40 %. @param {string} text */
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

/** Returns the source of a catalogue with its texts in the pseudo-language. @param {string} source @param {string} file */
export function pseudoCatalogue(source, file) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const edits = []
  const visit = (/** @type {any} */ node) => {
    if (typeof node?.type !== 'string' || technical.test(node.type)) return
    const { start, end } = node
    if (node.type === 'Literal' && typeof node.value === 'string')
      edits.push({ start, end, text: JSON.stringify(pseudo(node.value)) })
    if (node.type === 'JSXText' || node.type === 'TemplateElement')
      edits.push({ start, end, text: pseudo(source.slice(start, end)) })
    const parts = node.type === 'Property' && !node.computed ? [node.value] : Object.values(node)
    for (const part of parts.flat()) visit(part)
  }
  visit(parseSync(file, source).program)
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((code, { start, end, text }) => code.slice(0, start) + text + code.slice(end), source)
}
