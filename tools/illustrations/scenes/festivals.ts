import type { Lch } from '../colour.ts'
import { hex, lightOf, mix, shadeOf } from '../colour.ts'
import type { Point } from '../pen.ts'
import { circle, d, ellipse, line, num, place, shape, whole } from '../pen.ts'
import { basket, bow, brass, kraft, turned, turnedPaint } from '../props.ts'
import type { Stage } from '../stage.ts'
import { bloom, fitted, ground, quietKolam, shadow, sprig, sprigColour } from '../stage.ts'
import {
  flowerString,
  gold,
  hang,
  heap,
  jasmineKnot,
  jasmineWhite,
  lamp,
  lemon,
  pompon,
  thoranam,
} from './strings.ts'

const flamePaint = (stage: Stage) =>
  stage.pen.linear([
    [0, [0.78, 0.17, 58]],
    [0.55, [0.93, 0.13, 90]],
    [1, [0.985, 0.04, 95]],
  ])

/** A flame standing on (x, y), with its glow. */
function flame(stage: Stage, x: number, y: number, size: number, glow = 1): string {
  const light = stage.pen.radial([
    [0, [0.96, 0.1, 88], 0.75],
    [0.4, [0.92, 0.13, 78], 0.28],
    [1, [0.9, 0.14, 70], 0],
  ])
  return `${circle(x, y - size * 0.5, size * 2.3 * glow, `fill="${light}"`)}<path d="${d`M${x} ${y}C${x - size * 0.36} ${y - size * 0.3} ${x - size * 0.16} ${y - size * 0.72} ${x + size * 0.03} ${y - size * 1.16}C${x + size * 0.16} ${y - size * 0.72} ${x + size * 0.36} ${y - size * 0.3} ${x} ${y}Z`}" fill="${flamePaint(stage)}"/>${ellipse(x, y - size * 0.26, size * 0.09, size * 0.2, `fill="${hex([0.66, 0.13, 48])}" opacity=".55"`)}`
}

/** A clay lamp, burning, on (x, foot). */
export function diya(
  stage: Stage,
  x: number,
  foot: number,
  size: number,
  colour: Lch = [0.58, 0.115, 45],
): string {
  const y = foot - size * 0.5
  const dots = [-0.62, -0.31, 0, 0.31, 0.62]
    .map((t) =>
      circle(
        x + t * size,
        foot - size * 0.27 + Math.abs(t) * -size * 0.06,
        size * 0.05,
        `fill="${hex(lemon)}"`,
      ),
    )
    .join('')
  return `${shadow(stage, x + size * 0.2, foot, size * 1.5, size * 0.3, 0.5)}<path d="${d`M${x - size} ${y}Q${x - size * 0.72} ${foot} ${x} ${foot}Q${x + size * 0.72} ${foot} ${x + size} ${y}Z`}" fill="${turnedPaint(stage.pen, colour, 0.1)}"/>${dots}${ellipse(x, y, size, size * 0.2, `fill="${hex(lightOf(colour, 0.06))}"`)}${ellipse(x, y + size * 0.02, size * 0.84, size * 0.14, `fill="${hex([0.36, 0.08, 60])}"`)}${ellipse(x - size * 0.1, y + size * 0.03, size * 0.6, size * 0.08, `fill="${hex([0.62, 0.12, 75])}" opacity=".7"`)}${flame(stage, x, y + size * 0.02, size * 0.86)}`
}

