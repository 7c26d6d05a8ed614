// @ts-check
// Rules of this house that oxlint does not bring, in ESLint's form.
import { slownessOf } from './linear-patterns.mjs'

/** `new Date()` reads the machine's clock: rules take the time from the clock they are given. */
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

/** A pattern whose time grows faster than the text stops the site, if somebody sends the text (R21). */
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

export default {
  meta: { name: 'malar' },
  rules: { 'no-current-date': noCurrentDate, 'linear-pattern': linearPattern },
}
