import type { Lch } from '../colour.ts'
import { hex, lightOf, shadeOf, tone } from '../colour.ts'
import type { Point } from '../pen.ts'
import { circle, d, line, place, spline, whole } from '../pen.ts'
import type { Stage } from '../stage.ts'
import { bloom, shadow } from '../stage.ts'

export const gold: Lch = [0.79, 0.16, 68]
export const lemon: Lch = [0.88, 0.15, 92]
export const jasmineWhite: Lch = [0.975, 0.014, 95]

/** A marigold as it shows on a string: two scalloped paths, light enough for hundreds. */
export function pompon({ pen, random }: Stage, x: number, y: number, r: number, colour: Lch): string {
  const own = tone(colour, random.int(-1, 1) * 0.02, 1, random.int(-1, 1) * 4)
  const scallops = (radius: number, lobes: number) => {
    const start = random.range(0, 6)
    let out = ''
    for (let i = 0; i <= lobes; i++) {
      const a = start + (i / lobes) * Math.PI * 2
      const b = a - Math.PI / lobes
      const p = whole`${Math.cos(a) * radius * 0.86} ${Math.sin(a) * radius * 0.86}`
      const c = whole`${Math.cos(b) * radius * 1.2} ${Math.sin(b) * radius * 1.2}`
      out += i === 0 ? `M${p}` : `Q${c} ${p}`
    }
    return `${out}Z`
  }
  const fill = pen.radial([
    [0, shadeOf(own, 0.12)],
    [0.6, own],
    [1, shadeOf(own, 0.1)],
  ])
  return place(
    x,
    y,
    r,
    0,
    `<path d="${scallops(100, 10)}" fill="${fill}"/><path d="${scallops(66, 7)}" fill="${hex(lightOf(own, 0.05))}" fill-opacity=".6" stroke="${hex(shadeOf(own, 0.2))}" stroke-opacity=".45" stroke-width="4"/><path d="${scallops(32, 5)}" fill="${hex(shadeOf(own, 0.07))}"/>`,
  )
}

/** A rose as it shows in a heap or on a thin string: three turned cups and a spiral. */
export function rosette({ pen, random }: Stage, x: number, y: number, r: number, colour: Lch): string {
  const own = tone(colour, random.int(-1, 1) * 0.02, 1, random.int(-1, 1) * 4)
  const fill = pen.radial([
    [0, shadeOf(own, 0.2)],
    [0.7, shadeOf(own, 0.04)],
    [1, lightOf(own, 0.07)],
  ])
  const cup = (size: number) => {
    let out = ''
    for (let i = 0; i <= 5; i++) {
      const a = (i / 5) * Math.PI * 2
      const [b, c] = [a - 1.05, a - 0.2]
      const p = whole`${Math.cos(a) * size * 0.86} ${Math.sin(a) * size * 0.86}`
      out +=
        i === 0
          ? `M${p}`
          : whole`C${Math.cos(b) * size * 1.14} ${Math.sin(b) * size * 1.14} ${Math.cos(c) * size * 1.2} ${Math.sin(c) * size * 1.2} ` +
            p
    }
    return `<path d="${out}Z" transform="rotate(${random.int(0, 72)})"/>`
  }
  return place(
    x,
    y,
    r,
    random.int(0, 72),
    `<g fill="${fill}" stroke="${hex(shadeOf(own, 0.26))}" stroke-opacity=".4" stroke-width="3">${cup(100)}${cup(74)}${cup(48)}</g><path d="M-22 6C-20-26 24-24 20 4C16 22-8 18-6 2" fill="none" stroke="${hex(lightOf(own, 0.1))}" stroke-width="7" stroke-linecap="round"/>`,
  )
}

