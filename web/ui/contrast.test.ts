import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/**
 * Converts `oklch(L C H)` to linear sRGB, clipped to the colours that a screen can show (Ottosson's matrices, as in CSS
 * Color 4).
 */
const toLinearSrgb = (colour: string): [number, number, number] => {
  const [, l, c, h] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour)?.map(Number) ?? []
  if (l === undefined || c === undefined || h === undefined) throw new Error(`not an opaque oklch: ${colour}`)
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (x: number) => Math.min(1, Math.max(0, x))
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

const luminance = (colour: string) => {
  const [r, g, b] = toLinearSrgb(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (one: string, other: string) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const names = [...css.matchAll(/--color-([\w-]+):/g)].map(([, name]) => name)
const pairs = [...css.matchAll(/--color-([\w-]+): light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\);/g)]
const themes = {
  light: Object.fromEntries(pairs.map(([, name, light]) => [name, light])),
  dark: Object.fromEntries(pairs.map(([, name, , dark]) => [name, dark])),
}

const grounds = ['paper', 'raised', 'sunk', 'leaf-tint', 'rose-tint', 'marigold-tint']
const on = (ground: string, ...texts: string[]) => texts.map((text) => [text, ground] as const)

/**
 * The colours of all texts and their grounds. The contrast is at least 4.5:1, and at least 7:1 except in the pairs of
 * `below7`.
 */
const texts = [
  ...grounds.flatMap((ground) => on(ground, 'ink', 'ink-soft', 'leaf-ink', 'rose-ink')),
  ...['paper', 'raised', 'sunk', 'marigold-tint'].flatMap((ground) => on(ground, 'marigold-ink')),
  ...on('leaf', 'on-leaf'),
  ...on('leaf-deep', 'on-leaf'),
  ...on('rose', 'on-rose'),
  ...on('rose-deep', 'on-rose'),
  ...on('rose-ink', 'on-rose'),
  ...on('marigold', 'on-marigold'),
  ...['night', 'toast'].flatMap((ground) => on(ground, 'on-night', 'on-night-soft', 'marigold')),
  // A disabled button.
  ...on('line', 'ink-soft'),
]

/** Filled rose keeps its colour, and the text of a disabled button is inconspicuous, so these pairs need only 4.5:1. */
const below7 = new Set(['light: on-rose on rose', 'light: ink-soft on line', 'dark: ink-soft on line'])

/**
 * The colours of borders of controls, of focus rings and of filled shapes that mean something. The contrast is at least
 * 3:1.
 */
const lines = [
  ...['paper', 'raised', 'sunk'].flatMap((ground) =>
    on(ground, 'line-strong', 'leaf', 'rose', 'marigold-deep'),
  ),
  // A focus ring is drawn 2 px outside its control, on the ground around the control. The `night` utility changes the
  // ring's colour to marigold.
  ...grounds.flatMap((ground) => on(ground, 'focus')),
  ...['night', 'toast'].flatMap((ground) => on(ground, 'marigold', 'night-rose')),
]

describe.each(Object.entries(themes))('the colours of the %s theme', (name, theme) => {
  const ratio = ([front, back]: readonly [string, string]) => {
    const [one, other] = [theme[front], theme[back]]
    if (!one || !other) throw new Error(`no such colour: ${one ? back : front}`)
    return contrast(one, other)
  }
  test.each(texts)('the text colour %s on %s has a contrast of at least 4.5:1', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(texts.filter(([text, ground]) => !below7.has(`${name}: ${text} on ${ground}`)))(
    'the text colour %s on %s has a contrast of at least 7:1 (AAA)',
    (...pair) => {
      expect(ratio(pair)).toBeGreaterThanOrEqual(7)
    },
  )
  test.each(lines)('the colour %s of lines and shapes on %s has a contrast of at least 3:1', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(3)
  })
})

test('every colour is defined for the light and the dark theme', () => {
  expect(names.length).toBeGreaterThan(25)
  expect(Object.keys(themes.dark)).toEqual(names)
})

test('black on white has the contrast 21:1, and mid grey the contrast that browsers measure', () => {
  expect(contrast('oklch(0 0 0)', 'oklch(1 0 0)')).toBeCloseTo(21, 1)
  // #767676, the classic threshold grey: 4.54:1 on white.
  expect(contrast('oklch(0.5657 0 0)', 'oklch(1 0 0)')).toBeCloseTo(4.54, 1)
})
