import type { Lch } from './colour.ts'
import { hex, lightOf, mix, shadeOf, tone } from './colour.ts'
import type { Pen, Point } from './pen.ts'
import { circle, d, line, num, shape, spline, whole } from './pen.ts'

/** Draws a twig or grass from the origin upwards, 100 long. `sway` bends its tip sideways. */
export type Sprig = (pen: Pen, colour: Lch, detail: 0 | 1 | 2, sway: number) => string

type Spot = { x: number; y: number; angle: number }

/** The point at a share `t` of a twig's bent axis; `angle` is in degrees, 0 upwards. */
const axis =
  (sway: number, length = 100) =>
  (t: number): Spot => {
    const x = sway * t * t
    const y = -length * t
    return { x, y, angle: (Math.atan2(2 * sway * t, length) * 180) / Math.PI }
  }

const axisPath = (sway: number, to = 1) => d`M0 0Q0 ${-50 * to} ${sway * to * to} ${-100 * to}`

/** One leaf from the origin upwards: a light half, a dark half, a midrib. */
export function leaf(
  pen: Pen,
  length: number,
  width: number,
  colour: Lch,
  detail: 0 | 1 | 2,
  lean = 0,
  belly = 0.42,
): string {
  const { random } = pen
  const w = random.around(width, 0.1)
  const l = random.around(length, 0.06)
  const half = (side: number) =>
    d`M0 0C${side * w * 0.7} ${-l * belly * 0.35} ${side * w * 1.15 + lean * 0.2} ${-l * (belly + 0.28)} ${lean} ${-l}Q${lean * 0.2} ${-l * 0.5} 0 0Z`
  const light = pen.linear([
    [0, shadeOf(colour, 0.05)],
    [1, lightOf(colour, 0.06)],
  ])
  if (detail === 0) return `<path d="${half(-1)}${half(1)}" fill="${light}"/>`
  const dark = pen.linear([
    [0, shadeOf(colour, 0.1)],
    [1, shadeOf(colour, 0.015)],
  ])
  let marks = line(
    d`M0 0Q${lean * 0.2} ${-l * 0.5} ${lean * 0.9} ${-l * 0.92}`,
    hex(lightOf(colour, 0.14)),
    Math.max(0.5, w * 0.05),
    'opacity=".7"',
  )
  if (detail === 2) {
    let ribs = ''
    const count = 6
    for (let i = 1; i <= count; i++) {
      const t = 0.1 + (i / count) * 0.66
      const y = -l * t
      const x = lean * t * t
      const reach = w * 0.62 * Math.sin(Math.PI * Math.min(0.95, t * 0.95 + 0.12))
      ribs += d`M${x} ${y}q${-reach * 0.5} ${-l * 0.03} ${-reach} ${-l * 0.11}M${x} ${y}q${reach * 0.5} ${-l * 0.03} ${reach} ${-l * 0.11}`
    }
    marks += line(ribs, hex(lightOf(colour, 0.12)), Math.max(0.3, w * 0.025), 'opacity=".45"')
  }
  return `<path d="${half(-1)}" fill="${light}"/><path d="${half(1)}" fill="${dark}"/>${marks}`
}

const at = ({ x, y, angle }: Spot, turn: number, content: string) =>
  `<g transform="${d`translate(${x} ${y})rotate(${angle + turn})`}">${content}</g>`

const leafy =
  (pairs: number, length: number, width: number, spread: number, from: number): Sprig =>
  (pen, colour, detail, sway) => {
    const { random } = pen
    const spot = axis(sway)
    let out = line(axisPath(sway), hex(shadeOf(mix(colour, [0.5, 0.08, 100], 0.3), 0.06)), 1.5)
    const count = detail === 0 ? Math.ceil(pairs * 0.7) : pairs
    const small = detail === 2 ? 1 : detail
    for (let i = 0; i < count * 2; i++) {
      const t = from + (1 - from) * ((i + 0.5) / (count * 2))
      const size = Math.sin(Math.PI * (0.2 + 0.72 * t)) * 0.45 + 0.55
      // The colours vary in few steps, so that leaves share their gradients.
      const own = tone(colour, random.int(-1, 1) * 0.035, 1, random.int(-1, 1) * 5)
      const turn = (i % 2 ? 1 : -1) * random.around(spread, 0.2)
      out += at(spot(t), turn, leaf(pen, length * size, width * size, own, small, random.range(-3, 3)))
    }
    return out + at(spot(0.985), 0, leaf(pen, length * 0.75, width * 0.7, lightOf(colour, 0.04), small))
  }

