// @ts-check
// Rules of this house that oxlint does not bring, in ESLint's form.

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

export default { meta: { name: 'malar' }, rules: { 'no-current-date': noCurrentDate } }
