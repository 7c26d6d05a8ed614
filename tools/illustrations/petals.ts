import type { Random } from '../../drawings/random.ts'
import type { Lch } from './colour.ts'
import { hex, lightOf, shadeOf } from './colour.ts'
import type { Pen } from './pen.ts'
import { d, whole } from './pen.ts'

export type PetalShape = {
  length: number
  /** Half of the greatest width. */
  width: number
  /** The place along the length at which the petal is widest, 0-1. */
  belly?: number
  /** Half width at the foot. */
  foot?: number
  tip?: 'round' | 'point' | 'notch'
  /** The distance by which the tip leans sideways. */
  lean?: number
}

/** Outline of one petal, foot at the origin, tip upwards; no two are alike. */
export function petal(
  { length, width, belly = 0.6, foot = width * 0.14, tip = 'round', lean = 0 }: PetalShape,
  random: Random,
  wobble = 0.07,
): string {
  const l = random.around(length, wobble * 0.6)
  const left = random.around(width, wobble)
  const right = random.around(width, wobble)
  const low = l * random.around(belly, wobble)
  const rest = l - low
  const x = lean + random.range(-1, 1) * width * wobble
  const [high, inner, top, end] =
    tip === 'round' ? [0.62, 0.52, 1, 1] : tip === 'point' ? [0.42, 0.1, 0.9, 1] : [0.72, 0.5, 1.06, 0.95]
  return (
    whole`M${-foot} 0C${-foot - (left - foot) * 0.3} ${-low * 0.35} ${-left} ${-low * 0.6} ${-left} ${-low}` +
    whole`C${-left} ${-low - rest * high} ${x - left * inner} ${-l * top} ${x} ${-l * end}` +
    whole`C${x + right * inner} ${-l * top} ${right} ${-low - rest * high} ${right} ${-low}` +
    whole`C${right} ${-low * 0.6} ${foot + (right - foot) * 0.3} ${-low * 0.35} ${foot} 0Z`
  )
}

/** Fine lines that fan from the foot; one path. */
export function veins(length: number, width: number, count: number, random: Random): string {
  let out = ''
  for (let i = 0; i < count; i++) {
    const side = count === 1 ? 0 : (i / (count - 1)) * 2 - 1
    const reach = length * random.range(0.7, 0.88) * (1 - Math.abs(side) * 0.16)
    out += whole`M${side * width * 0.1} ${-length * 0.08}Q${side * width * 0.75} ${-reach * 0.55} ${side * width * 0.62} ${-reach}`
  }
  return out
}

/** The paint of a petal from foot to tip: shaded, in its own colour, lit. */
export const petalPaint = (pen: Pen, colour: Lch, shade = 0.14, light = 0.06) =>
  pen.linear([
    [0, shadeOf(colour, shade)],
    [0.5, colour],
    [1, lightOf(colour, light)],
  ])

/** The attributes of a group of petals: paint, and a thin line that separates them. */
export const petalGroup = (pen: Pen, colour: Lch, shade = 0.14, light = 0.06, edge = 1) =>
  `fill="${petalPaint(pen, colour, shade, light)}" stroke="${hex(shadeOf(colour, 0.24))}" stroke-opacity=".4" stroke-width="${edge}"`

/** Places `count` pieces in a ring around the centre. */
export function ring(
  count: number,
  start: number,
  random: Random,
  draw: (index: number) => string,
  jitter = 4,
): string {
  let out = ''
  for (let i = 0; i < count; i++) {
    const angle = start + (i * 360) / count + random.range(-jitter, jitter)
    out += draw(i).replace(/^<(path|g)/, d`<$1 transform="rotate(${angle})"`)
  }
  return out
}
