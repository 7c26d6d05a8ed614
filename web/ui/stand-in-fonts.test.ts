import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Ascent and descent of the web fonts, in em (web/ui/fonts/README.md). */
const lines: Record<string, [ascent: number, descent: number]> = {
  Fraunces: [0.978, 0.255],
  Mukta: [1.13, 0.532],
}
const css = readFileSync(new URL('fonts.css', import.meta.url), 'utf8')
const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const faces = [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, face = '']) => ({
  family: /font-family: "([^"]*)"/.exec(face)?.[1] ?? '',
  weight: /font-weight: ([\d ]*);/.exec(face)?.[1] ?? '',
  source: /src: ([^;]*);/.exec(face)?.[1] ?? '',
  percent: (name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1]),
}))
const standIns = faces.filter(({ source }) => source.startsWith('local('))

test.each(standIns)(
  'the stand-in font $family $weight, shown until the web font loads, has the web font’s line height',
  ({ family, percent }) => {
    const [ascent, descent] = lines[family.split(' ')[0] ?? ''] ?? []
    const adjust = percent('size-adjust') / 100
    expect((percent('ascent-override') / 100) * adjust).toBeCloseTo(ascent ?? Number.NaN, 2)
    expect((percent('descent-override') / 100) * adjust).toBeCloseTo(descent ?? Number.NaN, 2)
    // A stand-in works only if a list of fonts names it.
    expect(tokens).toContain(`"${family}"`)
  },
)

test('the stand-in fonts include fonts that Android and Linux have installed', () => {
  const sources = standIns.map(({ source }) => source).join()
  for (const font of [
    'Roboto',
    'Noto Sans',
    'Noto Sans Bold',
    'Noto Serif',
    'NotoSerif-Regular',
    'Liberation Sans',
  ])
    expect(sources).toContain(`local("${font}")`)
})
