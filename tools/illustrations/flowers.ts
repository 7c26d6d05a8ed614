import type { Lch } from './colour.ts'
import { hex, lightOf, mix, shadeOf, tone } from './colour.ts'
import type { Pen } from './pen.ts'
import { circle, d, ellipse, line, num, whole } from './pen.ts'
import type { PetalShape } from './petals.ts'
import { petal, petalGroup, petalPaint, ring, veins } from './petals.ts'

/**
 * Draws one flower around the origin with a radius of 100. `detail` is lower for flowers that are drawn small; `tilt`
 * (0-1) turns the flower's face away from the viewer.
 */
export type Bloom = (pen: Pen, colour: Lch, detail: 0 | 1 | 2, tilt: number) => string

const pollen: Lch = [0.8, 0.15, 80]
const rust: Lch = [0.46, 0.12, 45]
const calyx: Lch = [0.52, 0.1, 135]

const tilted = (tilt: number, content: string, by = 0.32) =>
  tilt < 0.05 ? content : `<g transform="scale(1 ${num(1 - tilt * by)})">${content}</g>`

/** The rolled edge of a petal: a light crescent under its tip. */
const rim = (length: number, width: number) =>
  whole`M${-width * 0.86} ${-length * 0.76}C${-width * 0.7} ${-length * 0.97} ${-width * 0.4} ${-length} 0 ${-length * 0.985}C${width * 0.45} ${-length} ${width * 0.72} ${-length * 0.96} ${width * 0.86} ${-length * 0.74}C${width * 0.6} ${-length * 0.9} ${width * 0.3} ${-length * 0.92} 0 ${-length * 0.9}C${-width * 0.35} ${-length * 0.93} ${-width * 0.62} ${-length * 0.91} ${-width * 0.86} ${-length * 0.76}Z`

