// @ts-check
// `npm run build`: installs what is missing and builds the pages; `npm start` does the same by itself.

import { ensureBuilt } from './setup/build.mjs'
import { script } from './setup/command.mjs'
import { findRuntime } from './setup/runtime.mjs'

await script(async () => {
  await ensureBuilt(await findRuntime())
})
