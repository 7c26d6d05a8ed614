import { startBrowser } from '../browser.ts'
import { fontSets, prepareFontSet } from '../font-sets.ts'
import { type Bench, median, type Result } from '../measure.ts'
import { startServer, temporaryFolder } from '../processes.ts'
import { visit } from './p7-slow-phone.ts'

/** FONTS, a part of P7: how far pages shift when our fonts come, with the fonts that other devices have before. */
export const shiftWithFontSets: Bench = async ({ school, isFull, log, pages }) => {
  await using server = await startServer({ DATA_DIR: school })
  using folder = temporaryFolder()
  const results: Result[] = []
  for (const set of fontSets) {
    const promise = { atMost: 0.01 }
    const config = prepareFontSet(set, folder.path)
    if (config === null) {
      const what = `layout shift with ${set.name}`
      const ours = `not measured: ${set.packages} not installed`
      results.push({ id: 'FONTS', what, ours, figure: Number.NaN, unit: '', promise })
      continue
    }
    await using browser = await startBrowser({ FONTCONFIG_FILE: config })
    for (const { page } of pages) {
      log(`P7 ${page} with ${set.name}`)
      const shifts: number[] = []
      for (let round = 0; round < (isFull ? 3 : 1); round++) {
        shifts.push((await visit(browser, server.url + page)).cls)
      }
      const figure = median(shifts)
      const what = `layout shift of ${page} with ${set.name}`
      results.push({ id: 'FONTS', what, ours: figure.toFixed(4), figure, unit: '', promise })
    }
  }
  return results
}