/** Three metres of marigolds and mango leaves over a carved door. */
export function toran(stage: Stage): string {
  const { pen, palette, random, cx, width, height } = stage
  const woodTone: Lch = palette.dark ? [0.42, 0.075, 45] : [0.5, 0.085, 48]
  const wallTone = palette.dark ? palette.panel : lightOf(palette.ground[0], 0.01)
  const [lintel, frame, low] = [150, 96, height]
  const half = Math.min(width * 0.4, 520)
  const board = (
    x: number,
    y: number,
    w: number,
    h: number,
    box: readonly [number, number, number, number],
  ) =>
    `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}" fill="${pen.linear(
      [
        [0, lightOf(woodTone, 0.1)],
        [0.5, woodTone],
        [1, shadeOf(woodTone, 0.12)],
      ],
      box,
    )}"/>`
  const inside = pen.linear(
    [
      [0, [0.24, 0.035, 40]],
      [1, [0.36, 0.07, 50]],
    ],
    [0, 0, 0, 1],
  )
  const inner = half - frame
  let doors = ''
  for (const s of [-1, 1]) {
    const x = cx + s * (inner - 128)
    doors += board(Math.min(x, cx + s * inner), lintel, 128, low - lintel, [0, 0, 1, 0])
    for (let i = 0; i < 4; i++)
      doors += `<rect x="${num(Math.min(x, cx + s * inner) + 22)}" y="${num(lintel + 210 + i * 190)}" width="84" height="150" rx="8" fill="${hex(shadeOf(woodTone, 0.07))}" stroke="${hex(lightOf(woodTone, 0.07))}" stroke-width="4"/>`
    for (let i = 0; i < 5; i++)
      doors += circle(Math.min(x, cx + s * inner) + 64, lintel + 190 + i * 190, 8, `fill="${hex(brass)}"`)
  }
  let carving = ''
  for (let i = -7; i <= 7; i++)
    carving += place(
      cx + i * ((half * 2) / 16),
      84,
      25,
      0,
      lotusRelief(lightOf(woodTone, 0.1), shadeOf(woodTone, 0.12)),
    )
  const beads = line(
    whole`M${cx - half} 128H${cx + half}`,
    hex(lightOf(brass, 0.02)),
    9,
    'stroke-dasharray="0 20"',
  )
  let drops = ''
  const count = 13
  for (let i = 0; i < count; i++) {
    const t = (i / (count - 1)) * 2 - 1
    const x = cx + t * (inner - 16)
    const long = 170 + Math.abs(t) ** 2 * 300 + (i % 2 ? 40 : 0)
    const top = 176 + (1 - t * t) * 46
    drops +=
      flowerString(
        stage,
        hang([x, top], [x, top + long], 0, 8),
        i % 2 ? 24 : 27,
        i % 2 ? ['jasmine', 'jasmine', 'jasmine', 'jasmine', lemon] : [gold, gold, lemon],
        palette.deep,
      ) + pompon(stage, x, top + long + 18, 31, i % 2 ? gold : [0.68, 0.19, 42])
  }
  return (
    `<rect width="${num(width)}" height="${num(height)}" fill="${pen.linear(
      [
        [0, lightOf(wallTone, 0.02)],
        [1, shadeOf(wallTone, 0.05)],
      ],
      [0, 0, 0.3, 1],
    )}"/>` +
    quietKolam(stage, cx - half - 130, height * 0.5, 190, { opacity: 0.22 }) +
    quietKolam(stage, cx + half + 130, height * 0.5, 190, { opacity: 0.22 }) +
    `<rect x="${num(cx - inner)}" y="${lintel}" width="${num(inner * 2)}" height="${num(low)}" fill="${inside}"/>` +
    circle(
      cx,
      height - 190,
      330,
      `fill="${pen.radial([
        [0, [0.86, 0.13, 75], 0.7],
        [1, [0.6, 0.12, 60], 0],
      ])}"`,
    ) +
    lamp(stage, cx, height + 30, 440) +
    doors +
    `<rect x="${num(cx - inner)}" y="${lintel}" width="${num(inner * 2)}" height="46" fill="#000" opacity=".16"/>` +
    board(cx - half, lintel - 20, frame, low, [0, 0, 1, 0]) +
    board(cx + half - frame, lintel - 20, frame, low, [0, 0, 1, 0]) +
    board(cx - half - 46, 34, half * 2 + 92, 118, [0, 0, 0, 1]) +
    carving +
    beads +
    drops +
    thoranam(stage, [cx - half + 10, 150], [cx + half - 10, 150], 40, 118) +
    [-1, 1]
      .map((s) =>
        bloom(stage, 'marigold', [0.7, 0.185, 48], cx + s * (half - 6), 152, 54, {
          tilt: 0,
          detail: 2,
          turn: random.range(0, 90),
        }),
      )
      .join('')
  )
}