/** Jasmine buds tied close, across the string; `turn` is the direction of the string in degrees. */
export function jasmineKnot({ pen, random }: Stage, x: number, y: number, r: number, turn: number): string {
  let buds = ''
  for (let i = 0; i < 6; i++) {
    // Fans to either side, so that knots set close make a full white rope.
    const a = ((i >> 1) - 1) * 0.62 + random.range(-0.12, 0.12) + (i % 2 ? Math.PI : 0)
    const l = random.range(82, 108)
    const [ux, uy] = [Math.cos(a), Math.sin(a)]
    const [px, py] = [-uy * 30, ux * 30]
    buds += whole`M0 0Q${ux * l * 0.6 + px} ${uy * l * 0.6 + py} ${ux * l} ${uy * l}Q${ux * l * 0.6 - px} ${uy * l * 0.6 - py} 0 0Z`
  }
  const fill = pen.radial([
    [0, [0.88, 0.06, 115]],
    [0.5, [0.95, 0.03, 100]],
    [1, jasmineWhite],
  ])
  return place(
    x,
    y,
    r,
    turn,
    `<path d="${buds}" fill="${fill}" stroke="${hex([0.68, 0.05, 110])}" stroke-opacity=".6" stroke-width="5"/>`,
  )
}

export type Link = 'jasmine' | 'rose' | Lch

/** A string of flowers through the points, as thick as `r`; `pattern` repeats along it. */
export function flowerString(
  stage: Stage,
  points: readonly Point[],
  r: number,
  pattern: readonly [Link, ...Link[]],
  rose: Lch,
): string {
  let out = line(spline(points), hex([0.5, 0.08, 130]), r * 0.3)
  let along = 0
  let next = 0
  let index = 0
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1] ?? [0, 0], points[i] ?? [0, 0]]
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI + 90
    while (next <= along + length) {
      const t = length ? (next - along) / length : 0
      const [x, y] = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
      const link = pattern[index % pattern.length] ?? pattern[0]
      index++
      if (link === 'jasmine') {
        out += jasmineKnot(stage, x, y, r * 1.02, turn)
        next += r * 0.46
      } else if (link === 'rose') {
        out +=
          r < 30
            ? rosette(stage, x, y, r * 1.14, rose)
            : bloom(stage, 'rose', rose, x, y, r * 1.14, { turn: index * 70, tilt: 0, depth: 0.3 })
        next += r * 1.35
      } else {
        out += pompon(stage, x, y, r, link)
        next += r * 1.36
      }
    }
    along += length
  }
  return out
}

/** The points of a cord that hangs between two ends. The middle of the cord is `sag` below the straight line. */
export function hang(from: Point, to: Point, sag: number, steps = 24): Point[] {
  return Array.from({ length: steps + 1 }, (_, i): Point => {
    const t = i / steps
    return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t + sag * 4 * t * (1 - t)]
  })
}

/** A heap of flowers, highest in the middle, for a basket or a tray. */
export function heap(
  stage: Stage,
  x: number,
  y: number,
  rx: number,
  ry: number,
  size: number,
  draw: (x: number, y: number, size: number) => string,
  ground: Lch,
): string {
  const { random } = stage
  const spots: Point[] = []
  const rows = Math.max(3, Math.round(ry / (size * 0.62)))
  for (let row = 0; row < rows; row++) {
    const t = row / (rows - 1)
    const half = rx * Math.sqrt(1 - (1 - t) ** 2 * 0.72)
    const count = Math.max(2, Math.round((half * 2) / (size * 1.42)))
    for (let i = 0; i < count; i++)
      spots.push([
        x - half + ((i + 0.5) / count) * half * 2 + random.range(-0.2, 0.2) * size,
        y - ry + t * ry + random.range(-0.16, 0.16) * size,
      ])
  }
  return `<path d="${d`M${x - rx} ${y}C${x - rx * 0.86} ${y - ry * 1.24} ${x + rx * 0.86} ${y - ry * 1.24} ${x + rx} ${y}Q${x} ${y + ry * 0.3} ${x - rx} ${y}Z`}" fill="${hex(ground)}"/>${spots.map(([px, py]) => draw(px, py, size * random.range(0.92, 1.1))).join('')}`
}

