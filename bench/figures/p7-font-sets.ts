import { copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startBrowser } from '../browser.ts'
import { type Measured, median, type Options } from '../measure.ts'
import { startServer, temporaryFolder } from '../processes.ts'
import { visit } from './p7-slow-phone.ts'

/** The fonts that devices show before ours have loaded: Linux with Liberation, Linux with Noto, Android. */
const fontSets = [
  { sans: 'Liberation Sans', serif: 'Liberation Serif', packages: 'fonts-liberation' },
  { sans: 'Noto Sans', serif: 'Noto Serif', packages: 'fonts-noto-core' },
  { sans: 'Roboto', serif: 'Noto Serif', packages: 'fonts-roboto-unhinted and fonts-noto-core' },
]

/** FONTS, a part of P7: how far the content of pages moves when our fonts replace the fonts of various devices. */
export async function* shiftWithFontSets({ school, isFull, pages }: Options): AsyncGenerator<Measured> {
  await using server = await startServer({ DATA_DIR: school })
  for (const set of fontSets) {
    using folder = temporaryFolder()
    const name = `${set.sans} and ${set.serif}`
    const config = allowOnly(set, folder.path)
    if (config === null) {
      yield { at: `${name}, not installed: ${set.packages}`, ours: Number.NaN }
      continue
    }
    await using browser = await startBrowser({ FONTCONFIG_FILE: config })
    for (const { page } of pages) {
      const shifts: number[] = []
      for (let round = 0; round < (isFull ? 3 : 1); round++)
        shifts.push((await visit(browser, server.url + page)).cls)
      yield { at: `${page} with ${name}`, ours: median(shifts) }
    }
  }
}

/** Folders to look for the fonts. `BENCH_FONTS` names a folder of unpacked packages. */
const places = ['/usr/share/fonts', '/usr/local/share/fonts', process.env['BENCH_FONTS']]

/** Makes a `FONTCONFIG_FILE` in `folder` that allows only these fonts; null if one of them is not installed. */
function allowOnly({ sans, serif }: (typeof fontSets)[number], folder: string): string | null {
  const fonts = path.join(folder, 'fonts')
  mkdirSync(fonts)
  for (const family of [sans, serif]) {
    for (const style of ['Regular', 'Bold', 'Italic', 'BoldItalic']) {
      const name = `${family.replace(' ', '')}-${style}.ttf`
      const found = places.flatMap((place) =>
        place === undefined
          ? []
          : globSync(`**/${name}`, { cwd: place }).map((file) => path.join(place, file)),
      )
      if (found[0] === undefined) return null
      copyFileSync(found[0], path.join(fonts, name))
    }
  }
  const prefer = (generic: string, family: string) =>
    `<alias binding="same"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`
  const config = path.join(folder, 'fonts.conf')
  writeFileSync(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${folder}/cache</cachedir>${prefer('sans-serif', sans)}${prefer('serif', serif)}</fontconfig>`,
  )
  return config
}
