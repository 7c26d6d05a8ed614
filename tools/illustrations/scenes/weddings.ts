import type { Lch } from '../colour.ts'
import { hex, lightOf, mix, shadeOf, tone } from '../colour.ts'
import type { Point } from '../pen.ts'
import { circle, d, ellipse, line, num, shape, whole } from '../pen.ts'
import { brass, turnedPaint, vessel } from '../props.ts'
import type { Stage } from '../stage.ts'
import {
  archPath,
  bloom,
  centred,
  dome,
  ground,
  scatter,
  shadow,
  sprig,
  sprigColour,
  stem,
} from '../stage.ts'
import { flowerString, gold, hang, jasmineWhite, pompon, rosette } from './strings.ts'

type Band = 'rose' | 'tuberose' | 'leaf' | 'zari'

/** One ring of a thick garland, seen from its side: `half` wide, the cord runs downwards through the origin. */
function ringOf({ pen, random }: Stage, band: Band, half: number, rose: Lch): string {
  if (band === 'zari')
    return `<path d="${whole`M${-half * 0.86} ${-half * 0.12}Q0 ${half * 0.14} ${half * 0.86} ${-half * 0.12}V${half * 0.1}Q0 ${half * 0.36} ${-half * 0.86} ${half * 0.1}Z`}" fill="${turnedPaint(pen, brass, 0.16)}"/><path d="${whole`M${-half * 0.84} 0Q0 ${half * 0.25} ${half * 0.84} 0`}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3" stroke-dasharray="3 5"/>`
  const count = band === 'tuberose' ? 11 : band === 'leaf' ? 9 : 8
  let out = ''
  for (let i = 0; i < count; i++) {
    // The pieces are drawn from both edges to the middle, so that the middle lies on top.
    const k = i % 2 ? count - 1 - (i >> 1) : i >> 1
    const t = (k / (count - 1)) * 2 - 1
    const x = t * half * 0.72
    const turn = 180 - t * 62 + random.range(-5, 5)
    const long =
      half * (band === 'leaf' ? 0.86 : band === 'tuberose' ? 0.74 : 0.66) * random.range(0.92, 1.08)
    const w = long * (band === 'tuberose' ? 0.17 : band === 'leaf' ? 0.22 : 0.5)
    const path =
      band === 'rose'
        ? whole`M0 0C${-w} ${-long * 0.2} ${-w * 1.1} ${-long * 0.9} ${-w * 0.2} ${-long}C${w * 0.3} ${-long * 1.04} ${w * 1.1} ${-long * 0.8} 0 0Z`
        : whole`M0 0C${-w} ${-long * 0.3} ${-w} ${-long * 0.72} 0 ${-long}C${w} ${-long * 0.72} ${w} ${-long * 0.3} 0 0Z`
    out += `<path d="${path}" transform="${d`translate(${x} ${-half * 0.18 - (1 - t * t) * half * 0.04})rotate(${turn})`}"/>`
  }
  const own: Lch = band === 'rose' ? rose : band === 'leaf' ? [0.5, 0.1, 145] : jasmineWhite
  const foot: Lch = band === 'tuberose' ? [0.82, 0.07, 118] : shadeOf(own, 0.16)
  const fill = pen.linear([
    [0, foot],
    [0.5, band === 'tuberose' ? [0.95, 0.03, 105] : own],
    [1, lightOf(own, 0.06)],
  ])
  return `<g fill="${fill}" stroke="${hex(shadeOf(own, 0.28))}" stroke-opacity=".4" stroke-width="1.4">${out}</g>`
}