/** Rose or ruscus leaves: broad, pointed, alternate. */
export const greens = leafy(5, 30, 11, 50, 0.2)
/** Olive or willow: narrow and many. */
export const olive = leafy(9, 25, 4.6, 36, 0.14)
/** Myrtle-like, small and dense. */
export const myrtle = leafy(11, 14, 5, 58, 0.12)

export const singleLeaf: Sprig = (pen, colour, detail, sway) => leaf(pen, 100, 26, colour, detail, sway)

/** Fern: two combs of leaflets, one path each. */
export const fern: Sprig = (pen, colour, detail, sway) => {
  const { random } = pen
  const spot = axis(sway)
  const pairs = detail === 0 ? 11 : 17
  const comb = (side: 1 | -1) => {
    let path = ''
    for (let i = 0; i < pairs; i++) {
      const t = 0.1 + 0.88 * (i / pairs)
      const { x, y, angle } = spot(t)
      const reach = 27 * Math.sin(Math.PI * (0.16 + 0.8 * t)) ** 0.8 * random.range(0.92, 1.06) + 2
      const a = ((angle + side * (68 - t * 26)) * Math.PI) / 180
      const [ux, uy] = [Math.sin(a), -Math.cos(a)]
      const w = 3.1 * (1 - t * 0.45)
      const [tx, ty] = [x + ux * reach, y + uy * reach - reach * 0.08]
      path += d`M${x} ${y}Q${x + ux * reach * 0.5 - uy * w} ${y + uy * reach * 0.5 + ux * w} ${tx} ${ty}Q${x + ux * reach * 0.5 + uy * w} ${y + uy * reach * 0.5 - ux * w} ${x} ${y}Z`
    }
    return path
  }
  return `${shape(comb(-1), hex(lightOf(colour, 0.03)))}${shape(comb(1), hex(shadeOf(colour, 0.035)))}${line(axisPath(sway, 0.95), hex(shadeOf(colour, 0.1)), 0.9)}`
}

/** Areca palm: long leaflets that arch. */
export const palm: Sprig = (pen, colour, detail, sway) => {
  const { random } = pen
  const spot = axis(sway)
  const pairs = detail === 0 ? 8 : 13
  const comb = (side: 1 | -1) => {
    let path = ''
    for (let i = 0; i < pairs; i++) {
      const t = 0.16 + 0.84 * (i / pairs)
      const { x, y, angle } = spot(t)
      const reach = (52 - t * 24) * random.range(0.9, 1.08)
      const a = ((angle + side * (56 - t * 38)) * Math.PI) / 180
      const [ux, uy] = [Math.sin(a), -Math.cos(a)]
      const [tx, ty] = [x + ux * reach, y + uy * reach + reach * 0.22]
      const [mx, my] = [x + ux * reach * 0.55, y + uy * reach * 0.55 - reach * 0.05]
      path += d`M${x} ${y}Q${mx - uy * 3} ${my + ux * 3} ${tx} ${ty}Q${mx + uy * 3} ${my - ux * 3} ${x} ${y}Z`
    }
    return path
  }
  return `${shape(comb(-1), hex(lightOf(colour, 0.04)))}${shape(comb(1), hex(shadeOf(colour, 0.03)))}${line(axisPath(sway, 0.96), hex(shadeOf(mix(colour, [0.6, 0.1, 110], 0.4), 0.04)), 1.2)}`
}

/** Eucalyptus: round leaves in pairs, with a bloom of wax. */
export const eucalyptus: Sprig = (pen, colour, detail, sway) => {
  const { random } = pen
  const spot = axis(sway)
  const pairs = detail === 0 ? 5 : 8
  let out = line(axisPath(sway), hex(mix(shadeOf(colour, 0.1), [0.5, 0.08, 40], 0.35)), 1.4)
  for (let i = 0; i < pairs; i++) {
    const t = 0.2 + 0.74 * (i / (pairs - 1))
    for (const side of [-1, 1]) {
      const r = (12.5 - t * 6) * random.range(0.85, 1.15)
      const own = tone(colour, random.int(-1, 1) * 0.05, 1, random.int(-1, 1) * 7)
      const fill = pen.linear(
        [
          [0, shadeOf(own, 0.09)],
          [0.6, own],
          [1, lightOf(own, 0.08)],
        ],
        [0.5, 1, 0.3, 0],
      )
      const vein =
        detail > 0
          ? `<path d="${d`M0 0V${-r * 1.5}`}" stroke="${hex(lightOf(own, 0.14))}" stroke-width=".5" opacity=".7"/>`
          : ''
      out += at(
        spot(t),
        side * random.range(54, 78),
        `<path d="${d`M0 0C${-r} ${-r * 0.2} ${-r * 1.05} ${-r * 1.7} 0 ${-r * 1.95}C${r * 1.05} ${-r * 1.7} ${r} ${-r * 0.2} 0 0Z`}" fill="${fill}"/>${vein}`,
      )
    }
  }
  return `${out}${at(spot(0.98), 0, `<path d="M0 2C-5-2-4-9 0-12C4-9 5-2 0 2Z" fill="${hex(lightOf(colour, 0.06))}"/>`)}`
}