/** Cupped petals in rings that close over a rolled heart. */
const cabbage =
  (rings: readonly (readonly [radius: number, count: number, width: number])[], heart: number): Bloom =>
  (pen, colour, detail, tilt) => {
    const { random } = pen
    const step = detail === 2 ? 1 : detail === 1 ? Math.max(1, rings.length / 5) : rings.length / 3
    const use = rings.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
    let turn = random.range(0, 72)
    let out = ''
    use.forEach(([radius, count, width], depth) => {
      const inner = depth / use.length
      const own: Lch = shadeOf(lightOf(colour, 0.035 * (1 - inner)), 0.03 + inner * 0.05)
      const fill = pen.linear([
        [0, shadeOf(own, 0.24)],
        [0.5, shadeOf(own, 0.12)],
        [0.82, own],
        [1, lightOf(own, 0.08)],
      ])
      const pale = hex(lightOf(own, 0.13))
      const body = ring(
        count,
        turn,
        random,
        () => {
          const r = random.around(radius, 0.055)
          const w = r * width
          const path = petal({ length: r, width: w, belly: 0.7, foot: w * 0.3 }, random, 0.08)
          if (detail === 0) return `<path d="${path}"/>`
          const shadow =
            detail === 2 && depth > 0
              ? `<path d="${path}" fill="${hex(shadeOf(own, 0.3))}" stroke="none" opacity=".16" transform="scale(1.05 1.045)"/>`
              : ''
          return `<g>${shadow}<path d="${path}"/><path d="${rim(r, w)}" fill="${pale}" stroke="none" opacity=".55"/></g>`
        },
        8,
      )
      out += `<g transform="${d`translate(${random.range(-1.5, 1.5)} ${-tilt * depth * 4.5})`}" fill="${fill}" stroke="${hex(shadeOf(own, 0.26))}" stroke-opacity=".35" stroke-width="1.1">${body}</g>`
      turn += 180 / count + random.range(-9, 9)
    })
    const deep = shadeOf(colour, 0.2)
    const h = heart
    const roll = d`M${-h * 0.8} ${h * 0.25}C${-h * 0.9} ${-h * 0.75} ${h * 0.55} ${-h * 1.05} ${h * 0.8} ${-h * 0.1}C${h * 0.9} ${h * 0.6} ${-h * 0.1} ${h * 0.8} ${-h * 0.3} ${h * 0.15}C${-h * 0.4} ${-h * 0.35} ${h * 0.3} ${-h * 0.45} ${h * 0.3} ${0}`
    out += `<g transform="${d`translate(0 ${-tilt * use.length * 4.5})rotate(${random.range(0, 360)})`}">${ellipse(
      0,
      0,
      h,
      h * 0.94,
      `fill="${pen.radial([
        [0, shadeOf(deep, 0.1)],
        [0.6, deep],
        [1, shadeOf(colour, 0.06)],
      ])}"`,
    )}${line(roll, hex(lightOf(colour, 0.06)), h * 0.16, 'opacity=".8"')}${line(roll, hex(shadeOf(deep, 0.12)), h * 0.07, 'opacity=".55" transform="translate(1.4 1.8)"')}</g>`
    return tilted(tilt, out, 0.2)
  }

export const rose = cabbage(
  [
    [100, 5, 0.66],
    [88, 5, 0.66],
    [75, 5, 0.64],
    [61, 5, 0.62],
    [47, 4, 0.64],
    [34, 3, 0.72],
  ],
  19,
)

export const peony = cabbage(
  [
    [100, 8, 0.46],
    [90, 8, 0.44],
    [79, 8, 0.44],
    [67, 7, 0.46],
    [55, 7, 0.44],
    [43, 6, 0.46],
    [31, 5, 0.5],
  ],
  15,
)

export const ranunculus = cabbage(
  [
    [100, 9, 0.5],
    [91, 9, 0.5],
    [82, 9, 0.5],
    [72, 8, 0.5],
    [62, 8, 0.5],
    [52, 7, 0.52],
    [42, 7, 0.52],
    [32, 6, 0.55],
  ],
  21,
)

export const lily: Bloom = (pen, colour, detail, tilt) => {
  const { random } = pen
  const white = lightOf(colour, 0.22)
  const fill = pen.linear([
    [0, [0.86, 0.09, 120]],
    [0.22, mix(colour, white, 0.25)],
    [0.6, colour],
    [1, white],
  ])
  const stripe = hex(shadeOf(colour, 0.1))
  const leaf = (shapeOf: PetalShape) => () => {
    const own = { ...shapeOf, length: random.around(shapeOf.length, 0.05), lean: random.range(-12, 12) }
    const l = own.length
    let marks = ''
    if (detail > 0) {
      marks += `<path d="${d`M0 ${-l * 0.12}Q${own.lean * 0.3} ${-l * 0.5} ${own.lean * 0.8} ${-l * 0.9}`}" fill="none" stroke="${stripe}" stroke-width="${num(own.width * 0.1)}" stroke-opacity=".45" stroke-linecap="round"/>`
      marks += `<path d="${veins(l, own.width, 4, random)}" fill="none" stroke="${stripe}" stroke-width=".8" stroke-opacity=".35"/>`
    }
    if (detail === 2)
      for (let i = 0; i < 9; i++)
        marks += circle(
          random.range(-1, 1) * own.width * 0.5,
          -l * random.range(0.2, 0.52),
          random.range(0.8, 1.8),
          `fill="${hex(shadeOf(colour, 0.3))}" opacity=".55" stroke="none"`,
        )
    return `<g><path d="${petal({ ...own, tip: 'point' }, random)}"/>${marks}</g>`
  }
  const start = random.range(-14, 14)
  const outer = ring(3, start + 60, random, leaf({ length: 100, width: 23, belly: 0.48 }), 5)
  const inner = ring(3, start, random, leaf({ length: 98, width: 33, belly: 0.5 }), 5)
  let stamens = ''
  if (detail > 0)
    for (let i = 0; i < 6; i++) {
      const angle = ((start + i * 60 + random.range(-14, 14)) * Math.PI) / 180
      const reach = random.range(38, 50)
      const x = Math.sin(angle) * reach
      const y = -Math.cos(angle) * reach - 5
      stamens += line(d`M0 0Q${x * 0.4 + 4} ${y * 0.7 - 5} ${x} ${y}`, hex([0.84, 0.09, 120]), 2)
      stamens += `<ellipse rx="2.6" ry="7" fill="${hex(rust)}" transform="${d`translate(${x} ${y})rotate(${(angle * 180) / Math.PI + 78})`}"/>`
    }
  stamens +=
    line('M0 0Q4-16 2-34', hex([0.8, 0.1, 125]), 3) + circle(2, -35, 4, `fill="${hex([0.6, 0.1, 130])}"`)
  const edge = `stroke="${hex(shadeOf(colour, 0.2))}" stroke-opacity=".4" stroke-width="1"`
  return tilted(
    tilt,
    `<g fill="${fill}" ${edge}>${outer}${inner}</g>${circle(
      0,
      0,
      15,
      `fill="${pen.radial([
        [0, [0.72, 0.13, 125], 0.95],
        [1, [0.8, 0.12, 120], 0],
      ])}"`,
    )}${stamens}`,
  )
}

export const orchid: Bloom = (pen, colour, detail) => {
  const { random } = pen
  const vein = hex(shadeOf(colour, 0.16))
  const part = (s: PetalShape, x: number, y: number, angle: number, count: number) => {
    const path = petal(s, random, 0.05)
    const lines =
      detail > 0
        ? `<path d="${veins(s.length, s.width, count, random)}" fill="none" stroke="${vein}" stroke-width="1" stroke-opacity=".38"/>`
        : ''
    return `<g transform="${d`translate(${x} ${y})rotate(${angle + random.range(-4, 4)})`}"><path d="${path}"/>${lines}</g>`
  }
  const sepals = `<g ${petalGroup(pen, shadeOf(colour, 0.04), 0.08, 0.03)}>${part({ length: 92, width: 30, belly: 0.55 }, 0, -4, 0, 5)}${part({ length: 88, width: 29, belly: 0.55 }, 4, 4, 128, 5)}${part({ length: 88, width: 29, belly: 0.55 }, -4, 4, -128, 5)}</g>`
  const petals = `<g ${petalGroup(pen, colour, 0.1, 0.05)}>${part({ length: 98, width: 56, belly: 0.58, foot: 5 }, 3, 0, 72, 8)}${part({ length: 98, width: 56, belly: 0.58, foot: 5 }, -3, 0, -72, 8)}</g>`
  const lip: Lch = colour[1] > 0.1 && colour[0] < 0.68 ? [0.42, 0.17, colour[2] - 8] : [0.55, 0.2, 355]
  const lipPaint = petalGroup(pen, lip, 0.1, 0.1)
  const throat = `<g ${lipPaint}><path d="M-4 4C-26-6-38 8-30 26C-20 26-8 20-3 12Z"/><path d="M4 4C26-6 38 8 30 26C20 26 8 20 3 12Z"/><path d="M-8 8C-12 26-24 34-15 48C-8 56-2 50 0 62C2 50 8 56 15 48C24 34 12 26 8 8Z"/></g>`
  let dots = ''
  if (detail > 0)
    for (let i = 0; i < 10; i++)
      dots += circle(
        random.range(-9, 9),
        random.range(14, 34),
        random.range(0.9, 1.8),
        `fill="${hex(shadeOf(lip, 0.18))}" opacity=".6"`,
      )
  const column = ellipse(
    0,
    0,
    9,
    12,
    `fill="${pen.radial(
      [
        [0, [0.98, 0.015, 95]],
        [0.7, [0.95, 0.03, 90]],
        [1, lightOf(colour, 0.05)],
      ],
      0.45,
      0.3,
      0.7,
    )}" stroke="${vein}" stroke-opacity=".3"`,
  )
  return `${sepals}${petals}${throat}${dots}${ellipse(0, 15, 7, 5, `fill="${hex(pollen)}"`)}${column}`
}

