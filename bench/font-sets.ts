import { copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface FontSet {
  name: string
  /** Debian's packages that have its files. */
  packages: string
  /** Which of their files. */
  files: RegExp
  /** How many there are: fewer, and the set is not whole. */
  count: number
  sans: string
  serif: string
}

/** What devices have before our fonts are there: Linux with Liberation, Linux with Noto, Android. */
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

/** Where fonts are looked for; `BENCH_FONTS` names a folder in which the packages were unpacked. */
const places = ['/usr/share/fonts', '/usr/local/share/fonts', process.env['BENCH_FONTS']]

/**
 * Puts a set into a folder, with the file for `FONTCONFIG_FILE` that keeps the machine's other fonts out, and answers that
 * file; null where not all of the set is installed.
 */
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
