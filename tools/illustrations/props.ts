import type { Lch } from './colour.ts'
import { hex, lightOf, mix, shadeOf } from './colour.ts'
import type { Pen, Point } from './pen.ts'
import { d, ellipse, line, num, shape, spline } from './pen.ts'
import type { Stage } from './stage.ts'
import { shadow } from './stage.ts'

export const brass: Lch = [0.74, 0.115, 82]
export const kraft: Lch = [0.8, 0.06, 72]
export const wood: Lch = [0.56, 0.07, 58]

/** The paint of a round body: light from the left, a reflection at the right edge. */
export const turnedPaint = (pen: Pen, colour: Lch, gloss = 0.1) =>
  pen.linear(
    [
      [0, shadeOf(colour, 0.1)],
      [0.24, lightOf(colour, gloss)],
      [0.5, colour],
      [0.84, shadeOf(colour, 0.17)],
      [1, shadeOf(colour, 0.1)],
    ],
    [0, 0, 1, 0],
  )

/** The outline of a vessel from half its profile: points by distance from the axis and height from the foot. */
export const turned = (x: number, foot: number, profile: readonly Point[]) => {
  const right = profile.map(([r, h]): Point => [x + r, foot - h])
  const left = [...profile].reverse().map(([r, h]): Point => [x - r, foot - h])
  return `${spline(right)}${spline(left).replace('M', 'L')}Z`
}

export type Vessel = {
  /** Drawn before the stems: the inside of the mouth. */
  back: string
  /** Drawn over the stems: the body. */
  front: string
  mouth: { y: number; rx: number }
}

const profiles = {
  amphora: [
    [62, 0],
    [70, 8],
    [118, 90],
    [140, 170],
    [118, 250],
    [72, 300],
    [64, 330],
    [84, 352],
  ],
  cylinder: [
    [92, 0],
    [96, 6],
    [98, 120],
    [102, 300],
    [104, 306],
  ],
  pitcher: [
    [84, 0],
    [90, 8],
    [116, 80],
    [112, 160],
    [76, 240],
    [74, 280],
    [94, 310],
  ],
  bottle: [
    [70, 0],
    [82, 8],
    [104, 80],
    [88, 160],
    [40, 220],
    [34, 290],
    [44, 306],
  ],
  lota: [
    [64, 0],
    [78, 10],
    [138, 76],
    [142, 130],
    [90, 186],
    [74, 208],
    [104, 234],
  ],
  bowl: [
    [70, 0],
    [74, 10],
    [150, 50],
    [206, 118],
  ],
  uruli: [
    [150, 0],
    [196, 18],
    [236, 62],
    [252, 84],
    [276, 92],
  ],
} as const satisfies Record<string, readonly Point[]>

export type VesselKind = keyof typeof profiles

/** A vessel standing at (x, foot). */
export function vessel(
  stage: Stage,
  kind: VesselKind,
  colour: Lch,
  x: number,
  foot: number,
  scale = 1,
): Vessel {
  const { pen, palette } = stage
  const profile = profiles[kind].map(([r, h]): Point => [r * scale, h * scale])
  const [rx, height] = profile[profile.length - 1] ?? [0, 0]
  const y = foot - height
  const ry = rx * 0.17
  const body = turned(x, foot, profile)
  const widest = profile.reduce((a, b) => (b[0] > a[0] ? b : a))
  const clip = pen.clip(`<path d="${body}"/>`)
  const band = (h: number, width: number, tint: Lch, opacity: number) =>
    `<path d="${d`M${x - 400 * scale} ${foot - h}Q${x} ${foot - h + widest[0] * 0.22} ${x + 400 * scale} ${foot - h}`}" fill="none" stroke="${hex(tint)}" stroke-width="${num(width)}" opacity="${opacity}"/>`
  const decor =
    colour === brass
      ? band(widest[1] * 1.02, 3 * scale, shadeOf(brass, 0.2), 0.6) +
        band(widest[1] * 0.86, 2 * scale, lightOf(brass, 0.16), 0.8)
      : band(widest[1] * 0.72, 26 * scale, shadeOf(colour, 0.07), 0.45) +
        band(widest[1] * 0.72 + 24 * scale, 3 * scale, mix(colour, palette.line, 0.4), 0.5)
  const gleam = `<path d="${d`M${x - widest[0] * 0.66} ${foot - widest[1] * 1.08}Q${x - widest[0] * 0.8} ${foot - widest[1] * 0.7} ${x - widest[0] * 0.58} ${foot - widest[1] * 0.36}`}" fill="none" stroke="#fff" stroke-width="${num(11 * scale)}" stroke-linecap="round" opacity=".3"/>`
  return {
    back: `${shadow(stage, x + widest[0] * 0.35, foot - 2, widest[0] * 1.6, widest[0] * 0.24, 0.5)}${ellipse(x, y, rx, ry, `fill="${hex(shadeOf(colour, 0.3))}"`)}`,
    front: `${shape(body, turnedPaint(pen, colour, colour === brass ? 0.16 : 0.08))}<g clip-path="${clip}">${decor}</g>${gleam}<path d="${d`M${x - rx} ${y}A${rx} ${ry} 0 0 0 ${x + rx} ${y}`}" fill="none" stroke="${hex(lightOf(colour, 0.14))}" stroke-width="${num(4 * scale)}"/>`,
    mouth: { y, rx },
  }
}