/** A lotus cut in wood, seen from the front. */
function lotusRelief(light: Lch, dark: Lch): string {
  const leaf = (turn: number, long: number) =>
    `<path d="${whole`M0 60C-34 30-30 ${-long * 0.5} 0 ${-long}C30 ${-long * 0.5} 34 30 0 60Z`}" transform="rotate(${turn} 0 60)" fill="${hex(light)}" stroke="${hex(dark)}" stroke-width="7"/>`
  return [-76, 76, -42, 42, 0].map((turn) => leaf(turn, 78 - Math.abs(turn) * 0.25)).join('')
}

/** A brass bowl at the entrance: marigolds, jasmine and lotus buds on water, three lamps. */
export function entranceUruli(stage: Stage): string {
  const { pen, palette, random, cx, height } = stage
  const [y, rx, ry] = [height * 0.5, 430, 172]
  const foot = y + 300
  const body = `${d`M${cx - rx} ${y}C${cx - rx * 0.98} ${y + 170} ${cx - rx * 0.66} ${foot - 34} ${cx - rx * 0.4} ${foot}`}${d`Q${cx} ${foot + 44} ${cx + rx * 0.4} ${foot}C${cx + rx * 0.66} ${foot - 34} ${cx + rx * 0.98} ${y + 170} ${cx + rx} ${y}Z`}`
  const clip = pen.clip(`<path d="${body}"/>`)
  const band = (dy: number, w: number, colour: Lch, opacity: number) =>
    `<path d="${d`M${cx - rx} ${y + dy}A${rx} ${ry * 0.94} 0 0 0 ${cx + rx} ${y + dy}`}" fill="none" stroke="${hex(colour)}" stroke-width="${w}" opacity="${opacity}"/>`
  let studs = ''
  for (let i = 1; i < 24; i++) {
    const a = (i / 24) * Math.PI
    studs += circle(
      cx - Math.cos(a) * rx * 0.985,
      y + 50 + Math.sin(a) * ry * 0.94,
      8,
      `fill="${hex(lightOf(brass, 0.12))}" stroke="${hex(shadeOf(brass, 0.16))}" stroke-width="2"`,
    )
  }
  const waterTone: Lch = [0.4, 0.065, 195]
  const onRing = (count: number, share: number, draw: (x: number, yy: number, i: number) => string) => {
    const spots = Array.from({ length: count }, (_, i) => {
      const a = (i / count) * Math.PI * 2 + 0.13
      return { x: cx + Math.cos(a) * rx * share, yy: y + 4 + Math.sin(a) * ry * share, i }
    })
    return spots
      .sort((p, q) => p.yy - q.yy)
      .map(({ x, yy, i }) => draw(x, yy, i))
      .join('')
  }
  const pink: Lch = mix([0.78, 0.13, 2], palette.main, 0.1)
  const lotus = (x: number, yy: number, size: number, turn: number) =>
    shadow(stage, x, yy + size * 0.5, size * 1.2, size * 0.34, 0.5) +
    bloom(stage, 'lotus', pink, x, yy, size, { turn, depth: 0, detail: 2 })
  const lampOn = (x: number, yy: number, size: number) => diya(stage, x, yy, size, brass)
  let loose = ''
  for (let i = 0; i < 14; i++) {
    const a = i * 2.399
    const [x, yy] = [cx + Math.cos(a) * (rx + 110 + (i % 3) * 40), foot - 20 + Math.sin(a) * 90]
    if (Math.hypot((x - cx) / rx, (yy - foot + 60) / 150) > 1)
      loose +=
        i % 2
          ? pompon(stage, x, yy, 22, i % 4 === 1 ? gold : lemon)
          : bloom(stage, 'jasmine', jasmineWhite, x, yy, 22, { tilt: 0.7 })
  }
  return (
    ground(stage, 'circle', { table: 0.64 }) +
    fitted(
      stage,
      1130,
      `<g transform="${d`translate(${cx} ${foot - 20})`}scale(1 .34)">${quietKolam(stage, 0, 0, 1180, { rows: 11, cols: 11, opacity: 0.75 })}</g>` +
        shadow(stage, cx + 40, foot + 6, rx * 1.1, 76, 0.6) +
        loose +
        [-1, 1]
          .map(
            (s) =>
              line(
                d`M${cx + s * (rx - 8)} ${y + 26}C${cx + s * (rx + 92)} ${y - 30} ${cx + s * (rx + 104)} ${y + 120} ${cx + s * (rx - 22)} ${y + 108}`,
                hex(shadeOf(brass, 0.14)),
                26,
              ) +
              line(
                d`M${cx + s * (rx - 8)} ${y + 22}C${cx + s * (rx + 88)} ${y - 32} ${cx + s * (rx + 100)} ${y + 112} ${cx + s * (rx - 22)} ${y + 104}`,
                hex(lightOf(brass, 0.09)),
                9,
              ),
          )
          .join('') +
        shape(body, turnedPaint(pen, brass, 0.17)) +
        `<g clip-path="${clip}">${band(26, 9, shadeOf(brass, 0.2), 0.55)}${band(78, 9, shadeOf(brass, 0.2), 0.5)}${studs}${band(150, 4, lightOf(brass, 0.16), 0.6)}</g>` +
        ellipse(
          cx,
          y,
          rx,
          ry,
          `fill="${pen.linear(
            [
              [0, shadeOf(brass, 0.12)],
              [0.3, lightOf(brass, 0.18)],
              [0.6, brass],
              [1, shadeOf(brass, 0.18)],
            ],
            [0, 0, 1, 0.3],
          )}"`,
        ) +
        ellipse(cx, y + 5, rx - 24, ry - 15, `fill="${hex(shadeOf(brass, 0.3))}"`) +
        ellipse(
          cx,
          y + 14,
          rx - 34,
          ry - 23,
          `fill="${pen.radial(
            [
              [0, lightOf(waterTone, 0.2)],
              [0.8, waterTone],
              [1, shadeOf(waterTone, 0.1)],
            ],
            0.4,
            0.36,
            0.66,
          )}"`,
        ) +
        onRing(26, 0.82, (x, yy, i) =>
          bloom(stage, 'marigold', i % 2 ? gold : [0.7, 0.185, 50], x, yy - 6, 47, {
            tilt: 0.85,
            depth: 0.4,
            detail: 1,
          }),
        ) +
        onRing(30, 0.6, (x, yy, i) => jasmineKnot(stage, x, yy - 4, 27, i * 40)) +
        onRing(16, 0.43, (x, yy) =>
          bloom(stage, 'rose', palette.dark ? palette.deep : [0.52, 0.19, 12], x, yy - 8, 36, {
            tilt: 0.9,
            depth: 0.4,
            detail: 1,
          }),
        ) +
        lampOn(cx - 236, y - 2, 58) +
        lampOn(cx + 236, y - 2, 58) +
        lotus(cx - 96, y - 74, 84, -12) +
        lotus(cx + 100, y - 70, 80, 14) +
        lotus(cx, y - 70, 112, random.range(-3, 3)) +
        lampOn(cx, y + 118, 66),
    )
  )
}

