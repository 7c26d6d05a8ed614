// @ts-check
// Our own lint rules, in ESLint's form.
import { analyse } from 'scslre'

/** @template {Record<string, (node: any) => void>} Visitors @param {(context: any) => Visitors} create */
const rule = (create) => ({ create })

/** Refuses `new Date()`, which reads the machine's clock. Only the injected clock can be set by a test. */
const noCurrentDate = rule((context) => ({
  NewExpression(node) {
    if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
      context.report({ node, message: 'Take the time from the injected clock (server/platform/clock.ts).' })
  },
}))

/**
 * Explains why a regular expression may take more than linear time; null if it cannot (decision 0049).
 * @param {{ source: string, flags: string }} pattern
 */
export function slownessOf({ source, flags }) {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true } })
  if (reports.length === 0) return null
  const parts = reports.map((report) =>
    report.type === 'Trade'
      ? `${report.startQuant.raw} and ${report.endQuant.raw} can match the same characters`
      : report.type === 'Self'
        ? `${report.quant.raw} can match the same characters in several ways`
        : `${report.quant.raw} is tried again from every character`,
  )
  return `takes more than linear time, because ${parts.join(', and ')}`
}

/**
 * Refuses a regular expression that may take more than linear time: one long text could stop the site for everybody.
 */
const linearPattern = rule((context) => ({
  Literal(node) {
    if (node.regex === undefined) return
    const { pattern, flags } = node.regex
    const slowness = slownessOf({ source: pattern, flags })
    if (slowness !== null) context.report({ node, message: `This pattern ${slowness}.` })
  },
}))

const linesMax = 120
/** A factory (`createX`, `recordsOf`) may be longer, because it is a list of functions with their shared state. */
const factoryLinesMax = 250
const factoryName = /^create[A-Z]|Of$/

/** Bounds the length of a function. `.oxlintrc.json` exempts migrations, which are lists of statements. */
const functionLength = rule((context) => {
  const look = (/** @type {any} */ node) => {
    const name = node.id?.name ?? (node.parent?.type === 'VariableDeclarator' ? node.parent.id.name : '')
    const isFactory = factoryName.test(name)
    const lines = node.loc.end.line - node.loc.start.line + 1
    const max = isFactory ? factoryLinesMax : linesMax
    const message = `${name || 'This function'} has ${lines} lines. The limit is ${max}.`
    if (lines > max) context.report({ node, message })
  }
  return { FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }
})

/** Names of variables that hold a count. A cut at a count may split a character; a cut at a found position does not. */
const countNames = /(?:Max|Length|Shown|Said|Offered|Told)$|^(?:limit|count|shown|max|size)$/
/** Names of lists. A lint rule knows no types, so only a variable's name tells whether it is a list or a text. */
const listNames =
  /(?:^(?:alike|all|rest|found|some|others|first|missing|skipped|chosen|later|kept|fitting)|[^sd]s|List)$/
const textNames = /(?:words|lines|letters|comments|notes|questions|requirements|address)$/i
const listMakers =
  /^(?:filter|map|flatMap|sort|toSorted|toReversed|reverse|split|values|entries|keys|from|flat|concat)$/
/** Names of texts that programs write: none of their characters has two code units. */
const programsNames =
  /(?:^(?:id|day|date|month|instant|now|iso|today|there|end|weekday|pincode|nextbatch)|Id|Day|Date|Month|_at|On|At|weekdayOf|ISOString|[dD]igest|fingerprint|[hH]ash|header|user-agent)$/

/** Refuses cuts that may split a character: half a character is shown as `�`, and makes `encodeURIComponent` throw. */
const wholeLetters = rule((context) => ({
  CallExpression(node) {
    const { callee, arguments: given } = node
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
    const { name } = callee.property
    const isCut =
      name === 'substring' ||
      name === 'substr' ||
      (name === 'slice' && isCounted(given[1]) && !isKeptWhole(callee.object))
    const message = 'Cut text with contract/graphemes.ts, so that no letter is split.'
    if (isCut) context.report({ node, message })
  },
}))

/** Tells if a cut ends at a count. A position that was searched for never splits a character. @param {any} end */
function isCounted(end) {
  if (end === undefined) return false
  if (end.type === 'BinaryExpression') return isCounted(end.left)
  if (end.type === 'Literal') return typeof end.value === 'number'
  return countNames.test(end.type === 'MemberExpression' ? (end.property.name ?? '') : (end.name ?? ''))
}