/** Fine branches with something at each end. */
const spray =
  (
    count: number,
    from: number,
    tip: (pen: Pen, x: number, y: number, colour: Lch, detail: number) => string,
    stem: Lch,
  ): Sprig =>
  (pen, colour, detail, sway) => {
    const { random } = pen
    const spot = axis(sway)
    let twigs = axisPath(sway, 0.9)
    let tips = ''
    const total = detail === 0 ? Math.ceil(count * 0.6) : count
    for (let i = 0; i < total; i++) {
      const t = from + (0.88 - from) * (i / total)
      const p = spot(t)
      const a = ((p.angle + random.side() * random.range(8, 52)) * Math.PI) / 180
      const reach = random.range(18, 38) * (1.12 - t * 0.5)
      const x = p.x + Math.sin(a) * reach
      const y = p.y - Math.cos(a) * reach
      twigs += d`M${p.x} ${p.y}Q${p.x + Math.sin(a) * reach * 0.3} ${p.y - reach * 0.65} ${x} ${y}`
      tips += tip(pen, x, y, colour, detail)
    }
    return `${line(twigs, hex(stem), 0.7)}${tips}${tip(pen, spot(0.9).x, spot(0.9).y, colour, detail)}`
  }

/** A tiny double flower as one scalloped path. */
const puff = (pen: Pen, x: number, y: number, colour: Lch): string => {
  const { random } = pen
  const r = random.range(3, 4.8)
  const turn = random.range(0, 2)
  let path = ''
  for (let i = 0; i <= 6; i++) {
    const a = turn + (i / 6) * Math.PI * 2
    const b = a - Math.PI / 6
    const p = d`${x + Math.cos(a) * r * 0.8} ${y + Math.sin(a) * r * 0.8}`
    path += i === 0 ? `M${p}` : d`Q${x + Math.cos(b) * r * 1.55} ${y + Math.sin(b) * r * 1.55} ${p}`
  }
  return `${shape(`${path}Z`, hex(tone(colour, random.range(-0.05, 0.01))))}${circle(x, y, r * 0.26, `fill="${hex(shadeOf(colour, 0.22))}" opacity=".6"`)}`
}

/** Baby's breath. */
export const babysBreath = spray(19, 0.42, puff, [0.62, 0.08, 140])

/** Hypericum berries. */
export const berries = spray(
  11,
  0.45,
  (pen, x, y, colour, detail) => {
    const r = pen.random.range(4, 6)
    const fill = pen.radial(
      [
        [0, lightOf(colour, 0.12)],
        [0.5, colour],
        [1, shadeOf(colour, 0.14)],
      ],
      0.36,
      0.32,
      0.72,
    )
    return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(r * 0.88)}" ry="${num(r)}" fill="${fill}"/>${detail > 0 ? circle(x - r * 0.3, y - r * 0.4, r * 0.2, 'fill="#fff" opacity=".6"') : ''}`
  },
  [0.46, 0.08, 110],
)

/** Wax flower or statice: many small coloured stars. */
export const waxflower = spray(15, 0.38, puff, [0.5, 0.08, 130])

/** Grasses: blades that part from one foot. */
export const grass: Sprig = (pen, colour, detail, sway) => {
  const { random } = pen
  let out = ''
  for (let i = 0; i < (detail === 0 ? 4 : 6); i++) {
    const tip = sway + random.range(-26, 26)
    const h = random.range(68, 106)
    out += shape(
      d`M-1.4 0Q${tip * 0.1 - 1} ${-h * 0.6} ${tip} ${-h}Q${tip * 0.1 + 2.4} ${-h * 0.58} 1.6 0Z`,
      hex(tone(colour, random.range(-0.06, 0.07))),
    )
  }
  return out
}