export const tulip: Bloom = (pen, colour, detail) => {
  const { random } = pen
  const inner = shadeOf(colour, 0.1)
  const lines = (l: number, w: number, n: number) =>
    detail > 0
      ? `<path d="${veins(l, w, n, random)}" fill="none" stroke="${hex(shadeOf(colour, 0.14))}" stroke-width=".9" stroke-opacity=".32"/>`
      : ''
  const part = (l: number, w: number, x: number, angle: number, belly = 0.5) =>
    `<g transform="${d`translate(${x} 82)rotate(${angle + random.range(-2, 2)})`}"><path d="${petal({ length: l, width: w, belly, foot: w * 0.34, tip: 'point', lean: random.range(-7, 7) }, random, 0.05)}"/>${lines(l, w, 5)}</g>`
  const green = pen.radial(
    [
      [0, [0.78, 0.1, 120], 0.75],
      [1, [0.78, 0.1, 120], 0],
    ],
    0.5,
    1,
    0.7,
  )
  const back = `<g ${petalGroup(pen, inner, 0.14, 0.02)}>${part(166, 40, -8, -11)}${part(166, 40, 8, 11)}${part(160, 42, 0, 0)}</g>`
  const sides = `<g ${petalGroup(pen, shadeOf(colour, 0.03), 0.1, 0.08)}>${part(172, 43, -12, -12, 0.42)}${part(172, 43, 12, 12, 0.42)}</g>`
  const front = `<g ${petalGroup(pen, lightOf(colour, 0.02), 0.08, 0.08)}>${part(156, 54, random.range(-4, 4), random.range(-3, 3), 0.44)}</g>`
  return `${back}${sides}${front}${ellipse(0, 64, 26, 19, `fill="${green}"`)}`
}

