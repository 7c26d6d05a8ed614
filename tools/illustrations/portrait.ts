import { createRandom } from '../../drawings/random.ts'
import type { Lch } from './colour.ts'
import { hex, lightOf, mix, tone } from './colour.ts'
import type { BloomKind } from './flowers.ts'
import type { Palette, PaletteName } from './palettes.ts'
import { paletteNames, palettes } from './palettes.ts'
import type { Point } from './pen.ts'
import { circle, createPen, num, spline } from './pen.ts'
import type { Stage } from './stage.ts'
import { bloom, sprig, sprigColour } from './stage.ts'

const ivory: Lch = [0.975, 0.014, 95]

/** The flowers of portraits, each with its radius and the colours of the palette that it may take. */
const faces = {
  rose: [268, (p) => [p.main, p.deep, p.accent, p.second]],
  gerbera: [290, (p) => [p.accent, p.main, p.deep]],
  lotusOpen: [290, (p) => [mix([0.78, 0.12, 0], p.main, 0.3), [0.97, 0.02, 20]]],
  chrysanthemum: [285, (p) => [p.second, p.main, p.deep]],
  lily: [330, (p) => [p.main, p.accent, ivory]],
  marigold: [
    275,
    () => [
      [0.79, 0.155, 70],
      [0.88, 0.15, 92],
    ],
  ],
  orchid: [300, (p) => [p.accent, p.main, ivory]],
  peony: [278, (p) => [p.main, p.second, p.deep]],
  jasmine: [300, () => [ivory]],
  plumeria: [
    290,
    () => [
      [0.97, 0.02, 95],
      [0.93, 0.05, 10],
    ],
  ],
  ranunculus: [268, (p) => [p.deep, p.second, p.accent]],
  blossom: [280, (p) => [mix([0.87, 0.07, 5], p.accent, 0.2), [0.96, 0.02, 10]]],
} as const satisfies Partial<Record<BloomKind, readonly [number, (p: Palette) => readonly [Lch, ...Lch[]]]>>

export type PortraitFlower = keyof typeof faces

const flowers = Object.keys(faces) as [PortraitFlower, ...PortraitFlower[]]

export type PortraitOptions = {
  /** Pixels; 800 when left out. */
  size?: number
  /** The seed chooses flower and palette if they are left out. Set them if two people would look alike. */
  flower?: PortraitFlower
  palette?: PaletteName
}

const wreaths = ['olive', 'eucalyptus', 'greens', 'fern', 'myrtle'] as const

/** A wave around the centre, as the border of a kolam. */
const wave = (lobes: number, radius: number, swing: number, phase: number) => {
  const points: Point[] = []
  for (let i = 0; i < lobes * 4; i++) {
    const a = (i / (lobes * 4)) * Math.PI * 2
    const r = radius + swing * Math.cos(lobes * a + phase)
    points.push([500 + Math.sin(a) * r, 500 - Math.cos(a) * r])
  }
  return spline(points, true)
}

/**
 * The medallion of a person, a square `<svg>`: flower, leaves, ring and background follow from the seed, which is a
 * name or an id.
 */
export function portrait(seed: number | string, { size = 800, ...choice }: PortraitOptions = {}): string {
  const pen = createPen(`portrait ${seed}`)
  const { random } = pen
  // Flower and palette are drawn by two generators, so that they vary independently.
  const kind = choice.flower ?? createRandom(`${seed} flower`).pick(flowers)
  const [radius, colours] = faces[kind]
  const palette: Palette = palettes[choice.palette ?? createRandom(`${seed} ground`).pick(paletteNames)]
  const stage: Stage = { pen, random, palette, width: 1000, height: 1000, cx: 500, cy: 500 }
  const lineColour = hex(palette.line)
  const lobes = random.pick([8, 10, 12, 16])
  const swing = random.pick([12, 18, 24])
  let dots = ''
  for (let i = 0; i < lobes * 2; i++) {
    const a = ((i + 0.5) / (lobes * 2)) * Math.PI * 2 - Math.PI / (lobes * 2)
    dots += circle(500 + Math.sin(a) * 428, 500 - Math.cos(a) * 428, 6, '')
  }
  const greens = random.pick(wreaths)
  const leaves = random.int(7, 13)
  let wreath = ''
  const start = random.range(0, 90)
  const arc = random.pick([360, 360, 230])
  for (let i = 0; i < leaves; i++) {
    const turn = start + (i / leaves) * arc + random.range(-6, 6)
    const rad = (turn * Math.PI) / 180
    wreath += sprig(
      stage,
      greens,
      sprigColour(stage, greens),
      500 + Math.sin(rad) * 90,
      500 - Math.cos(rad) * 90,
      random.range(250, 300),
      turn,
      random.range(8, 26),
    )
  }
  const own = random.pick<Lch>(colours(palette))
  const buds = random.pick(['jasmine', 'blossom'] as const)
  let small = ''
  for (let i = 0; i < 3; i++) {
    const rad = ((start + arc * 0.5 + 150 + i * 26) * Math.PI) / 180
    small += bloom(
      stage,
      buds,
      buds === 'jasmine' ? [0.975, 0.014, 95] : palette.accent,
      500 + Math.sin(rad) * (radius + 14),
      500 - Math.cos(rad) * (radius + 14),
      50 - i * 8,
      { tilt: 0.1 },
    )
  }
  const [top, foot] = palette.ground
  const content =
    `<rect width="1000" height="1000" fill="${pen.linear(
      [
        [0, top],
        [1, foot],
      ],
      [0, 0, 0.6, 1],
    )}"/>` +
    circle(
      500,
      500,
      402,
      `fill="${pen.linear(
        [
          [0, lightOf(palette.panel, 0.03)],
          [1, tone(palette.panel, -0.03)],
        ],
        [0, 0, 0.4, 1],
      )}"`,
    ) +
    `<g fill="none" stroke="${lineColour}" stroke-width="5" opacity=".55"><path d="${wave(lobes, 428, swing, 0)}"/><path d="${wave(lobes, 428, swing, Math.PI)}"/></g><g fill="${lineColour}" opacity=".55">${dots}</g>` +
    wreath +
    small +
    bloom(stage, kind, own, 500, 500, radius, { tilt: 0, detail: 2, depth: 0.3 })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${num(size)}" height="${num(size)}" viewBox="0 0 1000 1000"><defs>${pen.defs()}</defs>${content}</svg>`
}
