import { ensureBuilt } from '../../scripts/setup/build.mjs'
import { test } from './browser.ts'

/** A test whose pages are built in the pseudo-language, with texts that are 40 % longer. */
export const inPseudoLanguage = test.extend({
  buildFolder: async ({ browserName: _ }, use) => {
    await ensureBuilt(process.execPath, { isPseudo: true })
    await use('.cache/pseudo')
  },
})