export const jasmine: Bloom = (pen, colour, detail, tilt) => {
  const { random } = pen
  const count = random.int(6, 8)
  const edge = hex(shadeOf(colour, 0.3))
  const draw = () => {
    const l = random.range(90, 102)
    const mark =
      detail > 0
        ? `<path d="${d`M0-18L${random.range(-2, 2)} ${-l * 0.72}`}" fill="none" stroke-opacity=".25"/>`
        : ''
    return `<g><path d="${petal({ length: l, width: 21, belly: 0.62, foot: 6, tip: 'point', lean: 9 }, random)}"/>${mark}</g>`
  }
  const fill = pen.linear([
    [0, [0.84, 0.07, 112]],
    [0.35, shadeOf(colour, 0.045)],
    [1, colour],
  ])
  const start = random.range(0, 60)
  const all = `<g fill="${fill}" stroke="${edge}" stroke-opacity=".42" stroke-width="1.4">${ring(count, start, random, draw, 5)}${detail === 2 ? `<g transform="scale(.66)">${ring(count - 1, start + 26, random, draw, 5)}</g>` : ''}</g>`
  return tilted(
    tilt,
    `${all}${circle(0, 0, 9, `fill="${hex([0.84, 0.1, 100])}"`)}${circle(0, 0, 4, `fill="${hex([0.66, 0.11, 110])}"`)}`,
  )
}

/** A closed jasmine bud with its stalk, tip upwards. */
export const jasmineBud: Bloom = (pen, colour) => {
  const { random } = pen
  const fill = pen.linear([
    [0, [0.8, 0.08, 118]],
    [0.4, shadeOf(colour, 0.04)],
    [1, mix(colour, [0.86, 0.07, 10], 0.25)],
  ])
  return `${line('M0 100Q3 60 0 40', hex(calyx), 7)}<path d="${d`M-9 45C-26 8-22-38 ${random.range(-3, 3)} -92C24-40 28 6 9 45Z`}" fill="${fill}" stroke="${hex(shadeOf(colour, 0.3))}" stroke-opacity=".35" stroke-width="2"/><path d="M-3 38Q-9-20 2-78" fill="none" stroke="${hex(shadeOf(colour, 0.25))}" stroke-opacity=".3" stroke-width="2"/>`
}

