import type { Lch } from '../colour.ts'
import { hex, mix, shadeOf, tone } from '../colour.ts'
import type { Point } from '../pen.ts'
import { d, line, place, spline, whole } from '../pen.ts'
import type { Stage } from '../stage.ts'
import { bloom, ground, quietKolam, shadow } from '../stage.ts'
import { jasmineWhite } from './strings.ts'

/** Two pairs of buds bound across the string: green tubes to the middle, white buds outwards. */
function bundle({ pen, random }: Stage, x: number, y: number, size: number, turn: number): string {
  let tubes = ''
  let buds = ''
  for (let i = 0; i < 6; i++) {
    const side = i % 2 ? 1 : -1
    const a = ((side * (62 + (i >> 1) * 28) + random.range(-9, 9)) * Math.PI) / 180
    const [ux, uy] = [Math.sin(a), -Math.cos(a)]
    const [px, py] = [-uy, ux]
    const l = random.range(92, 110)
    const f = l * random.range(0.14, 0.26)
    tubes += whole`M0 0L${ux * f * 1.3} ${uy * f * 1.3}`
    buds += whole`M${ux * f} ${uy * f}C${ux * l * 0.5 + px * 30} ${uy * l * 0.5 + py * 30} ${ux * l * 0.82 + px * 22} ${uy * l * 0.82 + py * 22} ${ux * l} ${uy * l}C${ux * l * 0.82 - px * 22} ${uy * l * 0.82 - py * 22} ${ux * l * 0.5 - px * 30} ${uy * l * 0.5 - py * 30} ${ux * f} ${uy * f}Z`
  }
  const fill = pen.radial([
    [0, [0.87, 0.065, 116]],
    [0.4, [0.955, 0.028, 105]],
    [1, jasmineWhite],
  ])
  return place(
    x,
    y,
    size,
    turn,
    `${line(tubes, hex([0.66, 0.1, 128]), 11)}<path d="${buds}" fill="${fill}" stroke="${hex([0.66, 0.055, 112])}" stroke-opacity=".55" stroke-width="3"/>`,
  )
}

/** A string of jasmine as it is sold: buds bound close, here and there one that has opened. */
function malli(stage: Stage, points: readonly Point[], size: number, open: number): string {
  const { random } = stage
  const cord = spline(points)
  let out =
    line(
      cord,
      hex(shadeOf([0.5, 0.06, 120], 0.2)),
      size * 1.7,
      'opacity=".16" transform="translate(10 16)"',
    ) + line(cord, hex([0.62, 0.09, 128]), size * 0.24)
  let flowers = ''
  let along = 0
  let next = 0
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1] ?? [0, 0], points[i] ?? [0, 0]]
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI + 90
    while (next <= along + length) {
      const t = length ? (next - along) / length : 0
      const [x, y] = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
      out += bundle(stage, x, y, size, turn)
      if (random.chance(open)) {
        const rad = (turn * Math.PI) / 180
        const off = random.side(size * 0.34)
        flowers += bloom(
          stage,
          'jasmine',
          jasmineWhite,
          x + Math.cos(rad) * off,
          y + Math.sin(rad) * off,
          size * 0.62,
          { detail: size > 60 ? 2 : 1, tilt: 0.1, depth: 0.22 },
        )
      }
      next += size * 0.44
    }
    along += length
  }
  return out + flowers
}

/** A banana leaf laid flat: the tip to one side, the other side cut straight. */
function plate(
  { pen, random }: Stage,
  x: number,
  y: number,
  half: number,
  tall: number,
  s: number,
  green: Lch,
) {
  const at = (t: number, side: number): Point => [
    x + s * (half - t * half * 2),
    y + side * tall * Math.min(1, (1 - (1 - Math.min(1, t * 2.2)) ** 2.4) * (1 - 0.06 * t)),
  ]
  const edge = (side: number): Point[] => Array.from({ length: 15 }, (_, i) => at(i / 14, side))
  const outline = `${spline(edge(-1))}${spline(edge(1).reverse()).replace('M', 'L')}Z`
  const clip = pen.clip(`<path d="${outline}"/>`)
  let ribs = ''
  for (let i = 1; i < 42; i++) {
    const px = x + s * (half - (i / 42) * half * 2)
    const bend = random.range(50, 62)
    ribs += whole`M${px} ${y}q${s * bend * 0.3} ${-tall * 0.6} ${s * bend} ${-tall}M${px} ${y}q${s * bend * 0.3} ${tall * 0.6} ${s * bend} ${tall}`
  }
  const half1 = pen.linear(
    [
      [0, tone(green, 0.07)],
      [1, tone(green, -0.035)],
    ],
    [0, 0, 0, 1],
  )
  return `<path d="${outline}" fill="${half1}"/><g clip-path="${clip}"><rect x="${whole`${x - half}`}" y="${whole`${y}`}" width="${whole`${half * 2}`}" height="${whole`${tall}`}" fill="${hex(tone(green, -0.05))}" opacity=".45"/>${line(ribs, hex(tone(green, 0.1)), 2.4, 'opacity=".5"')}${line(ribs, hex(tone(green, -0.12)), 2, 'opacity=".4" transform="translate(7 0)"')}${line(whole`M${x - half - 20} ${y}H${x + half + 20}`, hex(tone(green, 0.2, 0.7)), 15)}${line(whole`M${x - half - 20} ${y + 6}H${x + half + 20}`, hex(tone(green, -0.05)), 3, 'opacity=".6"')}</g><path d="${outline}" fill="none" stroke="${hex(tone(green, 0.12, 0.8))}" stroke-width="3" stroke-opacity=".7"/>`
}