/** A basket for Deepavali: a toran over its rim, marigolds, jasmine, a box of sweets, lamps before it. */
export function deepavaliHamper(stage: Stage): string {
  const { pen, palette, random, cx, width, height } = stage
  const foot = height * 0.87
  const top = foot - 236
  const b = basket(stage, cx, foot, top, 372, 284, kraft)
  const glow = pen.radial([
    [0, [0.97, 0.07, 92], 0.95],
    [0.3, [0.93, 0.11, 84], 0.6],
    [1, [0.88, 0.13, 75], 0],
  ])
  let lights = ''
  for (let i = 0; i < 26; i++) {
    const [x, y] = [width * ((i * 0.618 + 0.04) % 1), height * 0.62 * ((i * 0.7548 + 0.02) % 1)]
    const r = random.range(14, 44)
    lights += circle(x, y, r, `fill="${glow}" opacity="${num(random.range(0.35, 0.75))}"`)
  }
  // The box of murukku, its lid leaning behind.
  const [bx, by] = [cx + 178, top - 34]
  const boxTone: Lch = palette.dark ? palette.deep : [0.5, 0.18, 14]
  let murukku = ''
  for (const [dx, dy] of [
    [-84, 0],
    [0, -14],
    [84, 0],
    [-44, -44],
    [44, -46],
  ] as const)
    murukku += spiral(bx + dx, by - 88 + dy, 52)
  const box =
    `<path d="${d`M${bx - 152} ${by - 88}L${bx - 122} ${by - 236}H${bx + 142}L${bx + 158} ${by - 88}Z`}" fill="${pen.linear(
      [
        [0, shadeOf(boxTone, 0.12)],
        [1, boxTone],
      ],
      [0, 0, 1, 1],
    )}"/>` +
    line(d`M${bx - 108} ${by - 216}H${bx + 126}`, hex(brass), 5) +
    place(bx + 10, by - 172, 40, 0, lotusRelief(brass, boxTone)) +
    murukku +
    `<path d="${d`M${bx - 158} ${by - 96}H${bx + 164}L${bx + 150} ${by + 120}H${bx - 146}Z`}" fill="${pen.linear(
      [
        [0, shadeOf(boxTone, 0.06)],
        [0.4, lightOf(boxTone, 0.06)],
        [1, shadeOf(boxTone, 0.08)],
      ],
      [0, 0, 1, 0],
    )}"/>` +
    line(d`M${bx - 156} ${by - 76}H${bx + 162}`, hex(brass), 7)
  const orange: Lch = [0.7, 0.185, 48]
  const marigolds = heap(
    stage,
    cx - 176,
    top + 30,
    190,
    200,
    46,
    (x, y, r) =>
      bloom(stage, 'marigold', random.pick([gold, orange, lemon]), x, y, r, {
        tilt: 0.4,
        depth: 0.35,
        detail: 1,
      }),
    shadeOf(orange, 0.25),
  )
  const coil: Point[] = Array.from({ length: 40 }, (_, i) => {
    const a = (i / 39) * Math.PI * 5
    const r = 30 + (i / 39) * 82
    return [cx + 6 + Math.cos(a) * r, top - 26 + Math.sin(a) * r * 0.5]
  })
  let leaves = ''
  for (let i = 0; i < 12; i++) {
    const t = (i / 11) * 2 - 1
    const kind = i % 2 ? 'singleLeaf' : 'fern'
    leaves += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      cx + t * 230,
      top + 30,
      random.range(250, 340),
      t * 62 + random.range(-6, 6),
    )
  }
  const handle = d`M${cx - 356} ${top}C${cx - 340} ${top - 560} ${cx + 340} ${top - 560} ${cx + 356} ${top}`
  return (
    ground(stage, 'arch', { table: 0.76 }) +
    lights +
    b.back +
    line(handle, '#8d6a3f', 22) +
    line(handle, '#c9a26b', 9, 'stroke-dasharray="26 10"') +
    leaves +
    box +
    marigolds +
    `<path d="${d`M${cx - 120} ${top + 30}Q${cx + 6} ${top - 100} ${cx + 130} ${top + 30}Z`}" fill="${hex([0.44, 0.08, 145])}"/>` +
    flowerString(stage, coil, 27, ['jasmine'], gold) +
    b.front +
    thoranam(stage, [cx - 366, top + 2], [cx, top + 42], 40, 92) +
    thoranam(stage, [cx, top + 42], [cx + 366, top + 2], 40, 92) +
    bow(stage, cx, top + 44, 104, palette.dark ? palette.accent : [0.55, 0.19, 8]) +
    diya(stage, cx - 420, foot + 34, 62) +
    diya(stage, cx + 424, foot + 38, 64) +
    diya(stage, cx - 250, foot + 74, 50) +
    diya(stage, cx + 262, foot + 78, 50) +
    [-120, 0, 118]
      .map((dx, i) => pompon(stage, cx + dx, foot + 62 + (i % 2) * 10, 25, i % 2 ? lemon : gold))
      .join('')
  )
}