/** Ruffled rings. Each ring is a single path, because a garland holds hundreds of these flowers. */
export const marigold: Bloom = (pen, colour, detail, tilt) => {
  const { random } = pen
  const steps = detail === 2 ? 8 : detail === 1 ? 5 : 3
  let out = ''
  for (let k = 0; k < steps; k++) {
    const share = k / steps
    const r = 98 * (1 - share) ** 0.86
    const lobes = Math.max(6, Math.round((detail === 0 ? 12 : 19) - share * (detail === 0 ? 7 : 12)))
    const start = random.range(0, 6)
    let path = ''
    let creases = ''
    for (let i = 0; i <= lobes; i++) {
      const a0 = start + (i * 2 * Math.PI) / lobes
      const half = Math.PI / lobes
      const out1 = r * random.range(0.98, 1.1)
      const valley = r * random.range(0.8, 0.9)
      const [vx, vy] = [Math.cos(a0) * valley, Math.sin(a0) * valley]
      if (i === 0) path = whole`M${vx} ${vy}`
      else {
        const a = a0 - half
        const wide = half * 0.95
        path += whole`C${Math.cos(a - wide) * out1 * 1.04} ${Math.sin(a - wide) * out1 * 1.04} ${Math.cos(a - half * 0.25) * out1 * 1.06} ${Math.sin(a - half * 0.25) * out1 * 1.06} ${Math.cos(a) * out1 * 0.97} ${Math.sin(a) * out1 * 0.97}`
        path += whole`C${Math.cos(a + half * 0.25) * out1 * 1.06} ${Math.sin(a + half * 0.25) * out1 * 1.06} ${Math.cos(a + wide) * out1 * 1.04} ${Math.sin(a + wide) * out1 * 1.04} ${vx} ${vy}`
      }
      if (detail > 0) creases += whole`M${vx} ${vy}L${vx * 0.72} ${vy * 0.72}`
    }
    const own = k % 2 ? shadeOf(colour, 0.02 + share * 0.05) : lightOf(shadeOf(colour, share * 0.05), 0.02)
    const fill = pen.radial([
      [0, shadeOf(own, 0.2)],
      [0.6, shadeOf(own, 0.1)],
      [0.86, own],
      [1, lightOf(own, 0.07)],
    ])
    const dark = hex(shadeOf(colour, 0.22))
    const rise = tilt * k * 5
    out += `<g transform="${d`translate(0 ${-rise})`}"><path d="${path}Z" fill="${fill}" stroke="${dark}" stroke-opacity=".45" stroke-width="1.6"/>${creases && `<path d="${creases}" stroke="${dark}" stroke-opacity=".35" stroke-width="1.6"/>`}</g>`
  }
  return tilted(tilt, out, 0.16)
}

export const chrysanthemum: Bloom = (pen, colour, detail, tilt) => {
  const { random } = pen
  const rows: [length: number, count: number, width: number][] =
    detail === 2
      ? [
          [100, 24, 12],
          [88, 23, 11.5],
          [75, 21, 11],
          [61, 18, 10.5],
          [47, 15, 10],
          [33, 11, 9],
          [20, 7, 8],
        ]
      : detail === 1
        ? [
            [100, 18, 15],
            [80, 16, 14],
            [58, 13, 13],
            [37, 9, 12],
            [20, 5, 10],
          ]
        : [
            [100, 15, 17],
            [70, 12, 16],
            [40, 8, 14],
          ]
  let out = ''
  rows.forEach(([length, count, width], k) => {
    const own = shadeOf(colour, (k / rows.length) * 0.07)
    const body = ring(
      count,
      random.range(0, 20),
      random,
      () =>
        `<path d="${petal({ length: random.around(length, 0.07), width, belly: 0.74, foot: 3, lean: random.range(-4, 4) }, random, 0.05)}"/>`,
      3,
    )
    const fill = pen.linear([
      [0, shadeOf(own, 0.26)],
      [0.55, shadeOf(own, 0.08)],
      [1, lightOf(own, 0.08)],
    ])
    out += `<g fill="${fill}" stroke="${hex(shadeOf(own, 0.26))}" stroke-opacity=".45" stroke-width="1.1" transform="${d`translate(0 ${-tilt * k * 4})`}">${body}</g>`
  })
  const heart = mix(shadeOf(colour, 0.05), [0.75, 0.13, 115], 0.45)
  return tilted(tilt, `${out}${circle(0, -tilt * rows.length * 4, 8, `fill="${hex(heart)}"`)}`, 0.22)
}

