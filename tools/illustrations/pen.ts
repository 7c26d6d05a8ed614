import type { Random } from '../../drawings/random.ts'
import { createRandom, hashSeed } from '../../drawings/random.ts'
import type { Lch } from './colour.ts'
import { hex } from './colour.ts'

export type Point = readonly [x: number, y: number]
export type Stop = readonly [offset: number, colour: Lch, opacity?: number]

/** A number rounded to a tenth, and written as short as SVG allows. */
export const num = (value: number): string => {
  const rounded = Math.round(value * 10) / 10
  return rounded === 0 ? '0' : String(rounded).replace(/^(-?)0\./, '$1.')
}

/** Path data or a transform with its numbers shortened. */
export const d = (text: TemplateStringsArray, ...values: (number | string)[]): string =>
  text.reduce((out, part, i) => {
    const value = values[i - 1]
    return out + (typeof value === 'number' ? num(value) : value) + part
  })

/** Like `d`, but rounded to whole numbers, which suffice for shapes that are drawn at radius 100 and then shrunk. */
export const whole = (text: TemplateStringsArray, ...values: number[]): string =>
  text.reduce((out, part, i) => out + Math.round(values[i - 1] ?? 0) + part)

/** The tools of a drawing function: random numbers, and the shared gradients and clips of the picture. */
export type Pen = {
  random: Random
  /**
   * Makes a gradient, and returns its paint reference. `box` is x1 y1 x2 y2 of the shape's own box; by default foot to
   * top.
   */
  linear(stops: readonly Stop[], box?: readonly [number, number, number, number]): string
  /** Makes a gradient around cx cy of the shape's own box, and returns its paint reference. */
  radial(stops: readonly Stop[], cx?: number, cy?: number, r?: number): string
  clip(shape: string): string
  /** All definitions made so far. */
  defs(): string
}

export function createPen(seed: number | string): Pen {
  const known = new Map<string, string>()
  const prefix = `f${hashSeed(seed).toString(36).slice(0, 4)}`
  const define = (make: (id: string) => string): string => {
    const key = make('')
    let id = known.get(key)
    if (!id) {
      id = `${prefix}${known.size.toString(36)}`
      known.set(key, id)
    }
    return `url(#${id})`
  }
  const text = (stops: readonly Stop[]) =>
    stops
      .map(
        ([offset, colour, opacity]) =>
          `<stop offset="${Math.round(offset * 100) / 100}" stop-color="${hex(colour)}"${opacity === undefined ? '' : ` stop-opacity="${Math.round(opacity * 100) / 100}"`}/>`,
      )
      .join('')
  return {
    random: createRandom(seed),
    linear: (stops, [x1, y1, x2, y2] = [0, 1, 0, 0]) =>
      define(
        (id) =>
          `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${text(stops)}</linearGradient>`,
      ),
    radial: (stops, cx = 0.5, cy = 0.5, r = 0.5) =>
      define(
        (id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${text(stops)}</radialGradient>`,
      ),
    clip: (shape) => define((id) => `<clipPath id="${id}">${shape}</clipPath>`),
    defs: () => [...known].map(([key, id]) => key.replace('id=""', `id="${id}"`)).join(''),
  }
}

/** Moves `content`, drawn around the origin at radius 100, to (x, y) with radius `size`; `turn` is in degrees. */
export const place = (x: number, y: number, size: number, turn: number, content: string, flip = false) => {
  const scale = Math.round(size * 10) / 1000
  return `<g transform="${d`translate(${x} ${y})rotate(${turn})`}scale(${flip ? `${-scale} ${scale}` : scale})">${content}</g>`
}

/** A smooth open or closed line through the points (Catmull-Rom). */
export function spline(points: readonly Point[], closed = false): string {
  const count = points.length
  const at = (i: number): Point =>
    points[closed ? (i + count) % count : Math.min(count - 1, Math.max(0, i))] ?? [0, 0]
  let out = d`M${at(0)[0]} ${at(0)[1]}`
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    out += d`C${b[0] + (c[0] - a[0]) / 6} ${b[1] + (c[1] - a[1]) / 6} ${c[0] - (e[0] - b[0]) / 6} ${c[1] - (e[1] - b[1]) / 6} ${c[0]} ${c[1]}`
  }
  return closed ? `${out}Z` : out
}

export const ellipse = (x: number, y: number, rx: number, ry: number, rest: string) =>
  `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" ${rest}/>`

export const circle = (x: number, y: number, r: number, rest: string) =>
  `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" ${rest}/>`

export const shape = (path: string, fill: string, rest = '') => `<path d="${path}" fill="${fill}" ${rest}/>`

export const line = (path: string, colour: string, width: number, rest = '') =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${num(width)}" stroke-linecap="round" ${rest}/>`