/** A thick garland along the points, from its ends to its lowest place. */
function thick(
  stage: Stage,
  points: readonly Point[],
  half: number,
  bands: readonly [Band, ...Band[]],
  rose: Lch,
): string {
  let out = ''
  let along = 0
  let next = 0
  let index = 0
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1] ?? [0, 0], points[i] ?? [0, 0]]
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI - 90
    while (next <= along + length) {
      const t = length ? (next - along) / length : 0
      const band = bands[index % bands.length] ?? bands[0]
      index++
      const own =
        half * (band === 'rose' ? 1.04 : band === 'leaf' ? 1.1 : 0.94) * stage.random.range(0.95, 1.05)
      out += `<g transform="${d`translate(${a[0] + (b[0] - a[0]) * t} ${a[1] + (b[1] - a[1]) * t})rotate(${turn + stage.random.range(-4, 4)})`}">${ringOf(stage, band, own, rose)}</g>`
      next += half * (band === 'zari' ? 0.36 : 0.31)
    }
    along += length
  }
  return out
}

const petals: readonly [Band, ...Band[]] = [
  'tuberose',
  'tuberose',
  'tuberose',
  'leaf',
  'rose',
  'rose',
  'rose',
  'rose',
  'zari',
]

/** Two garlands for the exchange, side by side on a brass rod. */
export function garlandPair(stage: Stage): string {
  const { pen, palette, cx } = stage
  const rose: Lch = [0.5, 0.19, 18]
  const pink: Lch = [0.66, 0.19, 2]
  const one = (x: number, colour: Lch, half: number) => {
    const [w, top, depth] = [128, 124, 560]
    const side = (s: 1 | -1): Point[] =>
      Array.from({ length: 40 }, (_, i): Point => {
        const a = (i / 39) * (Math.PI / 2)
        return [x + s * w * Math.cos(a) ** 0.8, top + depth * Math.sin(a) ** 0.8]
      })
    const low = top + depth
    let tassel = ''
    for (const [dx, long] of [
      [-58, 96],
      [58, 96],
      [0, 128],
    ] as const)
      tassel +=
        flowerString(
          stage,
          hang([x + dx * 0.4, low + 20], [x + dx, low + long + 60], 0, 8),
          17,
          ['jasmine', 'jasmine', 'jasmine', gold],
          colour,
        ) + pompon(stage, x + dx, low + long + 70, 20, gold)
    return (
      shadow(stage, x + 36, 430, 260, 380, 0.2) +
      tassel +
      thick(stage, side(-1), half, petals, colour) +
      thick(stage, side(1), half, petals, colour) +
      [-1, 1].map((s) => rosette(stage, x + s * w, top - 4, 40, colour)).join('') +
      sprig(stage, 'greens', sprigColour(stage, 'greens'), x, low + 10, 120, -116) +
      sprig(stage, 'greens', sprigColour(stage, 'greens'), x, low + 10, 120, 116) +
      bloom(stage, 'lotusOpen', mix([0.8, 0.12, 0], colour, 0.25), x, low + 16, 74, { tilt: 0, detail: 2 })
    )
  }
  const rod = `<rect x="${num(cx - 470)}" y="96" width="940" height="20" rx="10" fill="${pen.linear(
    [
      [0, lightOf(brass, 0.14)],
      [0.5, brass],
      [1, shadeOf(brass, 0.22)],
    ],
    [0, 0, 0, 1],
  )}"/>${[-1, 1]
    .map((s) =>
      circle(
        cx + s * 474,
        106,
        25,
        `fill="${pen.radial(
          [
            [0, lightOf(brass, 0.18)],
            [0.6, brass],
            [1, shadeOf(brass, 0.2)],
          ],
          0.36,
          0.3,
          0.75,
        )}"`,
      ),
    )
    .join('')}`
  return (
    ground(stage, 'arch') +
    centred(
      stage,
      rod + one(cx - 238, palette.dark ? pink : rose, 66) + one(cx + 238, palette.dark ? rose : pink, 66),
    )
  )
}

/** The garlands seen from near, so that the order of rose petals, tuberose, leaves and zari shows. */
export function garlandClose(stage: Stage): string {
  const { palette, cx, width, height } = stage
  const rose: Lch = [0.5, 0.19, 18]
  const pink: Lch = [0.66, 0.19, 2]
  const rope = (x: number, lean: number): Point[] =>
    Array.from({ length: 21 }, (_, i): Point => {
      const t = i / 20
      return [x + lean * (t - 0.5) + Math.sin(t * 3) * 24, -150 + t * (height + 420)]
    })
  return (
    ground(stage, 'plain') +
    [-1, 1]
      .map((s) => shadow(stage, cx + s * width * 0.27 + 60, height / 2, 280, height * 0.8, 0.28))
      .join('') +
    thick(stage, rope(cx - width * 0.25, -110), 178, petals, palette.dark ? pink : rose) +
    thick(
      stage,
      rope(cx + width * 0.25, -110).map(([x, y]): Point => [x, y - 210]),
      178,
      petals,
      palette.dark ? rose : pink,
    )
  )
}

/** A rosebud with its leaf and a pearl pin on the lapel of a silk coat. */
export function buttonhole(stage: Stage): string {
  const { pen, palette, random, cx, cy, width, height } = stage
  const coat: Lch = palette.dark
    ? [0.3, 0.06, 255]
    : shadeOf(mix(palette.line, [0.34, 0.05, 250], 0.55), 0.04)
  const cloth = (own: Lch) =>
    pen.linear(
      [
        [0, lightOf(own, 0.05)],
        [0.55, own],
        [1, shadeOf(own, 0.07)],
      ],
      [0, 0, 1, 1],
    )
  let weave = ''
  for (let i = 0; i < 60; i++) weave += whole`M${-200 + i * 30} 0l-360 ${height}`
  const left = cx - 300
  const shirt = `<path d="${d`M0 0H${left + 190}L${left - 70} ${height}H0Z`}" fill="${cloth([0.965, 0.012, 85])}"/>${line(d`M${left - 180} 0L${left - 330} ${height}`, hex([0.86, 0.02, 85]), 5)}${[0.24, 0.58, 0.9].map((t) => circle(left - 216 - t * 100, height * t, 15, `fill="${hex(lightOf(brass, 0.06))}" stroke="${hex(shadeOf(brass, 0.15))}" stroke-width="3"`)).join('')}`
  const lapel = `<path d="${d`M${left + 190} 0L${cx + 470} 0L${cx + 330} 190L${cx + 410} 262L${left - 60} ${height}H${left - 96}Z`}" fill="#000" opacity=".22" transform="translate(20 16)"/><path d="${d`M${left + 190} 0L${cx + 470} 0L${cx + 330} 190L${cx + 410} 262L${left - 50} ${height}H${left - 90}Z`}" fill="${cloth(lightOf(coat, 0.045))}"/>${line(d`M${left + 206} 0L${left - 70} ${height}`, hex(lightOf(coat, 0.2)), 3, 'opacity=".5"')}${line(d`M${cx + 330} 190L${cx + 410} 262L${left - 50} ${height}`, hex(lightOf(coat, 0.14)), 3, 'opacity=".55" stroke-dasharray="12 8"')}`
  const [bx, by] = [cx + 16, cy + 150]
  let greens = ''
  for (const [kind, long, turn] of [
    ['fern', 330, -34],
    ['eucalyptus', 330, 36],
    ['babysBreath', 330, 14],
    ['babysBreath', 300, -18],
    ['singleLeaf', 280, -52],
    ['singleLeaf', 250, 56],
  ] as const)
    greens += sprig(stage, kind, sprigColour(stage, kind), bx, by, long, turn + random.range(-4, 4))
  let stems = ''
  for (let i = 0; i < 4; i++)
    stems += stem(
      [bx + (i - 1.5) * 22, by + 214 - Math.abs(i - 1.5) * 14],
      [bx + (i - 1.5) * 10, by - 60],
      0,
      13,
      tone(palette.greens[i % 2 ? 1 : 0], 0.04),
    )
  let tape = ''
  for (let i = 0; i < 5; i++)
    tape += `<path d="${d`M${bx - 34} ${by + 16 + i * 19}Q${bx} ${by + 36 + i * 19} ${bx + 36} ${by + 8 + i * 19}V${by + 27 + i * 19}Q${bx} ${by + 56 + i * 19} ${bx - 34} ${by + 35 + i * 19}Z`}" fill="${hex(tone([0.93, 0.03, 80], -i * 0.018))}"/>`
  const pearl = pen.radial(
    [
      [0, [0.99, 0, 0]],
      [0.6, [0.93, 0.02, 80]],
      [1, [0.72, 0.04, 80]],
    ],
    0.35,
    0.3,
    0.8,
  )
  return (
    `<rect width="${num(width)}" height="${num(height)}" fill="${cloth(coat)}"/>` +
    shirt +
    lapel +
    `<path d="${weave}" stroke="#fff" stroke-opacity=".035" stroke-width="6" fill="none"/>` +
    `<g transform="${d`translate(${bx} ${by})`}scale(1.32)${d`translate(${-bx} ${-by - 10})`}">` +
    shadow(stage, bx + 34, by - 60, 230, 330, 0.5) +
    greens +
    stems +
    bloom(stage, 'rose', palette.dark ? palette.main : palette.deep, bx, by - 130, 146, {
      tilt: 0.2,
      detail: 2,
    }) +
    bloom(stage, 'jasmine', jasmineWhite, bx - 118, by - 26, 46, { tilt: 0.2 }) +
    bloom(stage, 'jasmine', jasmineWhite, bx + 112, by - 40, 42, { tilt: 0.2 }) +
    bloom(stage, 'jasmine', jasmineWhite, bx + 84, by - 252, 38, { tilt: 0.3 }) +
    tape +
    line(d`M${bx - 66} ${by + 118}L${bx + 92} ${by + 30}`, hex([0.86, 0.01, 250]), 6) +
    circle(bx + 96, by + 28, 17, `fill="${pearl}"`) +
    '</g>'
  )
}

/** A low arrangement on a laid table, between two candles. */
export function centrepiece(stage: Stage): string {
  const { pen, palette, random, cx, width, height } = stage
  const table = height * 0.62
  const foot = height * 0.77
  const bowl = vessel(stage, 'uruli', brass, cx, foot, 1.06)
  const linen = palette.dark ? lightOf(palette.table, 0.1) : lightOf(palette.cloth, 0.05)
  let cloth = `<path d="${d`M0 ${table}H${width}V${height}H0Z`}" fill="${pen.linear(
    [
      [0, lightOf(linen, 0.03)],
      [1, shadeOf(linen, 0.09)],
    ],
    [0, 0, 0, 1],
  )}"/><path d="${d`M0 ${table}H${width}`}" stroke="${hex(lightOf(linen, 0.06))}" stroke-width="4"/>`
  const side = Math.min(500, width / 2 - 100)
  const runner = palette.dark ? palette.deep : palette.accent
  cloth += `<path d="${d`M${cx - 640} ${table + 78}H${cx + 640}L${cx + 700} ${table + 226}H${cx - 700}Z`}" fill="${pen.linear(
    [
      [0, shadeOf(runner, 0.06)],
      [0.5, lightOf(runner, 0.04)],
      [1, shadeOf(runner, 0.06)],
    ],
    [0, 0, 1, 0],
  )}" opacity=".9"/>${line(d`M${cx - 646} ${table + 94}H${cx + 646}M${cx - 692} ${table + 208}H${cx + 692}`, hex(lightOf(brass, 0.08)), 5)}`
  const candle = (x: number, tall: number) => {
    const base = foot + 10
    const top = base - 120 - tall
    return (
      shadow(stage, x + 16, base, 84, 14, 0.45) +
      ellipse(x, base - 4, 56, 12, `fill="${turnedPaint(pen, brass, 0.16)}"`) +
      `<path d="${d`M${x - 9} ${base - 6}V${base - 96}H${x - 26}Q${x - 24} ${base - 122} ${x} ${base - 122}Q${x + 24} ${base - 122} ${x + 26} ${base - 96}H${x + 9}V${base - 6}Z`}" fill="${turnedPaint(pen, brass, 0.16)}"/>` +
      `<rect x="${num(x - 16)}" y="${num(top)}" width="32" height="${num(tall + 6)}" rx="7" fill="${turnedPaint(pen, [0.955, 0.03, 85], 0.03)}"/>` +
      circle(
        x,
        top - 44,
        120,
        `fill="${pen.radial([
          [0, [0.95, 0.12, 85], 0.6],
          [1, [0.95, 0.12, 85], 0],
        ])}"`,
      ) +
      `<path d="${d`M${x} ${top - 2}C${x - 22} ${top - 26} ${x - 8} ${top - 54} ${x} ${top - 86}C${x + 10} ${top - 54} ${x + 22} ${top - 26} ${x} ${top - 2}Z`}" fill="${pen.linear(
        [
          [0, [0.8, 0.17, 62]],
          [0.6, [0.93, 0.12, 92]],
          [1, [0.985, 0.04, 95]],
        ],
      )}"/>`
    )
  }
  return (
    ground(stage, 'arch') +
    cloth +
    candle(cx - side, 330 + height - 1000) +
    candle(cx + side, 280 + height - 1000) +
    bowl.back +
    dome(stage, {
      x: cx,
      y: bowl.mouth.y - 104,
      rx: 372,
      ry: 128,
      bind: [cx, bowl.mouth.y + 90],
      flowers: [
        { kind: 'peony', colour: palette.main, size: 104, count: 3 },
        { kind: 'rose', colour: lightOf(palette.second, 0.01), size: 90, count: 5 },
        { kind: 'rose', colour: palette.deep, size: 66, count: 5 },
        { kind: 'ranunculus', colour: palette.accent, size: 58, count: 4 },
        { kind: 'chrysanthemum', colour: palette.third, size: 52, count: 4 },
        { kind: 'jasmine', colour: jasmineWhite, size: 34, count: 9 },
      ],
      greens: ['eucalyptus', 'olive', 'fern', 'myrtle'],
      fillers: ['babysBreath', 'waxflower', 'berries'],
      reach: 1.3,
      crowd: 0.82,
      greenCount: 15,
    }) +
    [-1, 1]
      .map((s) =>
        sprig(
          stage,
          'amaranth',
          sprigColour(stage, 'amaranth'),
          cx + s * 190,
          bowl.mouth.y + 8,
          150,
          s * 46,
          s * 12,
        ),
      )
      .join('') +
    bowl.front +
    [-1, 1]
      .map((s) =>
        bloom(stage, 'rose', palette.main, cx + s * random.range(300, 330), foot + 40, 30, { tilt: 0.7 }),
      )
      .join('')
  )
}