export const gerbera: Bloom = (pen, colour, detail, tilt) => {
  const { random } = pen
  const row = (length: number, count: number, width: number, own: Lch, turn: number) => {
    const crease = hex(shadeOf(own, 0.18))
    const body = ring(
      count,
      turn,
      random,
      () => {
        const l = random.around(length, 0.045)
        const path = `<path d="${petal({ length: l, width, belly: 0.7, foot: width * 0.35, lean: random.range(-3, 3) }, random, 0.07)}"/>`
        if (detail < 2) return path
        return `<g>${path}<path d="${d`M-2 ${-l * 0.4}L${-width * 0.28} ${-l * 0.9}M2 ${-l * 0.4}L${width * 0.3} ${-l * 0.88}`}" stroke="${crease}" stroke-width=".8" stroke-opacity=".4"/></g>`
      },
      2.5,
    )
    return `<g ${petalGroup(pen, own, 0.16, 0.06)}>${body}</g>`
  }
  const few = [0.62, 0.82, 1][detail] ?? 1
  const wide = [1.5, 1.2, 1][detail] ?? 1
  let out = row(100, Math.round(22 * few), 12.5 * wide, shadeOf(colour, 0.05), random.range(0, 16))
  out += row(92, Math.round(21 * few), 12 * wide, colour, random.range(0, 16))
  out += row(50, Math.round(20 * few), 7.5 * wide, lightOf(colour, 0.03), random.range(0, 16))
  const eye: Lch = random.chance(0.55) ? [0.3, 0.05, 40] : [0.62, 0.12, 115]
  const up = tilt * 7
  out += circle(0, -up * 0.4, 27, `fill="${hex(shadeOf(colour, 0.22))}" opacity=".55"`)
  out += circle(
    0,
    -up,
    24,
    `fill="${pen.radial(
      [
        [0, tone(eye, 0.1)],
        [0.55, eye],
        [1, shadeOf(eye, 0.06)],
      ],
      0.42,
      0.4,
      0.6,
    )}"`,
  )
  if (detail > 0) {
    let dots = ''
    for (let i = 0; i < 28; i++) {
      const a = i * 2.39996
      const r = 3.6 * Math.sqrt(i + 0.5)
      dots += whole`M${Math.cos(a) * r} ${Math.sin(a) * r - up}h0`
    }
    out += line(dots, hex(lightOf(eye, 0.16)), 2.6, 'opacity=".75"')
  }
  // A dashed line with dashes of no length and round caps draws a ring of pollen in one element.
  out += circle(
    0,
    -up,
    22.5,
    `fill="none" stroke="${hex(pollen)}" stroke-width="4.8" stroke-linecap="round" stroke-dasharray="0 6.43"`,
  )
  return tilted(tilt, out, 0.42)
}

/** Seen from the side, foot at (0, 70). */
export const lotus: Bloom = (pen, colour, detail) => {
  const { random } = pen
  const foot: Lch = mix([0.97, 0.03, 95], colour, 0.12)
  const part = (l: number, w: number, angle: number, depth: number) => {
    const own = shadeOf(colour, depth)
    const fill = pen.linear([
      [0, shadeOf(foot, depth + 0.03)],
      [0.42, mix(foot, own, 0.35)],
      [1, own],
    ])
    const lean = angle * 0.08 + random.range(-3, 3)
    const lines =
      detail > 0
        ? `<path d="${veins(l, w, detail === 2 ? 9 : 5, random)}" fill="none" stroke="${hex(shadeOf(colour, 0.1))}" stroke-width=".9" stroke-opacity=".3"/>`
        : ''
    const path = petal({ length: l, width: w, belly: 0.52, foot: w * 0.3, tip: 'point', lean }, random, 0.05)
    return `<g transform="${d`translate(${angle * 0.16} 68)rotate(${angle + random.range(-2.5, 2.5)})`}" fill="${fill}" stroke="${hex(shadeOf(colour, 0.18))}" stroke-opacity=".45" stroke-width="1"><path d="${path}"/>${lines}</g>`
  }
  const fan = (angles: number[], l: number, w: number, depth: number) =>
    angles
      .sort((a, b) => Math.abs(b) - Math.abs(a))
      .map((a) => part(l * (1 - Math.abs(a) * 0.0021), w, a, depth))
      .join('')
  const back = fan([-58, -38, -19, 0, 19, 38, 58], 160, 31, 0.07)
  const middle = fan([-80, -52, -27, 27, 52, 80, 10, -10], 148, 33, 0.03)
  const pod =
    detail > 0
      ? `<path d="M-24 14Q0 2 24 14L16 50H-16Z" fill="${hex([0.78, 0.13, 100])}"/>${ellipse(0, 13, 24, 7, `fill="${hex([0.85, 0.12, 98])}"`)}`
      : ''
  const side = fan([-96, 96, -66, 66, -42, 42], 118, 32, -0.01)
  const front = fan([-22, 22, 0], 104, 36, -0.03)
  const seat = `<path d="M-26 62Q0 40 26 62Q22 82 0 82Q-22 82-26 62Z" fill="${hex(shadeOf(foot, 0.08))}"/>`
  return `${seat}${back}${middle}${pod}${side}${front}${ellipse(0, 76, 13, 7, `fill="${hex(calyx)}" opacity=".8"`)}`
}