/** Pampas or wheat: a feathered head on a thin stalk. */
export const plume: Sprig = (pen, colour, detail, sway) => {
  const { random } = pen
  const spot = axis(sway)
  let feathers = ''
  const count = detail === 0 ? 26 : 52
  for (let i = 0; i < count; i++) {
    const t = 0.48 + 0.52 * (i / count)
    const p = spot(t)
    const side = i % 2 ? 1 : -1
    const reach = (13 * Math.sin(Math.PI * (0.22 + (i / count) * 0.72)) + 2) * random.range(0.8, 1.15)
    const a = ((p.angle + side * 30) * Math.PI) / 180
    feathers += d`M${p.x} ${p.y}q${Math.sin(a) * reach * 0.4} ${-reach * 0.9} ${Math.sin(a) * reach * 1.25 + sway * 0.04} ${-Math.cos(a) * reach * 0.9}`
  }
  return `${line(axisPath(sway), hex(shadeOf(colour, 0.18)), 0.9)}${line(feathers, hex(shadeOf(colour, 0.06)), 1.5, 'opacity=".9"')}${line(feathers, hex(lightOf(colour, 0.06)), 0.6)}`
}

/** Amaranth: a tassel of beads that hangs from the tip. */
export const amaranth: Sprig = (pen, colour, detail, sway) => {
  const { random } = pen
  const side = sway < 0 ? -1 : 1
  const points: Point[] = [
    [0, 0],
    [side * 6, -52],
    [side * 24, -76],
    [side * 34, -72],
  ]
  let beads = ''
  const count = detail === 0 ? 34 : 62
  for (let i = 0; i < count; i++) {
    const t = i / count
    const x = side * (26 + 29 * Math.sin((t * Math.PI) / 2)) + random.range(-4.5, 4.5)
    const y = -77 + 112 * t ** 1.5 + random.range(-3, 3)
    beads += circle(
      x,
      y,
      random.range(1.8, 3.5) * (1.1 - t * 0.45),
      `fill="${hex(tone(colour, random.range(-0.08, 0.07)))}"`,
    )
  }
  return `${line(spline(points), hex([0.5, 0.08, 120]), 1.4)}${beads}`
}

/** A banana leaf, ribbed, with a tear or two at its edge. */
export const bananaLeaf: Sprig = (pen, colour, _detail, sway) => {
  const { random } = pen
  const half = (side: 1 | -1) => {
    let edge = ''
    const steps = 12
    for (let i = 1; i <= steps; i++) {
      const t = i / steps
      const w = 22 * Math.sin(Math.PI * Math.min(1, 0.08 + t * 0.92)) ** 0.5
      const x = sway * t * t + side * (i === steps ? 0 : w)
      const y = -100 * t
      edge += d`L${x} ${y}`
      if (random.chance(0.28) && i > 2 && i < steps - 1)
        edge += d`L${x - side * w * 0.5} ${y + 4}L${x} ${y - 1.6}`
    }
    return d`M0 0${edge}Q${sway * 0.1} -50 0 0Z`
  }
  let ribs = ''
  for (let i = 2; i < 24; i++) {
    const t = i / 27
    const w = 15 * Math.sin(Math.PI * Math.min(1, 0.08 + t * 0.92)) ** 0.5
    const x = sway * t * t
    ribs += whole`M${x} ${-100 * t}q${w * 0.6} -1 ${w} -6M${x} ${-100 * t}q${-w * 0.6} -1 ${-w} -6`
  }
  return `${shape(
    half(-1),
    pen.linear([
      [0, shadeOf(colour, 0.05)],
      [1, lightOf(colour, 0.06)],
    ]),
  )}${shape(
    half(1),
    pen.linear([
      [0, shadeOf(colour, 0.11)],
      [1, shadeOf(colour, 0.01)],
    ]),
  )}${line(ribs, hex(lightOf(colour, 0.09)), 0.5, 'opacity=".3"')}${line(axisPath(sway, 0.97), hex(lightOf(colour, 0.16)), 1.6)}`
}

export const sprigs = {
  greens,
  olive,
  myrtle,
  singleLeaf,
  fern,
  palm,
  eucalyptus,
  babysBreath,
  berries,
  waxflower,
  grass,
  plume,
  amaranth,
  bananaLeaf,
} as const

export type SprigKind = keyof typeof sprigs