/** A string of mango leaves with a flower between each two, as over a door on a feast day. */
export function thoranam(stage: Stage, from: Point, to: Point, sag: number, size: number): string {
  const { palette, random } = stage
  const count = Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / (size * 0.38))
  const points = hang(from, to, sag, count)
  let leaves = ''
  let flowers = ''
  points.forEach(([x, y], i) => {
    const w = size * 0.2
    const l = size * random.range(1, 1.22)
    const tip = random.range(-5, 5)
    const green = tone(palette.greens[i % 2 ? 0 : 1], random.int(-1, 1) * 0.02)
    leaves += `<path d="${d`M${x} ${y}C${x - w * 1.3} ${y + l * 0.3} ${x - w} ${y + l * 0.75} ${x + tip} ${y + l}C${x + w} ${y + l * 0.75} ${x + w * 1.3} ${y + l * 0.3} ${x} ${y}Z`}" fill="${stage.pen.linear(
      [
        [0, shadeOf(green, 0.05)],
        [1, lightOf(green, 0.05)],
      ],
    )}"/>${line(d`M${x} ${y}L${x + tip * 0.8} ${y + l * 0.9}`, hex(lightOf(green, 0.12)), 1.4)}`
    if (i % 3 === 0) flowers += pompon(stage, x, y, size * 0.27, i % 2 ? lemon : gold)
  })
  return leaves + flowers
}

/** A brass lamp with five wicks, standing on (x, foot). */
export function lamp(stage: Stage, x: number, foot: number, height: number): string {
  const { pen } = stage
  const brassTone: Lch = [0.74, 0.115, 82]
  const h = height / 100
  const fill = pen.linear(
    [
      [0, shadeOf(brassTone, 0.16)],
      [0.3, lightOf(brassTone, 0.14)],
      [0.55, brassTone],
      [1, shadeOf(brassTone, 0.24)],
    ],
    [0, 0, 1, 0],
  )
  const right = [
    [24, 0],
    [22, 5],
    [9, 10],
    [6, 18],
    [9, 24],
    [4, 29],
    [4, 46],
    [8, 50],
    [4, 54],
    [4, 70],
    [19, 76],
    [22, 80],
    [5, 81],
    [4, 88],
    [6, 91],
    [0, 100],
  ] as const
  const outline = [
    ...right.map(([r, y]): Point => [x + r * h, foot - y * h]),
    ...[...right].reverse().map(([r, y]): Point => [x - r * h, foot - y * h]),
  ]
  // Every corner rounded: the curve passes midway between the turned edges.
  const body = `${outline
    .map(([px, py], i) => {
      const [qx, qy] = outline[(i + 1) % outline.length] ?? [px, py]
      return i === 0 ? d`M${px} ${py}` : d`Q${px} ${py} ${(px + qx) / 2} ${(py + qy) / 2}`
    })
    .join('')}Z`
  let flames = ''
  for (const t of [-1, -0.5, 0, 0.5, 1]) {
    const fx = x + t * 19 * h
    const fy = foot - (80 - Math.abs(t) * 1.5) * h
    flames += circle(
      fx,
      fy - 5 * h,
      9 * h,
      `fill="${pen.radial([
        [0, [0.93, 0.13, 90], 0.7],
        [1, [0.85, 0.15, 75], 0],
      ])}"`,
    )
    flames += `<path d="${d`M${fx} ${fy}C${fx - 2.6 * h} ${fy - 3 * h} ${fx - 1 * h} ${fy - 6 * h} ${fx} ${fy - 9 * h}C${fx + 1 * h} ${fy - 6 * h} ${fx + 2.6 * h} ${fy - 3 * h} ${fx} ${fy}Z`}" fill="${hex([0.93, 0.12, 92])}"/>`
  }
  return `${shadow(stage, x + 8 * h, foot, 34 * h, 6 * h, 0.5)}<path d="${body}" fill="${fill}" stroke="${hex(shadeOf(brassTone, 0.2))}" stroke-width="1" stroke-linejoin="round"/>${flames}`
}