/** A wall of greens and blooms behind a bench for two. */
export function backdrop(stage: Stage): string {
  const { pen, palette, random, cx, width, height } = stage
  const floor = height * 0.8
  const [w, top] = [940, 70]
  const wall = archPath(cx, floor, w, floor - top)
  const panel = pen.clip(`<path d="${wall}"/>`)
  let greens = ''
  for (let i = 0; i < 60; i++) {
    const kind = (['greens', 'singleLeaf'] as const)[i % 2] ?? 'greens'
    const x = cx - w / 2 + ((i * 0.618) % 1) * w
    const y = top + 40 + ((i * 0.7548) % 1) * (floor - top)
    greens += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      x,
      y,
      random.range(150, 188),
      random.range(-80, 80),
    )
  }
  const spots = scatter(stage, { x: cx, y: top + 350, rx: 455, ry: 375, crowd: 0.74 }, [
    { kind: 'peony', colour: palette.main, size: 80, count: 10 },
    { kind: 'rose', colour: palette.second, size: 66, count: 11 },
    { kind: 'rose', colour: palette.deep, size: 56, count: 12 },
    { kind: 'chrysanthemum', colour: palette.third, size: 40, count: 6 },
    { kind: 'ranunculus', colour: palette.accent, size: 36, count: 8 },
    { kind: 'jasmine', colour: jasmineWhite, size: 26, count: 12 },
  ])
  // Dense around the edge and thinning to the middle, where the couple sits.
  const inner = (x: number, y: number) => Math.hypot((x - cx) / 235, (y - (floor - 170)) / 250)
  const heads = spots
    .filter(
      ({ x, y, size }) =>
        y < floor - 30 &&
        inner(x, y) > 1 - size / 400 &&
        Math.hypot(x - cx, Math.min(0, y - top - w / 2)) < w / 2 + 6,
    )
    .sort((a, b) => a.size - b.size)
    .map((h) => bloom(stage, h.kind, h.colour, h.x, h.y, h.size, { turn: random.range(0, 360), detail: 0 }))
    .join('')
  const seat = palette.dark ? lightOf(palette.cloth, 0.04) : lightOf(palette.cloth, 0.02)
  const bench =
    shadow(stage, cx, floor + 92, 330, 30, 0.5) +
    line(
      d`M${cx - 196} ${floor + 20}V${floor + 88}M${cx + 196} ${floor + 20}V${floor + 88}M${cx - 120} ${floor + 20}V${floor + 76}M${cx + 120} ${floor + 20}V${floor + 76}`,
      hex(brass),
      12,
    ) +
    `<path d="${d`M${cx - 222} ${floor - 52}C${cx - 230} ${floor - 190} ${cx - 120} ${floor - 196} ${cx} ${floor - 214}C${cx + 120} ${floor - 196} ${cx + 230} ${floor - 190} ${cx + 222} ${floor - 52}Z`}" fill="${pen.linear(
      [
        [0, shadeOf(seat, 0.08)],
        [1, lightOf(seat, 0.03)],
      ],
    )}" stroke="${hex(brass)}" stroke-width="9"/>` +
    [-120, -40, 40, 120]
      .map((dx) =>
        circle(cx + dx, floor - 116 - (Math.abs(dx) < 60 ? 22 : 0), 6, `fill="${hex(shadeOf(seat, 0.16))}"`),
      )
      .join('') +
    `<path d="${d`M${cx - 250} ${floor - 58}Q${cx} ${floor - 84} ${cx + 250} ${floor - 58}L${cx + 240} ${floor + 26}Q${cx} ${floor + 44} ${cx - 240} ${floor + 26}Z`}" fill="${pen.linear(
      [
        [0, shadeOf(seat, 0.1)],
        [0.7, lightOf(seat, 0.02)],
        [1, lightOf(seat, 0.06)],
      ],
    )}" stroke="${hex(brass)}" stroke-width="7"/>`
  let foot = ''
  for (const s of [-1, 1])
    foot += dome(stage, {
      x: cx + s * 410,
      y: floor + 4,
      rx: 120,
      ry: 74,
      bind: [cx + s * 410, floor + 96],
      flowers: [
        { kind: 'peony', colour: palette.main, size: 46, count: 4 },
        { kind: 'rose', colour: palette.second, size: 42, count: 4 },
        { kind: 'rose', colour: palette.deep, size: 36, count: 4 },
      ],
      greens: ['palm', 'greens', 'eucalyptus'],
      fillers: [],
      reach: 1.3,
      greenCount: 8,
    })
  return (
    ground(stage, 'plain') +
    `<rect y="${num(floor)}" width="${num(width)}" height="${num(height - floor)}" fill="${pen.linear(
      [
        [0, lightOf(palette.table, 0.03)],
        [1, shadeOf(palette.table, 0.07)],
      ],
      [0, 0, 0, 1],
    )}"/>` +
    shadow(stage, cx + 30, floor + 8, 560, 40, 0.4) +
    shape(wall, hex(tone(palette.greens[0], -0.1))) +
    `<g clip-path="${panel}">${greens}</g>` +
    heads +
    `<path d="${wall}" fill="none" stroke="${pen.linear(
      [
        [0, shadeOf(brass, 0.08)],
        [0.5, brass],
        [1, lightOf(brass, 0.14)],
      ],
      [1, 1, 0, 0],
    )}" stroke-width="13"/>` +
    foot +
    bench
  )
}