/** The content of the hamper, on a brass plate: marigolds, murukku, a coil of jasmine, and lamps. */
export function festivalPlate(stage: Stage): string {
  const { pen, palette, random, cx, cy } = stage
  const r = 418
  const orange: Lch = [0.7, 0.185, 48]
  const metal = (radius: number, turn: number, light: number) =>
    circle(
      cx,
      cy,
      radius,
      `fill="${pen.linear(
        [
          [0, lightOf(brass, light)],
          [0.45, brass],
          [1, shadeOf(brass, 0.2)],
        ],
        turn > 0 ? [0.1, 0, 0.9, 1] : [0.9, 1, 0.1, 0],
      )}"`,
    )
  const at = (deg: number, out: number): Point => [
    cx + Math.sin((deg * Math.PI) / 180) * out,
    cy - Math.cos((deg * Math.PI) / 180) * out,
  ]
  const around = (count: number, out: number, draw: (x: number, y: number, i: number) => string) =>
    Array.from({ length: count }, (_, i) => {
      const [x, y] = at((i / count) * 360, out)
      return draw(x, y, i)
    }).join('')
  const [jx, jy] = at(242, 184)
  const coil: Point[] = Array.from({ length: 46 }, (_, i) => {
    const a = (i / 45) * Math.PI * 5.4
    const own = 26 + (i / 45) * 112
    return [jx + Math.cos(a) * own, jy + Math.sin(a) * own]
  })
  const [mx, my] = at(118, 186)
  const sweets = [
    [-76, -50],
    [70, -64],
    [-62, 78],
    [78, 66],
    [2, 4],
  ]
    .map(
      ([dx = 0, dy = 0]) =>
        shadow(stage, mx + dx + 6, my + dy + 10, 80, 76, 0.4) + spiral(mx + dx, my + dy, 78),
    )
    .join('')
  const [hx, hy] = at(0, 200)
  const heads = scatterHeads(hx, hy)
    .map(([x, y], i) =>
      bloom(stage, 'marigold', ([gold, orange, lemon] as const)[i % 3] ?? gold, x, y, 62, {
        tilt: 0,
        depth: 0.45,
        turn: random.range(0, 360),
        detail: 1,
      }),
    )
    .join('')
  const clayLamp = (x: number, y: number) =>
    shadow(stage, x + 8, y + 12, 66, 62, 0.5) +
    circle(x, y, 46, `fill="${turnedPaint(pen, [0.58, 0.115, 45], 0.1)}"`) +
    circle(x, y, 34, `fill="${hex([0.36, 0.08, 60])}"`) +
    circle(x - 6, y - 6, 22, `fill="${hex([0.62, 0.12, 75])}" opacity=".6"`) +
    flame(stage, x, y + 16, 54, 0.9)
  return (
    ground(stage, 'plain') +
    quietKolam(stage, cx, cy, 1330, { rows: 13, cols: 13, opacity: 0.24 }) +
    shadow(stage, cx + 24, cy + 34, r * 1.18, r * 1.18, 0.55) +
    metal(r, 1, 0.18) +
    metal(r - 26, -1, 0.1) +
    circle(
      cx,
      cy,
      r - 34,
      `fill="${pen.radial(
        [
          [0, lightOf(brass, 0.13)],
          [0.7, brass],
          [1, shadeOf(brass, 0.1)],
        ],
        0.4,
        0.36,
        0.7,
      )}"`,
    ) +
    around(34, r - 62, (x, y, i) => jasmineKnot(stage, x, y, 27, (i / 34) * 360 + 90)) +
    sweets +
    flowerString(stage, coil, 36, ['jasmine'], gold) +
    heads +
    bloom(stage, 'lotusOpen', mix([0.8, 0.12, 0], palette.main, 0.25), cx, cy, 96, {
      tilt: 0,
      detail: 2,
      depth: 0.5,
    }) +
    [45, 135, 225, 315].map((deg) => clayLamp(...at(deg, r + 108))).join('')
  )
}