/** A bow with two tails, its knot at (x, y). */
export function bow(stage: Stage, x: number, y: number, size: number, colour: Lch): string {
  const { pen, random } = stage
  const fill = pen.linear(
    [
      [0, shadeOf(colour, 0.1)],
      [0.5, lightOf(colour, 0.04)],
      [1, shadeOf(colour, 0.05)],
    ],
    [0, 0, 1, 0.6],
  )
  const inner = hex(shadeOf(colour, 0.15))
  const loop = (side: number) => {
    const l = random.range(0.92, 1.08)
    return `<g transform="scale(${side} 1)"><path d="${d`M0 0C${22 * l} -40 ${92 * l} -58 ${100 * l} -22C${106 * l} 10 ${50 * l} 22 0 0Z`}" fill="${fill}"/><path d="${d`M14 -6C${34 * l} -28 ${78 * l} -40 ${84 * l} -20C${86 * l} -2 ${44 * l} 6 14 -6Z`}" fill="${inner}" opacity=".7"/></g>`
  }
  const tail = (side: number) => {
    const l = random.range(140, 185)
    return `<path d="${d`M${-4 * side} 4C${side * 20} ${l * 0.35} ${side * 16} ${l * 0.6} ${side * 52} ${l}L${side * 64} ${l - 24}L${side * 86} ${l - 10}C${side * 50} ${l * 0.6} ${side * 44} ${l * 0.3} ${side * 14} 0Z`}" fill="${fill}"/>`
  }
  return `<g transform="${d`translate(${x} ${y})`}scale(${num(size / 10) === '0' ? 0.1 : Math.round(size) / 100})" stroke="${inner}" stroke-width="1.2" stroke-opacity=".5">${tail(-1)}${tail(1)}${loop(-1)}${loop(1)}<path d="M-15-13Q0-20 16-12Q20 2 14 15Q0 20-15 14Q-20 0-15-13Z" fill="${fill}"/></g>`
}

/** Sheets of paper around a bouquet: `back` behind the flowers, `front` before the stems. */
export function wrap(
  stage: Stage,
  x: number,
  top: number,
  bind: readonly [number, number],
  half: number,
  colour: Lch,
): { back: string; front: string } {
  const { pen, random } = stage
  const [bx, by] = bind
  const sheet = (own: Lch) =>
    pen.linear(
      [
        [0, shadeOf(own, 0.09)],
        [0.35, lightOf(own, 0.05)],
        [0.7, own],
        [1, shadeOf(own, 0.08)],
      ],
      [0, 0.2, 1, 0],
    )
  const edge = `stroke="${hex(shadeOf(colour, 0.16))}" stroke-opacity=".5" stroke-width="1.4"`
  const j = (v: number) => v + random.range(-16, 16)
  const back = `<path d="${d`M${bx - 18} ${by}L${j(x - half * 1.12)} ${j(top + 130)}L${j(x - half * 0.62)} ${j(top + 8)}L${j(x - half * 0.12)} ${j(top + 52)}L${j(x + half * 0.42)} ${j(top - 12)}L${j(x + half * 1.1)} ${j(top + 110)}L${bx + 18} ${by}Z`}" fill="${sheet(shadeOf(colour, 0.03))}" ${edge}/>`
  const lip = by - (by - top) * 0.36
  const skirt = `<path d="${d`M${bx - 24} ${by}Q${bx - 40} ${by + 44} ${bx - 84} ${by + 96}Q${bx} ${by + 124} ${bx + 92} ${by + 92}Q${bx + 42} ${by + 44} ${bx + 24} ${by}Z`}" fill="${sheet(shadeOf(colour, 0.05))}" ${edge}/>`
  const left = `<path d="${d`M${bx - 20} ${by}L${j(x - half * 1.1)} ${j(top + 200)}Q${x - half * 0.7} ${lip - 20} ${j(x + half * 0.16)} ${lip + 60}L${bx + 20} ${by}Z`}" fill="${sheet(colour)}" ${edge}/>`
  const right = `<path d="${d`M${bx + 22} ${by}L${j(x + half * 1.08)} ${j(top + 190)}Q${x + half * 0.66} ${lip - 4} ${j(x - half * 0.2)} ${lip + 88}L${bx - 20} ${by}Z`}" fill="${sheet(lightOf(colour, 0.02))}" ${edge}/>`
  const folds = line(
    d`M${bx} ${by - 6}Q${x + half * 0.3} ${lip + 40} ${x + half * 0.62} ${lip - 6}M${bx + 6} ${by - 6}Q${x + half * 0.5} ${lip + 30} ${x + half * 0.92} ${top + 236}M${bx - 8} ${by - 6}Q${x - half * 0.5} ${lip + 30} ${x - half * 0.86} ${top + 246}`,
    hex(shadeOf(colour, 0.14)),
    1.6,
    'opacity=".5"',
  )
  return { back, front: `${skirt}${left}${right}${folds}` }
}