/** A lotus or water lily from above. */
export const lotusOpen: Bloom = (pen, colour, detail, tilt) => {
  const { random } = pen
  let out = ''
  const rows: [number, number, number][] = [
    [100, 9, 27],
    [86, 9, 24],
    [66, 8, 21],
    [45, 6, 17],
  ]
  rows.forEach(([length, count, width], k) => {
    const own = lightOf(colour, k * 0.025)
    const body = ring(count, k * 20 + random.range(0, 12), random, () => {
      const path = petal(
        { length: random.around(length, 0.04), width, belly: 0.55, foot: width * 0.3, tip: 'point' },
        random,
      )
      return detail === 2
        ? `<g><path d="${path}"/><path d="${veins(length, width, 5, random)}" fill="none" stroke-opacity=".2" stroke-width=".8"/></g>`
        : `<path d="${path}"/>`
    })
    const fill = pen.linear([
      [0, [0.93, 0.06, 95]],
      [0.4, mix(own, [0.97, 0.02, 90], 0.55)],
      [1, own],
    ])
    out += `<g fill="${fill}" stroke="${hex(shadeOf(colour, 0.18))}" stroke-opacity=".42">${body}</g>`
  })
  let stamens = ''
  for (let i = 0; i < 26; i++) {
    const a = i * 2.39996
    const r = 4.2 * Math.sqrt(i)
    stamens += circle(Math.cos(a) * r, Math.sin(a) * r, 2.6, '')
  }
  return tilted(
    tilt,
    `${out}${circle(0, 0, 23, `fill="${hex(shadeOf(pollen, 0.08))}"`)}<g fill="${hex(lightOf(pollen, 0.08))}">${stamens}</g>`,
  )
}

/** Cherry blossom: five notched petals. */
export const blossom: Bloom = (pen, colour, detail, tilt) => {
  const { random } = pen
  const fill = pen.linear([
    [0, shadeOf(colour, 0.2)],
    [0.3, shadeOf(colour, 0.04)],
    [1, lightOf(colour, 0.05)],
  ])
  const start = random.range(0, 72)
  const body = ring(
    5,
    start,
    random,
    () => `<path d="${petal({ length: 96, width: 43, belly: 0.62, foot: 7, tip: 'notch' }, random)}"/>`,
    5,
  )
  let stamens = ''
  if (detail > 0)
    for (let i = 0; i < 9; i++) {
      const a = (i / 9) * Math.PI * 2 + random.range(-0.2, 0.2)
      const r = random.range(24, 40)
      stamens +=
        line(d`M0 0L${Math.cos(a) * r} ${Math.sin(a) * r}`, hex(shadeOf(colour, 0.24)), 1.6) +
        circle(Math.cos(a) * r, Math.sin(a) * r, 3.4, `fill="${hex(pollen)}"`)
    }
  return tilted(
    tilt,
    `<g fill="${fill}" stroke="${hex(shadeOf(colour, 0.2))}" stroke-opacity=".35" stroke-width="1.4">${body}</g>${circle(0, 0, 8, `fill="${hex(shadeOf(colour, 0.24))}"`)}${stamens}`,
  )
}