/** One muzham of jasmine, a forearm's length, coiled on a banana leaf with its end lying loose. */
export function jasmineString(stage: Stage): string {
  const { palette, random, cx, cy, width, height } = stage
  const s = random.side()
  const green: Lch = palette.dark ? tone(palette.greens[1], 0.02) : [0.55, 0.125, 143]
  const isTall = height > width
  const half = Math.min(Math.max(width, height) * 0.45, 590)
  const coil: Point[] = []
  for (let i = 0; i <= 64; i++) {
    const a = (i / 64) * Math.PI * 2 * 2.05 + 0.8
    const r = 62 + (i / 64) * 206
    coil.push([cx - s * 56 + s * Math.cos(a) * r * 1.26, cy - 26 + Math.sin(a) * r * 0.94])
  }
  const [ex, ey] = coil.at(-1) ?? [cx, cy]
  const [qx, qy] = coil.at(-4) ?? [cx, cy]
  const [ux, uy] = [(ex - qx) / 60, (ey - qy) / 60]
  const tail: Point[] = [0.2, 0.4, 0.6, 0.8, 1].map((t) => [
    ex + ux * 170 * t + s * 200 * t * t,
    ey + uy * 150 * t - uy * 100 * t * t + 40 * t * t,
  ])
  let loose = ''
  for (let i = 0; i < 10; i++) {
    const a = i * 2.399 + 0.5
    const [x, y] = [cx + Math.cos(a) * half * 1.02, cy + Math.sin(a) * 400]
    loose +=
      shadow(stage, x + 4, y + 6, 28, 22, 0.35) +
      bloom(stage, i % 3 ? 'jasmineBud' : 'jasmine', jasmineWhite, x, y, i % 3 ? 28 : 34, {
        turn: random.range(0, 360),
        depth: 0,
      })
  }
  const lying = plate(stage, cx, cy, half, 330, s, green) + loose + malli(stage, [...coil, ...tail], 60, 0.22)
  return (
    ground(stage, 'plain') +
    quietKolam(stage, cx, cy, 1250, { rows: 13, cols: 13, opacity: 0.18 }) +
    shadow(stage, cx + 16, cy + 40, isTall ? 420 : half * 1.08, isTall ? half * 1.08 : 420, 0.45) +
    (isTall ? `<g transform="${d`rotate(90 ${cx} ${cy})`}">${lying}</g>` : lying)
  )
}

/** The string seen from near, so that its binding shows. */
export function jasmineClose(stage: Stage): string {
  const { palette, cy, width, height } = stage
  const wave = (y: number, rise: number, phase: number): Point[] =>
    Array.from({ length: 25 }, (_, i): Point => {
      const t = i / 24
      return [-80 + t * (width + 160), y + rise * (t - 0.5) + Math.sin(t * 5 + phase) * 46]
    })
  const ribs = Array.from({ length: 26 }, (_, i) => {
    const x = (i / 25) * (width + 700) - 500
    return whole`M${x} ${height}Q${x + 220} ${height * 0.5} ${x + 560} 0`
  }).join('')
  const green: Lch = palette.dark ? palette.greens[0] : mix([0.5, 0.115, 145], palette.line, 0.08)
  return (
    `<rect width="${width}" height="${height}" fill="${stage.pen.radial([
      [0, tone(green, 0.05)],
      [1, tone(green, -0.1)],
    ])}"/>` +
    line(ribs, hex(tone(green, 0.07)), 3, 'opacity=".4"') +
    line(ribs, hex(tone(green, -0.09)), 3, 'opacity=".35" transform="translate(5 2)"') +
    malli(stage, wave(cy - 300, 90, 0.4), 92, 0.22) +
    malli(stage, wave(cy + 330, 60, 2.2), 92, 0.22) +
    malli(stage, wave(cy + 10, -130, 1.2), 124, 0.3)
  )
}