/** The woven body of a basket; its half width changes from top to foot. */
export function basket(
  stage: Stage,
  x: number,
  foot: number,
  top: number,
  halfTop: number,
  halfFoot: number,
  colour: Lch,
): { back: string; front: string } {
  const { pen } = stage
  const height = foot - top
  const body = d`M${x - halfTop} ${top}Q${x - halfTop * 0.96} ${foot - height * 0.3} ${x - halfFoot} ${foot}Q${x} ${foot + halfFoot * 0.16} ${x + halfFoot} ${foot}Q${x + halfTop * 0.96} ${foot - height * 0.3} ${x + halfTop} ${top}Q${x} ${top + halfTop * 0.2} ${x - halfTop} ${top}Z`
  const clip = pen.clip(`<path d="${body}"/>`)
  const rows = Math.round(height / 22)
  const cols = Math.round(halfTop / 13)
  let light = ''
  let dark = ''
  for (let r = 0; r <= rows + 1; r++)
    for (let c = 0; c < cols; c++) {
      const t = (c + (r % 2) * 0.5) / cols
      const px = x - halfTop + t * halfTop * 2
      const sag = (1 - (2 * t - 1) ** 2) * halfTop * 0.1
      const py = top + (r / rows) * height + sag
      const w = (halfTop * 2) / cols
      light += d`M${px + w * 0.12} ${py}q${w * 0.38} -9 ${w * 0.76} 0`
      dark += d`M${px + w * 0.12} ${py + 6}q${w * 0.38} -8 ${w * 0.76} 0`
    }
  let twist = ''
  for (let i = 0; i < 26; i++) {
    const t = i / 26
    twist += d`M${x - halfTop - 6 + t * (halfTop * 2 + 12)} ${top + 8 + (1 - (2 * t - 1) ** 2) * halfTop * 0.1}q14 -16 26 -2`
  }
  return {
    back: `${shadow(stage, x + 40, foot, halfTop * 1.35, halfTop * 0.2, 0.5)}${ellipse(x, top, halfTop, halfTop * 0.2, `fill="${hex(shadeOf(colour, 0.3))}"`)}`,
    front: `${shape(body, turnedPaint(pen, shadeOf(colour, 0.1), 0.04))}<g clip-path="${clip}">${line(dark, hex(shadeOf(colour, 0.26)), 7, 'opacity=".55"')}${line(light, hex(lightOf(colour, 0.03)), 8, 'opacity=".9"')}${shape(
      body,
      pen.linear(
        [
          [0, shadeOf(colour, 0.4), 0.3],
          [0.3, colour, 0],
          [0.65, colour, 0],
          [1, shadeOf(colour, 0.45), 0.5],
        ],
        [0, 0, 1, 0],
      ),
    )}</g>${line(twist, hex(shadeOf(colour, 0.22)), 13)}${line(twist, hex(lightOf(colour, 0.02)), 9)}`,
  }
}

