import { copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface FontSet {
  name: string
  packages: string
  files: RegExp
  /** The number of files: with fewer, the set is not whole. */
  count: number
  sans: string
  serif: string
}

/** The fonts of devices before ours are there: Linux with Liberation, Linux with Noto, Android. */
export const fontSets: readonly FontSet[] = [
  {
    name: 'Liberation',
    packages: 'fonts-liberation',
    files: /^Liberation(Sans|Serif)-(Regular|Bold|Italic|BoldItalic)\.ttf$/,
    count: 8,
    sans: 'Liberation Sans',
    serif: 'Liberation Serif',
  },
  {
    name: 'Noto',
    packages: 'fonts-noto-core',
    files: /^Noto(Sans|Serif)-(Regular|Bold|Italic|BoldItalic)\.ttf$/,
    count: 8,
    sans: 'Noto Sans',
    serif: 'Noto Serif',
  },
  {
    name: 'Roboto and Noto Serif',
    packages: 'fonts-roboto-unhinted and fonts-noto-core',
    files: /^(Roboto|NotoSerif)-(Regular|Bold|Italic|BoldItalic)\.ttf$/,
    count: 8,
    sans: 'Roboto',
    serif: 'Noto Serif',
  },
]

/** `BENCH_FONTS` names a folder of unpacked packages. */
const places = ['/usr/share/fonts', '/usr/local/share/fonts', process.env['BENCH_FONTS']]

/** Puts a set into a folder. Answers the `FONTCONFIG_FILE` that allows only this set; null if a part is missing. */
export function prepareFontSet(set: FontSet, folder: string): string | null {
  const found = new Map<string, string>()
  for (const place of places) {
    for (const file of place === undefined ? [] : globSync('**/*.ttf', { cwd: place })) {
      const name = path.basename(file)
      if (place !== undefined && set.files.test(name)) found.set(name, path.join(place, file))
    }
  }
  if (found.size < set.count) return null
  const own = path.join(folder, set.name.replaceAll(' ', '-'))
  mkdirSync(own)
  for (const [name, file] of found) copyFileSync(file, path.join(own, name))
  const config = path.join(folder, `${path.basename(own)}.conf`)
  const prefer = (generic: string, family: string) =>
    `<alias binding="same"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`
  writeFileSync(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${own}</dir><cachedir>${own}-cache</cachedir>${prefer('sans-serif', set.sans)}${prefer('serif', set.serif)}</fontconfig>`,
  )
  return config
}