/** Tells if `node` is a list, or a text in which no character has two code units. @param {any} node */
function isKeptWhole(node) {
  /** @type {any} */
  let at = node
  while (at.expression ?? at.left) at = at.expression ?? at.left
  if (at.type === 'ArrayExpression') return true
  const isCall = at.type === 'CallExpression'
  if (isCall) at = at.callee
  const name = at.name ?? at.property?.name ?? at.property?.value ?? ''
  if (isCall && listMakers.test(name)) return true
  return programsNames.test(name) || (listNames.test(name) && !textNames.test(name))
}

/** Attributes that hold no text for people. */
const technicalAttribute =
  /^(?:class|className|.+ClassName|key|id|name|type|href|to|src|d|role|rel|style|action|method|variant|size|sizes|tone|as|htmlFor|autoComplete|inputMode|enterKeyHint|pattern|data-.+|aria-(?:live|current|haspopup|controls|labelledby|describedby|sort|orientation))$/
/** Calls whose texts are class names, calls of the API, parts of statements, names of keys or notes for developers. */
const technicalCall =
  /^(?:cx|buttonClass|adds|api|deletes|query|storage|error|warn|Error|TypeError|useLogged|closest|matches|querySelector|querySelectorAll|matchMedia|useMedia|set|get|has|getAttribute|setAttribute|addEventListener|removeEventListener|where|select|leftJoin|innerJoin|fingerprint|info|every)$/
const smallWord =
  /(?:^|[\s(])(?:a|an|and|are|as|at|be|by|can|for|from|has|have|if|in|is|it|no|not|of|on|or|so|than|that|the|then|they|this|to|until|was|we|were|when|which|with|you|your)(?=[\s,.;:!?)’]|$)/i

/** The product's name is the same in every language. */
const productName = 'Malar'

/**
 * Tells if people read this text: a word with a capital, or several words of which one is a small word of English.
 * @param {string} text
 */
export function isForPeople(text) {
  const trimmed = text.trim()
  if (trimmed === productName) return false
  if (/^[A-Z]{3,} \//.test(trimmed) || /[{}<>=]|^[./#]/.test(trimmed)) return false
  return (
    /^[“(]?\p{Lu}\p{Ll}+(?:$|[\s.,:;!?…’”)])/u.test(trimmed) ||
    (/\s/.test(trimmed) && smallWord.test(trimmed))
  )
}

/** Refuses texts for people in code, because a catalogue (`*.en.ts`) holds them (decision 0147). */
const textInCatalogue = rule((context) => {
  const message = 'Move this text to the catalogue beside this file (decision 0147).'
  const look = (/** @type {any} */ node, /** @type {string} */ text) => {
    if (isForPeople(text) && !isTechnical(node)) context.report({ node, message })
  }
  return {
    JSXText(node) {
      if (/\p{L}{2}/u.test(node.value.replace(/&\w+;/g, ''))) context.report({ node, message })
    },
    Literal(node) {
      if (typeof node.value === 'string') look(node, node.value)
    },
    TemplateLiteral(node) {
      look(node, node.quasis.map((/** @type {any} */ part) => part.value.cooked).join(' '))
    },
  }
})

/** Tells if a text is a name, an operand of a comparison, or an argument that people do not read. @param {any} node */
function isTechnical(node) {
  for (let at = node.parent, from = node; at; from = at, at = at.parent) {
    switch (at.type) {
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
      case 'TSLiteralType':
      case 'SwitchCase':
      case 'TaggedTemplateExpression':
        return at.type !== 'ExportNamedDeclaration' || at.source === from
      case 'BinaryExpression':
        return at.operator !== '+'
      case 'Property':
      case 'MemberExpression':
        if (at.key === from || at.property === from) return true
        if (/^(?:@type|queryKey|summary)$/.test(at.key?.name ?? at.key?.value ?? '')) return true
        break
      case 'JSXAttribute':
        return technicalAttribute.test(at.name.name?.name ?? at.name.name ?? '')
      case 'CallExpression':
      case 'NewExpression':
        if (technicalCall.test(at.callee.property?.name ?? at.callee.name ?? '')) return true
        break
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
      case 'JSXElement':
        return false
      default:
    }
  }
  return false
}

export default {
  meta: { name: 'malar' },
  rules: {
    'function-length': functionLength,
    'no-current-date': noCurrentDate,
    'linear-pattern': linearPattern,
    'text-in-catalogue': textInCatalogue,
    'whole-letters': wholeLetters,
  },
}