/** A clear vase that opens upwards, two thirds full of water; stems stand between its two parts. */
export function glass(
  stage: Stage,
  x: number,
  foot: number,
  height: number,
  halfTop: number,
  halfFoot: number,
): { back: string; front: string; mouth: number } {
  const { pen, palette } = stage
  const top = foot - height
  const ry = halfTop * 0.2
  const clear: Lch = palette.dark ? [0.82, 0.03, 190] : [0.8, 0.035, 205]
  const at = (t: number) => halfFoot + (halfTop - halfFoot) * t ** 1.7
  const level = 0.64
  const wall = (side: 1 | -1, from: number, to: number) =>
    Array.from({ length: 9 }, (_, i) => {
      const t = from + ((to - from) * i) / 8
      return d`L${x + side * at(t)} ${foot - 14 - t * (height - 14)}`
    }).join('')
  const outline = `${d`M${x - halfTop} ${top}A${halfTop} ${ry} 0 0 0 ${x + halfTop} ${top}`}${wall(1, 1, 0)}${d`Q${x + halfFoot} ${foot} ${x + halfFoot - 16} ${foot}Q${x} ${foot + 12} ${x - halfFoot + 16} ${foot}Q${x - halfFoot} ${foot} ${x - halfFoot} ${foot - 14}`}${wall(-1, 0, 1)}Z`
  const surface = foot - 14 - level * (height - 14)
  const [water, base] = [at(level) - 7, foot - 30]
  const pool = `${d`M${x - water} ${surface}A${water} ${water * 0.18} 0 0 0 ${x + water} ${surface}`}${wall(1, level, 0.05)}${d`Q${x} ${base + 22} ${x - at(0.05)} ${foot - 14 - 0.05 * (height - 14)}`}${wall(-1, 0.05, level)}Z`
  const sides = pen.linear(
    [
      [0, [0.99, 0.005, 200], 0.75],
      [0.06, shadeOf(clear, 0.16), 0.5],
      [0.16, clear, 0.22],
      [0.5, [0.99, 0.005, 200], 0.08],
      [0.82, clear, 0.25],
      [0.95, shadeOf(clear, 0.2), 0.5],
      [1, [0.99, 0.005, 200], 0.7],
    ],
    [0, 0, 1, 0],
  )
  const shine = (t0: number, t1: number, share: number, width: number, opacity: number) =>
    `<path d="${d`M${x - at(t0) * share} ${foot - 14 - t0 * (height - 14)}Q${x - at((t0 + t1) / 2) * share * 1.02} ${foot - ((t0 + t1) / 2) * height} ${x - at(t1) * share} ${foot - 14 - t1 * (height - 14)}`}" fill="none" stroke="#fff" stroke-width="${num(width)}" stroke-linecap="round" opacity="${opacity}"/>`
  return {
    mouth: top,
    back: `${shadow(stage, x + halfTop * 0.5, foot, halfTop * 1.7, halfTop * 0.24, 0.42)}${ellipse(x, top, halfTop, ry, `fill="${hex(clear)}" fill-opacity=".28"`)}${shape(
      pool,
      pen.linear(
        [
          [0, shadeOf(clear, 0.14), 0.62],
          [0.3, clear, 0.42],
          [0.7, clear, 0.4],
          [1, shadeOf(clear, 0.16), 0.66],
        ],
        [0, 0, 1, 0],
      ),
    )}`,
    front: `${shape(outline, sides)}${ellipse(x, surface, water, water * 0.18, `fill="${hex(lightOf(clear, 0.12))}" fill-opacity=".5" stroke="#fff" stroke-opacity=".8" stroke-width="2.4"`)}${ellipse(x, foot - 20, halfFoot * 0.86, halfFoot * 0.13, 'fill="#fff" fill-opacity=".3"')}${shine(0.12, 0.9, 0.74, 11, 0.62)}${shine(0.3, 0.8, 0.56, 4, 0.5)}${shine(0.1, 0.5, -0.78, 6, 0.45)}<path d="${d`M${x - halfTop} ${top}A${halfTop} ${ry} 0 0 0 ${x + halfTop} ${top}`}" fill="none" stroke="#fff" stroke-width="4.5" stroke-opacity=".9"/><path d="${d`M${x - halfTop} ${top}A${halfTop} ${ry} 0 0 1 ${x + halfTop} ${top}`}" fill="none" stroke="#fff" stroke-width="2.4" stroke-opacity=".75"/>`,
  }
}