/** The points at which the flower heads of a round heap lie. */
function scatterHeads(x: number, y: number): Point[] {
  return Array.from({ length: 19 }, (_, i): Point => {
    const [a, out] = [i * 2.4, 36 * Math.sqrt(i)]
    return [x + Math.cos(a) * out * 1.25, y + Math.sin(a) * out * 0.9]
  }).reverse()
}

/** A murukku: a fried spiral with ridges. */
function spiral(x: number, y: number, r: number): string {
  const path = Array.from({ length: 46 }, (_, i) => {
    const a = (i / 45) * Math.PI * 5.4
    const own = r * (0.12 + 0.88 * (i / 45))
    return `${i ? 'L' : 'M'}${num(x + Math.cos(a) * own)} ${num(y + Math.sin(a) * own)}`
  }).join('')
  return `${circle(x, y, r * 0.9, `fill="${hex([0.46, 0.09, 58])}"`)}${line(path, hex([0.58, 0.12, 62]), r * 0.34, 'stroke-linejoin="round"')}${line(path, hex([0.78, 0.125, 74]), r * 0.25, 'stroke-linejoin="round"')}${line(path, hex([0.9, 0.09, 84]), r * 0.08, 'stroke-dasharray="3 5"')}`
}

/** A standing lamp of brass with five wicks, a string of jasmine round its stem. */
export function brassLamp(stage: Stage): string {
  const { pen, palette, cx, height } = stage
  const foot = height * 0.9
  const paint = turnedPaint(pen, brass, 0.18)
  const edge = `stroke="${hex(shadeOf(brass, 0.24))}" stroke-width="1.6" stroke-opacity=".7"`
  const part = (profile: readonly Point[]) =>
    `<path d="${turned(cx, foot, profile)}" fill="${paint}" ${edge}/>`
  const ringAt = (h: number, r: number, thick: number) =>
    `<rect x="${num(cx - r)}" y="${num(foot - h - thick / 2)}" width="${num(r * 2)}" height="${num(thick)}" rx="${num(thick / 2)}" fill="${paint}" ${edge}/>`
  const base =
    part([
      [190, 0],
      [196, 12],
      [188, 26],
      [120, 46],
      [70, 74],
      [44, 104],
    ]) +
    ringAt(14, 196, 16) +
    line(
      d`M${cx - 150} ${foot - 34}Q${cx} ${foot - 14} ${cx + 150} ${foot - 34}`,
      hex(lightOf(brass, 0.16)),
      3,
      'opacity=".7"',
    )
  const shaft =
    part([
      [34, 96],
      [26, 120],
      [46, 150],
      [58, 178],
      [40, 206],
      [22, 224],
      [24, 330],
      [34, 350],
      [24, 372],
      [22, 470],
      [40, 492],
      [34, 516],
    ]) +
    ringAt(104, 50, 14) +
    ringAt(178, 62, 12) +
    ringAt(226, 34, 12) +
    ringAt(350, 40, 14) +
    ringAt(474, 36, 12)
  const [h, r] = [566, 206]
  const cup = part([
    [36, 508],
    [70, 520],
    [150, 540],
    [196, 560],
    [206, 572],
  ])
  const y = foot - h
  const spouts = [-1, -0.52, 0.52, 1]
  const finial =
    part([
      [30, 560],
      [18, 590],
      [34, 616],
      [22, 640],
      [14, 660],
      [30, 684],
      [22, 706],
    ]) + ringAt(640, 30, 10)
  // The hamsa on top: a bird with its tail.
  const hy = foot - 700
  const bird = `<g fill="${paint}" ${edge}><path d="${d`M${cx - 54} ${hy - 8}C${cx - 92} ${hy - 40} ${cx - 108} ${hy - 88} ${cx - 84} ${hy - 122}C${cx - 70} ${hy - 84} ${cx - 46} ${hy - 60} ${cx - 8} ${hy - 54}C${cx + 16} ${hy - 52} ${cx + 20} ${hy - 82} ${cx + 22} ${hy - 104}C${cx + 24} ${hy - 134} ${cx + 66} ${hy - 138} ${cx + 70} ${hy - 108}L${cx + 96} ${hy - 96}L${cx + 68} ${hy - 90}C${cx + 60} ${hy - 60} ${cx + 66} ${hy - 6} ${cx + 10} ${hy + 2}Q${cx - 30} ${hy + 8} ${cx - 54} ${hy - 8}Z`}"/></g>${circle(cx + 50, hy - 112, 5, `fill="${hex(shadeOf(brass, 0.34))}"`)}${line(d`M${cx - 46} ${hy - 26}Q${cx - 14} ${hy - 4} ${cx + 24} ${hy - 24}M${cx - 36} ${hy - 42}Q${cx - 10} ${hy - 22} ${cx + 20} ${hy - 40}M${cx - 78} ${hy - 100}Q${cx - 70} ${hy - 60} ${cx - 34} ${hy - 36}`, hex(shadeOf(brass, 0.22)), 3.5, 'opacity=".7"')}`
  const flames = spouts
    .map((t) => flame(stage, cx + t * r * 0.97, y - 4 + (1 - Math.abs(t)) * 22, 66, 0.9))
    .join('')
  const wound: Point[] = []
  for (let i = 0; i <= 40; i++) {
    const t = i / 40
    wound.push([
      cx + Math.sin(t * Math.PI * 2 * 3) * (38 - t * 6),
      foot - 236 - t * 230 + Math.cos(t * Math.PI * 2 * 3) * 12,
    ])
  }
  let rings = ''
  for (let i = 0; i < 22; i++) {
    const a = (i / 22) * Math.PI * 2
    const [px, py] = [cx + Math.cos(a) * 292, foot + 4 + Math.sin(a) * 54]
    rings +=
      i % 2 ? pompon(stage, px, py, 24, gold) : pompon(stage, px, py, 24, i % 4 ? lemon : [0.68, 0.19, 42])
  }
  return (
    ground(stage, 'arch', { table: 0.74 }) +
    `<g transform="${d`translate(${cx} ${foot})`}scale(1 .26)">${quietKolam(stage, 0, 0, 1180, { rows: 11, cols: 11, opacity: 0.75 })}</g>` +
    circle(
      cx,
      y - 20,
      470,
      `fill="${pen.radial([
        [0, [0.95, 0.11, 85], palette.dark ? 0.42 : 0.5],
        [1, [0.95, 0.11, 85], 0],
      ])}"`,
    ) +
    rings +
    shadow(stage, cx + 26, foot, 270, 40, 0.5) +
    base +
    shaft +
    flowerString(stage, wound, 17, ['jasmine'], gold) +
    bird +
    ellipse(
      cx,
      y,
      r,
      38,
      `fill="${pen.linear(
        [
          [0, shadeOf(brass, 0.1)],
          [0.35, lightOf(brass, 0.18)],
          [1, shadeOf(brass, 0.16)],
        ],
        [0, 0, 1, 0.2],
      )}"`,
    ) +
    ellipse(cx, y + 3, r - 18, 28, `fill="${hex([0.42, 0.09, 68])}"`) +
    ellipse(cx - 20, y + 7, r - 60, 15, `fill="${hex([0.68, 0.13, 78])}" opacity=".75"`) +
    finial +
    cup +
    flames +
    flame(stage, cx, y + 42, 74, 0.9)
  )
}