/** Frangipani: five petals that overlap like a pinwheel, yellow at heart. */
export const plumeria: Bloom = (pen, colour, detail, tilt) => {
  const { random } = pen
  const fill = pen.linear([
    [0, [0.76, 0.15, 75]],
    [0.3, [0.9, 0.1, 92]],
    [0.55, colour],
    [1, lightOf(colour, 0.03)],
  ])
  const start = random.range(0, 72)
  const draw = () => {
    const p = petal({ length: 100, width: 40, belly: 0.62, foot: 9, lean: 16 }, random, 0.04)
    return detail > 0
      ? `<g><path d="${p}"/><path d="M6-30Q24-60 26-88" fill="none" stroke-opacity=".25"/></g>`
      : `<path d="${p}"/>`
  }
  return tilted(
    tilt,
    `<g fill="${fill}" stroke="${hex(shadeOf(colour, 0.24))}" stroke-opacity=".4" stroke-width="1.2">${ring(5, start, random, draw, 3)}</g>`,
  )
}

/** Flamingo flower: a waxy heart and its spadix. */
export const anthurium: Bloom = (pen, colour, detail) => {
  const { random } = pen
  const heart =
    'M0 96C-20 62-98 40-92-24C-88-66-40-78-6-40C-2-36 2-36 6-40C34-80 92-64 94-18C96 44 22 62 0 96Z'
  const lines =
    detail > 0
      ? `<path d="M0-36Q4 30 0 90M-4-30Q-60-30-72 10M4-30Q60-28 74 12M-3-20Q-40 10-40 44M3-20Q42 12 42 44" fill="none" stroke="${hex(shadeOf(colour, 0.12))}" stroke-width="1.6" stroke-opacity=".5"/>`
      : ''
  const gloss = `<path d="M-74-30C-66-58-38-58-22-42C-48-46-62-36-74-30Z" fill="#fff" opacity=".35"/>`
  const spadix = `<path d="${d`M-7-32C-12-60 ${-6 + random.range(-6, 6)} -96 4-104C14-92 12-60 7-32Z`}" fill="${pen.linear(
    [
      [0, [0.9, 0.09, 95]],
      [0.6, [0.82, 0.14, 85]],
      [1, [0.7, 0.14, 65]],
    ],
  )}"/>`
  return `<path d="${heart}" fill="${pen.linear(
    [
      [0, shadeOf(colour, 0.1)],
      [0.5, colour],
      [1, lightOf(colour, 0.05)],
    ],
    [0.7, 1, 0.3, 0],
  )}" stroke="${hex(shadeOf(colour, 0.2))}" stroke-opacity=".4"/>${lines}${gloss}${spadix}`
}

/** A rosebud, foot at (0, 100). */
export const rosebud: Bloom = (pen, colour) => {
  const paint = (own: Lch) =>
    `fill="${petalPaint(pen, own, 0.16, 0.06)}" stroke="${hex(shadeOf(colour, 0.24))}" stroke-opacity=".4" stroke-width="1.4"`
  return `<g ${paint(shadeOf(colour, 0.08))}><path d="M-40 60C-58 0-34-70 4-92C40-66 56 0 40 60Z"/></g><g ${paint(colour)}><path d="M-46 62C-70 10-52-50-18-78C-2-40 20 20 6 74C-12 84-32 80-46 62Z"/></g><g ${paint(lightOf(colour, 0.03))}><path d="M48 60C68 10 54-44 22-66C2-34-30 30-18 76C2 88 34 82 48 60Z"/></g><g fill="${hex(calyx)}"><path d="M-44 58C-60 20-48-8-40-20C-36 20-22 50 0 64C20 50 34 16 42-10C52 6 58 30 44 60C34 84 14 92 0 94C-18 92-34 82-44 58Z"/><path d="M-6 88C-14 50-6 20 2 4C8 26 14 54 8 90Z" fill="${hex(lightOf(calyx, 0.06))}"/></g>${line('M0 92V110', hex(calyx), 12)}`
}

export const blooms = {
  rose,
  peony,
  ranunculus,
  lily,
  orchid,
  tulip,
  jasmine,
  jasmineBud,
  marigold,
  chrysanthemum,
  gerbera,
  lotus,
  lotusOpen,
  blossom,
  plumeria,
  anthurium,
  rosebud,
} as const

export type BloomKind = keyof typeof blooms
