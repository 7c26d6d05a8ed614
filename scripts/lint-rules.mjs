// @ts-check
// Our own lint rules, in ESLint's form.
import { analyse } from 'scslre'

/** `new Date()` reads the machine's clock, which a test cannot move: rules take the time from the injected clock. */
const noCurrentDate = {
  /** @param {any} context */
  create: (context) => ({
    /** @param {any} node */
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
        context.report({ node, message: 'Take the time from the injected clock (server/platform/clock.ts).' })
    },
  }),
}

/**
 * Why a pattern may take more than linear time on some text; null if no reason is found (decision 0049).
 * @param {{ source: string, flags: string }} pattern
 */
export function slownessOf({ source, flags }) {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true } })
  if (reports.length === 0) return null
  const parts = reports.map((report) =>
    report.type === 'Trade'
      ? `${report.startQuant.raw} and ${report.endQuant.raw} take from each other`
      : report.type === 'Self'
        ? `${report.quant.raw} takes from itself`
        : `${report.quant.raw} begins anew at every sign`,
  )
  return `takes more than linear time: ${parts.join('; ')}`
}

/** If a pattern's time grows faster than its text, a long text stops the site for everybody (R21). */
const linearPattern = {
  /** @param {any} context */
  create: (context) => ({
    /** @param {any} node */
    Literal(node) {
      if (node.regex === undefined) return
      const { pattern, flags } = node.regex
      const slowness = slownessOf({ source: pattern, flags })
      if (slowness !== null) context.report({ node, message: `This pattern ${slowness}.` })
    },
  }),
}

const linesMax = 120
/** A factory is a list of functions with what they share: `createX`, `recordsOf`. */
const factoryLinesMax = 250
const factoryName = /^create[A-Z]|Of$/

/** A function that is read in one go; a migration's `up` is a table and is left alone by `.oxlintrc.json`. */
const functionLength = {
  /** @param {any} context */
  create: (context) => {
    const look = (/** @type {any} */ node) => {
      const name = node.id?.name ?? (node.parent?.type === 'VariableDeclarator' ? node.parent.id.name : '')
      const isFactory = factoryName.test(name)
      const lines = node.loc.end.line - node.loc.start.line + 1
      const max = isFactory ? factoryLinesMax : linesMax
      if (lines > max)
        context.report({
          node,
          message: `${name || 'This function'} has ${lines} lines, ${max} are the most.`,
        })
    }
    return { FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }
  },
}

export default {
  meta: { name: 'malar' },
  rules: {
    'function-length': functionLength,
    'no-current-date': noCurrentDate,
    'linear-pattern': linearPattern,
  },
}
