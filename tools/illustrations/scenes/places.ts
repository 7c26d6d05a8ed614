import type { Lch } from '../colour.ts'
import { hex, lightOf, mix, shadeOf, tone } from '../colour.ts'
import type { Point } from '../pen.ts'
import { circle, d, ellipse, line, num, place } from '../pen.ts'
import { basket, bow, brass, kraft, turnedPaint, vessel, wood } from '../props.ts'
import type { Stage } from '../stage.ts'
import {
  archPath,
  bloom,
  dome,
  ground,
  quietKolam,
  scatter,
  shadow,
  sprig,
  sprigColour,
  stem,
} from '../stage.ts'
import {
  flowerString,
  gold,
  hang,
  heap,
  jasmineKnot,
  jasmineWhite,
  lemon,
  pompon,
  rosette,
} from './strings.ts'

/** Florist's scissors, drawn about the origin, points upwards. */
function scissors(stage: Stage, x: number, y: number, size: number, turn: number, colour: Lch): string {
  const { pen } = stage
  const steel = pen.linear(
    [
      [0, [0.62, 0.01, 240]],
      [0.5, [0.9, 0.006, 240]],
      [1, [0.7, 0.01, 240]],
    ],
    [0, 0, 1, 0],
  )
  const grip = (s: number) =>
    `<path d="${d`M${-s * 4} -6Q${s * 12} 20 ${s * 21} 42`}" stroke-width="10"/><ellipse cx="${s * 31}" cy="74" rx="19" ry="33" stroke-width="9" transform="${d`rotate(${-s * 14} ${s * 31} 74)`}"/>`
  return place(
    x,
    y,
    size,
    turn,
    `<g opacity=".28" transform="translate(8 10)"><path d="M-12 4L6-100L12 4Z"/></g><path d="M-13 6C-16-30-6-80 8-104C14-70 12-30 9 8Z" fill="${steel}"/><path d="M13 6C16-30 6-80-8-104C-14-70-12-30-9 8Z" fill="${steel}" stroke="#6b7078" stroke-width="1.2"/><g fill="none" stroke="${hex(colour)}" stroke-linecap="round">${grip(1)}${grip(-1)}</g>${circle(0, 0, 6, `fill="${hex([0.5, 0.02, 240])}"`)}`,
  )
}

function spool(stage: Stage, x: number, foot: number, size: number, colour: Lch): string {
  const { pen } = stage
  let turns = ''
  for (let i = 0; i < 7; i++)
    turns += d`M${x - size * 0.62} ${foot - size * (0.28 + i * 0.15)}q${size * 0.62} ${size * 0.12} ${size * 1.24} ${-size * 0.04}`
  const w = size * 0.62
  return `${shadow(stage, x + size * 0.2, foot, size, size * 0.16, 0.45)}<rect x="${num(x - w)}" y="${num(foot - size * 1.3)}" width="${num(w * 2)}" height="${num(size * 1.16)}" fill="${turnedPaint(pen, colour, 0.06)}"/>${line(turns, hex(shadeOf(colour, 0.12)), size * 0.035)}<path d="${d`M${x - size * 0.74} ${foot - size * 0.16}h${size * 1.48}v${size * 0.16}h${-size * 1.48}ZM${x - size * 0.74} ${foot - size * 1.44}h${size * 1.48}v${size * 0.16}h${-size * 1.48}Z`}" fill="${turnedPaint(pen, wood, 0.06)}"/>`
}

/** A zinc bucket; flowers stand between back and front. */
function bucket(stage: Stage, x: number, foot: number, k: number) {
  const { pen } = stage
  const zinc: Lch = [0.74, 0.012, 220]
  const [top, r0, r1] = [foot - 230 * k, 118 * k, 92 * k]
  return {
    top,
    back:
      shadow(stage, x + 40 * k, foot, r0 * 1.5, 26 * k, 0.5) +
      ellipse(x, top, r0, 22 * k, `fill="${hex(shadeOf(zinc, 0.3))}"`),
    front: `<path d="${d`M${x - r0} ${top}L${x - r1} ${foot - 8}Q${x} ${foot + 16 * k} ${x + r1} ${foot - 8}L${x + r0} ${top}Q${x} ${top + 44 * k} ${x - r0} ${top}Z`}" fill="${turnedPaint(pen, zinc, 0.12)}"/>${line(d`M${x - r0 * 0.95} ${top + 50 * k}Q${x} ${top + 90 * k} ${x + r0 * 0.95} ${top + 50 * k}M${x - r0 * 0.93} ${top + 62 * k}Q${x} ${top + 102 * k} ${x + r0 * 0.93} ${top + 62 * k}M${x - r1 * 1.06} ${foot - 50 * k}Q${x} ${foot - 22 * k} ${x + r1 * 1.06} ${foot - 50 * k}`, hex(shadeOf(zinc, 0.16)), 3 * k, 'opacity=".7"')}<path d="${d`M${x - r0} ${top}Q${x} ${top + 44 * k} ${x + r0} ${top}`}" fill="none" stroke="${hex(lightOf(zinc, 0.16))}" stroke-width="${num(6 * k)}"/>`,
  }
}

/** A cut flower with its stem, lying on the table. */
function laid(
  stage: Stage,
  kind: 'rose' | 'gerbera' | 'tulip' | 'chrysanthemum' | 'ranunculus',
  colour: Lch,
  x: number,
  y: number,
  size: number,
  turn: number,
  length: number,
): string {
  const rad = (turn * Math.PI) / 180
  const foot = [x - Math.sin(rad) * length, y + Math.cos(rad) * length] as const
  const mid = [x - Math.sin(rad) * length * 0.45, y + Math.cos(rad) * length * 0.45] as const
  const green = stage.palette.greens[1]
  return (
    `<path d="${d`M${foot[0]} ${foot[1] + 8}L${x} ${y + 10}`}" stroke="#000" stroke-opacity=".16" stroke-width="9" stroke-linecap="round"/>` +
    stem(foot, [x, y], 6, 8, green) +
    sprig(stage, 'singleLeaf', green, mid[0], mid[1], length * 0.34, turn + 42, 8) +
    sprig(
      stage,
      'singleLeaf',
      tone(green, -0.04),
      mid[0] - Math.sin(rad) * 20,
      mid[1] + Math.cos(rad) * 20,
      length * 0.3,
      turn - 46,
      -8,
    ) +
    bloom(stage, kind, colour, x, y, size, { turn, tilt: 0.3 })
  )
}

export function workbench(stage: Stage): string {
  const { pen, palette, random, cx, width, height } = stage
  const bench = height * 0.6
  const s = random.side()
  let out = ground(stage, 'plain')
  // Wall: an arched window and a shelf.
  const wx = cx + s * 270
  out += `<path d="${archPath(wx, bench, 380, bench - 70)}" fill="${pen.linear([
    [0, mix([0.93, 0.05, 110], palette.panel, 0.5)],
    [1, [0.97, 0.02, 100]],
  ])}"/>`
  let bushes = ''
  for (let i = 0; i < 5; i++)
    bushes += ellipse(
      wx + (i - 2) * 76,
      bench - random.range(10, 60),
      84,
      random.range(50, 100),
      `fill="${hex(mix(palette.greens[2], [0.93, 0.03, 110], 0.5))}" opacity=".7"`,
    )
  out += `<g clip-path="${pen.clip(`<path d="${archPath(wx, bench, 380, bench - 70)}"/>`)}">${bushes}</g>`
  out += `<path d="${archPath(wx, bench, 380, bench - 70)}" fill="none" stroke="${hex(lightOf(palette.ground[0], 0.03))}" stroke-width="16"/>${line(d`M${wx} ${bench}V80M${wx - 190} ${bench - 230}H${wx + 190}`, hex(lightOf(palette.ground[0], 0.03)), 8)}`
  const sx = cx - s * 330
  out += `<rect x="${num(sx - 230)}" y="266" width="460" height="20" rx="3" fill="${pen.linear(
    [
      [0, lightOf(wood, 0.06)],
      [1, shadeOf(wood, 0.08)],
    ],
    [0, 0, 0, 1],
  )}"/><rect x="${num(sx - 230)}" y="286" width="460" height="8" fill="#000" opacity=".1"/>`
  out +=
    spool(stage, sx - 150, 266, 62, palette.accent) +
    spool(stage, sx - 60, 266, 54, palette.cloth) +
    spool(stage, sx + 20, 266, 58, palette.deep)
  const jar = vessel(stage, 'cylinder', palette.clay, sx + 140, 266, 0.42)
  out += jar.back
  for (let i = 0; i < 5; i++)
    out += sprig(
      stage,
      i % 2 ? 'plume' : 'eucalyptus',
      sprigColour(stage, i % 2 ? 'plume' : 'eucalyptus'),
      sx + 140,
      jar.mouth.y + 10,
      random.range(92, 132),
      (i - 2) * 15,
    )
  out += jar.front
  // Bunches hung to dry.
  for (const [dx, kind, colour] of [
    [-150, 'rose', palette.main],
    [-10, 'chrysanthemum', palette.second],
    [130, 'ranunculus', palette.deep],
  ] as const) {
    const x = sx + dx
    out += line(d`M${x} 292V340`, hex(shadeOf(kraft, 0.1)), 3)
    for (let i = 0; i < 5; i++) out += stem([x, 322], [x + (i - 2) * 17, 426], 0, 4, palette.greens[1])
    for (let i = 0; i < 5; i++)
      out += bloom(stage, kind, tone(colour, -0.03), x + (i - 2) * 23, 440 + (i % 2) * 26, 25, {
        turn: 180 + (2 - i) * 8,
        depth: 0.2,
        detail: 0,
      })
    out += line(d`M${x - 9} 346h18`, hex(kraft), 7)
  }
  // The bench top.
  out += `<rect y="${num(bench)}" width="${num(width)}" height="${num(height - bench)}" fill="${pen.linear(
    [
      [0, lightOf(wood, 0.16)],
      [1, lightOf(wood, 0.04)],
    ],
    [0, 0, 0, 1],
  )}"/>`
  let grain = ''
  for (let i = 0; i < 16; i++) {
    const y = bench + 14 + ((height - bench) * (i + random.next())) / 16
    grain += d`M${random.range(-60, width * 0.6)} ${y}q${random.range(120, 260)} ${random.range(-7, 7)} ${random.range(300, 600)} 0`
  }
  out +=
    line(grain, hex(shadeOf(wood, 0.02)), 2, 'opacity=".35"') +
    `<path d="${d`M0 ${bench + 2}H${width}`}" stroke="${hex(lightOf(wood, 0.24))}" stroke-width="5"/>`
  for (let i = 0; i < 9; i++)
    out += sprig(
      stage,
      'singleLeaf',
      palette.greens[i % 2 ? 0 : 1],
      cx + random.range(-520, 520),
      bench + random.range(60, height - bench - 14),
      random.range(26, 44),
      random.range(0, 360),
    )
  // Bucket with stems.
  const bx = cx + s * 250
  const b = bucket(stage, bx, bench + 130, 1)
  out += b.back
  out += dome(stage, {
    x: bx,
    y: b.top - 150,
    rx: 190,
    ry: 128,
    bind: [bx, b.top + 110],
    flowers: [
      { kind: 'rose', colour: palette.main, size: 66, count: 4 },
      { kind: 'gerbera', colour: palette.accent, size: 64, count: 3 },
      { kind: 'lily', colour: palette.third, size: 70, count: 2 },
      { kind: 'ranunculus', colour: palette.second, size: 52, count: 4 },
      { kind: 'chrysanthemum', colour: palette.deep, size: 44, count: 3 },
    ],
    greens: ['eucalyptus', 'fern', 'olive'],
    fillers: ['babysBreath', 'plume'],
    reach: 1.38,
    greenCount: 12,
  })
  out += b.front
  // A sheet of paper with the bouquet that is being made.
  const px = cx - s * 190
  const py = bench + 210
  out += `<path d="${d`M${px - 300} ${py - 96}L${px + 250} ${py - 130}L${px + 330} ${py + 96}L${px - 250} ${py + 130}Z`}" fill="#000" opacity=".12" transform="translate(8 12)"/><path d="${d`M${px - 300} ${py - 96}L${px + 250} ${py - 130}L${px + 330} ${py + 96}L${px - 250} ${py + 130}Z`}" fill="${pen.linear(
    [
      [0, kraft],
      [1, lightOf(kraft, 0.07)],
    ],
    [0, 0, 1, 0.4],
  )}"/>`
  for (const [i, kind] of (['eucalyptus', 'fern', 'olive', 'greens'] as const).entries())
    out += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      px + s * 150,
      py + 40 - i * 14,
      400,
      -s * (66 + i * 11),
    )
  out += laid(stage, 'rose', palette.main, px - s * 170, py - 70, 62, -s * 72, 330)
  out += laid(stage, 'ranunculus', palette.second, px - s * 190, py + 34, 54, -s * 88, 360)
  out += laid(stage, 'gerbera', palette.accent, px - s * 80, py - 6, 60, -s * 80, 260)
  out += laid(stage, 'chrysanthemum', palette.deep, px - s * 60, py + 78, 46, -s * 96, 250)
  out += bow(stage, px + s * 150, py + 26, 50, palette.accent)
  out += scissors(stage, cx + s * 130, bench + 262, 104, -s * 58, palette.deep)
  out += spool(stage, cx + s * 430, bench + 250, 66, [0.78, 0.06, 75])
  out += line(
    d`M${cx + s * 395} ${bench + 236}q${-s * 60} 50 ${-s * 110} 20t${-s * 120} 60`,
    hex([0.78, 0.06, 75]),
    4,
  )
  return out
}

/** Six in the morning: heaps in baskets, strings above, banana leaves behind. */
export function flowerMarket(stage: Stage): string {
  const { pen, palette, random, cx, width, height } = stage
  let out = ground(stage, 'plain')
  const sunX = cx + random.side(230)
  out += circle(
    sunX,
    380,
    250,
    `fill="${pen.radial([
      [0, lightOf(gold, 0.14), palette.dark ? 0.5 : 0.85],
      [0.7, gold, palette.dark ? 0.25 : 0.35],
      [1, gold, 0],
    ])}"`,
  )
  // Banana leaves and palms at the sides.
  for (const side of [-1, 1]) {
    const x = cx + side * Math.min(width / 2 + 20, 700)
    for (const [l, turn] of [
      [640, -14],
      [590, -42],
      [520, -70],
      [600, 10],
    ] as const)
      out += sprig(
        stage,
        'bananaLeaf',
        tone(palette.greens[0], random.int(-1, 1) * 0.03),
        x + side * 20,
        760,
        l,
        -side * -turn * 1,
        side * -16,
      )
  }
  // The awning.
  const stripes = 16
  const [a, b] = [palette.dark ? palette.deep : palette.accent, [0.965, 0.02, 85] as const]
  const edge = 128
  for (let i = -1; i <= stripes; i++) {
    const w = width / stripes
    const x = i * w
    const own = i % 2 ? a : b
    out += `<path d="${d`M${x} 0H${x + w}V${edge}A${w / 2} ${w * 0.46} 0 0 1 ${x} ${edge}Z`}" fill="${pen.linear(
      [
        [0, shadeOf(own, 0.03)],
        [0.75, own],
        [1, shadeOf(own, 0.09)],
      ],
      [0, 0, 0, 1],
    )}"/>`
  }
  out += `<rect y="${edge - 2}" width="${num(width)}" height="3" fill="#000" opacity=".1"/>`
  // Strings that hang from it.
  const strings = 7
  for (let i = 0; i < strings; i++) {
    const t = (i + 0.5) / strings
    const x = width * t
    const near = Math.abs(t - 0.5) * 2
    const length = 120 + near * 190 + random.range(-20, 30)
    out +=
      i % 2
        ? flowerString(
            stage,
            hang([x, edge + 20], [x, edge + length], 0, 8),
            21,
            ['jasmine', 'jasmine', 'jasmine', 'jasmine', gold],
            palette.deep,
          ) + pompon(stage, x, edge + length + 14, 27, gold)
        : flowerString(
            stage,
            hang([x, edge + 20], [x, edge + length], 0, 8),
            25,
            [gold, gold, lemon, 'rose'],
            palette.deep,
          ) + pompon(stage, x, edge + length + 14, 29, lemon)
  }
  // Steps of the stall.
  const cloth = palette.dark ? shadeOf(palette.table, -0.06) : mix(palette.line, palette.table, 0.35)
  const heights = [height * 0.62, height * 0.81]
  heights.forEach((y, i) => {
    out += `<rect y="${num(y)}" width="${num(width)}" height="${num(height - y)}" fill="${pen.linear(
      [
        [0, tone(cloth, 0.02 - i * 0.05)],
        [1, tone(cloth, -0.07 - i * 0.05)],
      ],
      [0, 0, 0, 1],
    )}"/>`
    let folds = ''
    for (let k = 0; k < 16; k++)
      folds += d`M${(width * (k + 0.5)) / 16} ${y + 14}q${random.range(-12, 12)} 60 0 ${height}`
    out +=
      line(folds, hex(shadeOf(cloth, 0.14)), 3, 'opacity=".3"') +
      `<rect y="${num(y)}" width="${num(width)}" height="11" fill="${hex(gold)}"/><rect y="${num(y + 14)}" width="${num(width)}" height="3" fill="${hex(gold)}" opacity=".7"/>`
  })
  const rose = palette.dark ? palette.deep : palette.accent[2] > 60 ? palette.deep : palette.accent
  const draws = {
    gold: (x: number, y: number, r: number) => pompon(stage, x, y, r, gold),
    lemon: (x: number, y: number, r: number) => pompon(stage, x, y, r, lemon),
    rose: (x: number, y: number, r: number) => rosette(stage, x, y, r, rose),
    pink: (x: number, y: number, r: number) => rosette(stage, x, y, r, lightOf(palette.main, 0.03)),
    jasmine: (x: number, y: number, r: number) => jasmineKnot(stage, x, y, r, random.range(0, 180)),
    mums: (x: number, y: number, r: number) =>
      pompon(stage, x, y, r, palette.dark ? [0.9, 0.06, 330] : palette.second),
  }
  const stand = (x: number, foot: number, k: number, kind: keyof typeof draws) => {
    const top = foot - 88 * k
    const half = 150 * k
    const bk = basket(stage, x, foot, top, half, half * 0.72, kraft)
    const size = kind === 'jasmine' ? 22 * k : kind === 'gold' || kind === 'lemon' ? 29 * k : 33 * k
    return (
      bk.back +
      heap(
        stage,
        x,
        top + 18 * k,
        half * 0.9,
        104 * k,
        size,
        draws[kind],
        kind === 'jasmine'
          ? [0.7, 0.05, 120]
          : shadeOf(kind === 'gold' || kind === 'lemon' ? gold : rose, 0.2),
      ) +
      bk.front
    )
  }
  const offset = random.int(0, 5)
  const kinds = ['gold', 'jasmine', 'rose', 'lemon', 'mums', 'pink'] as const
  const kindAt = (i: number) => kinds[(i + offset) % kinds.length] ?? 'gold'
  // Tall buckets behind.
  for (const side of [-1, 1]) {
    const x = cx + side * 160
    const bk = bucket(stage, x, heights[0] ?? 0, 0.86)
    out += bk.back
    if (side < 0) {
      let heads = ''
      for (const i of [0, 6, 1, 5, 2, 4, 3]) {
        const tx = x + (i - 3) * 48
        const ty = bk.top - 118 - (i % 2) * 82 + Math.abs(i - 3) * 16
        out += stem([x + (i - 3) * 12, bk.top + 20], [tx, ty + 30], 0, 7, palette.greens[1])
        heads += bloom(stage, 'lotus', mix([0.76, 0.13, 0], palette.main, 0.25), tx, ty, 46, {
          turn: (i - 3) * 7,
          depth: 0,
          detail: 0,
        })
      }
      out += heads
    } else
      for (let i = 0; i < 6; i++) {
        const tx = x + (i - 2.5) * 54
        const ty = bk.top - 120 - (i % 2) * 74 + Math.abs(i - 2.5) * 16
        out +=
          stem([x + (i - 2.5) * 14, bk.top + 20], [tx, ty], 0, 6, palette.greens[1]) +
          sprig(
            stage,
            'greens',
            sprigColour(stage, 'greens'),
            x + (i - 2.5) * 20,
            bk.top + 10,
            130,
            (i - 2.5) * 16,
          ) +
          bloom(stage, 'gerbera', i % 2 ? palette.main : palette.second, tx, ty, 50, {
            turn: (i - 2.5) * 9,
            tilt: 0.3,
            depth: 0.2,
          })
      }
    out += bk.front
  }
  const span = Math.min(width, 1700)
  out +=
    stand(cx - span * 0.345, (heights[0] ?? 0) + 66, 1, kindAt(0)) +
    stand(cx + span * 0.345, (heights[0] ?? 0) + 66, 1, kindAt(1)) +
    stand(cx, (heights[0] ?? 0) + 84, 1.05, kindAt(2))
  out +=
    stand(cx - span * 0.215, height * 0.955, 1.3, kindAt(3)) +
    stand(cx + span * 0.225, height * 0.955, 1.3, kindAt(4))
  if (width > 1200)
    out +=
      stand(cx - span * 0.47, height * 0.985, 1.1, kindAt(5)) +
      stand(cx + span * 0.48, height * 0.985, 1.1, kindAt(6))
  const pot = vessel(stage, 'lota', brass, cx + 4, height * 0.965, 0.56)
  out += pot.back
  for (let i = 0; i < 5; i++)
    out += sprig(
      stage,
      'singleLeaf',
      palette.greens[i % 2 ? 0 : 1],
      cx + 4,
      pot.mouth.y + 8,
      104,
      (i - 2) * 31,
    )
  return (
    out +
    bloom(stage, 'lotus', mix([0.78, 0.12, 0], palette.main, 0.3), cx + 4, pot.mouth.y - 42, 66, {
      turn: 0,
      depth: 0,
    }) +
    pot.front
  )
}

/** A still life at a window: a tall vase, a bowl with a lotus, coffee, fallen petals. */
export function morningTable(stage: Stage): string {
  const { pen, palette, random, cx, width, height } = stage
  const table = height * 0.74
  const s = random.side()
  let out = ground(stage, 'plain')
  const wx = cx + s * 120
  const glow: Lch = palette.dark ? mix(palette.panel, gold, 0.35) : [0.965, 0.045, 90]
  out += `<path d="${archPath(wx, table, 660, table - 40)}" fill="${pen.linear([
    [0, lightOf(glow, 0.02)],
    [1, mix(glow, palette.panel, 0.7)],
  ])}"/>`
  out += circle(wx + s * 120, table - 300, 120, `fill="${hex(lightOf(gold, 0.1))}" opacity=".55"`)
  let bushes = ''
  for (let i = 0; i < 7; i++)
    bushes += ellipse(
      wx - 300 + i * 100,
      table - random.range(10, 70),
      110,
      random.range(60, 130),
      `fill="${hex(mix(palette.greens[i % 2 ? 1 : 2], glow, 0.5))}" opacity=".75"`,
    )
  out += `<g clip-path="${pen.clip(`<path d="${archPath(wx, table, 660, table - 40)}"/>`)}">${bushes}</g>`
  const bar = palette.dark ? palette.ground[0] : lightOf(palette.ground[0], 0.02)
  out += `<path d="${archPath(wx, table, 660, table - 40)}" fill="none" stroke="${hex(bar)}" stroke-width="18"/>${line(d`M${wx} ${table}V44M${wx - 330} ${table - 330}H${wx + 330}`, hex(bar), 9)}`
  out += quietKolam(stage, cx - s * (width * 0.4), height * 0.3, 260, { opacity: 0.18 })
  // Table with a runner.
  out += `<rect y="${num(table)}" width="${num(width)}" height="${num(height - table)}" fill="${pen.linear(
    [
      [0, lightOf(wood, 0.1)],
      [1, shadeOf(wood, 0.03)],
    ],
    [0, 0, 0, 1],
  )}"/><path d="${d`M0 ${table + 2}H${width}`}" stroke="${hex(lightOf(wood, 0.2))}" stroke-width="5"/>`
  const runner = palette.dark ? palette.cloth : palette.cloth
  out += `<path d="${d`M${cx - 560} ${table + 46}H${cx + 560}L${cx + 640} ${table + 190}H${cx - 640}Z`}" fill="${pen.linear(
    [
      [0, shadeOf(runner, 0.04)],
      [1, lightOf(runner, 0.03)],
    ],
    [0, 0, 1, 0],
  )}"/>${line(d`M${cx - 570} ${table + 62}H${cx + 570}M${cx - 632} ${table + 174}H${cx + 632}`, hex(palette.accent), 6, 'opacity=".8"')}`
  // Vase.
  const vx = cx - s * 170
  const pot = vessel(stage, random.pick(['amphora', 'pitcher']), palette.clay, vx, table + 110, 0.86)
  const y = pot.mouth.y
  out += pot.back
  for (const [dx, dy, kind, colour, size] of [
    [-s * 40, -400, 'lily', palette.second, 88],
    [-s * 190, -330, 'gerbera', palette.accent, 66],
    [s * 110, -340, 'lily', palette.main, 86],
  ] as const)
    out +=
      stem([vx, y + 20], [vx + dx, y + dy], dx * -0.1, 7, palette.greens[1]) +
      bloom(stage, kind, colour, vx + dx, y + dy, size, { turn: dx * 0.1, depth: 0 })
  out += dome(stage, {
    x: vx,
    y: y - 140,
    rx: 240,
    ry: 148,
    bind: [vx, y + 30],
    flowers: [
      { kind: 'peony', colour: palette.main, size: 94, count: 3 },
      { kind: 'rose', colour: palette.deep, size: 70, count: 4 },
      { kind: 'ranunculus', colour: palette.second, size: 66, count: 3 },
      { kind: 'chrysanthemum', colour: palette.third, size: 54, count: 3 },
      { kind: 'jasmine', colour: jasmineWhite, size: 34, count: 5 },
    ],
    greens: ['eucalyptus', 'palm', 'olive', 'fern', 'greens'],
    fillers: ['babysBreath', 'berries', 'plume'],
    reach: 1.46,
    greenCount: 16,
  })
  out += sprig(stage, 'amaranth', palette.deep, vx - s * 70, y + 10, 190, -s * 30, -s * 12)
  out += pot.front
  // Bowl with a lotus.
  const bx = cx + s * 250
  const bowl = vessel(stage, 'uruli', brass, bx, table + 150, 0.62)
  out +=
    bowl.back +
    ellipse(
      bx,
      bowl.mouth.y + 6,
      bowl.mouth.rx * 0.9,
      bowl.mouth.rx * 0.12,
      `fill="${hex([0.42, 0.06, 190])}"`,
    )
  for (let i = 0; i < 9; i++)
    out +=
      i % 2
        ? jasmineKnot(stage, bx + (i - 4) * 32, bowl.mouth.y - 2 + (i % 3) * 6, 17, i * 40)
        : pompon(stage, bx + (i - 4) * 34, bowl.mouth.y + 4 - (i % 3) * 6, 21, gold)
  out +=
    bowl.front +
    bloom(stage, 'lotus', mix([0.78, 0.12, 0], palette.main, 0.3), bx + s * 10, bowl.mouth.y - 50, 84, {
      turn: s * 4,
      depth: 0,
      detail: 2,
    })
  // A tumbler of coffee, and a string of jasmine.
  const tx = cx + s * 30
  const ty = table + 168
  out +=
    shadow(stage, tx + 20, ty, 100, 16, 0.45) +
    ellipse(tx, ty - 8, 74, 17, `fill="${turnedPaint(pen, brass, 0.14)}"`) +
    `<path d="${d`M${tx - 36} ${ty - 100}L${tx - 28} ${ty - 12}Q${tx} ${ty - 2} ${tx + 28} ${ty - 12}L${tx + 36} ${ty - 100}Z`}" fill="${turnedPaint(pen, brass, 0.16)}"/>${ellipse(tx, ty - 100, 36, 9, `fill="${hex([0.44, 0.06, 55])}" stroke="${hex(lightOf(brass, 0.14))}" stroke-width="5"`)}` +
    line(
      d`M${tx - 8} ${ty - 122}q-14 -22 2 -42t0 -42M${tx + 12} ${ty - 126}q12 -18 0 -36`,
      '#fff',
      4,
      'opacity=".4"',
    )
  const cord: Point[] = [
    [cx - s * 520, table + 150],
    [cx - s * 430, table + 196],
    [cx - s * 330, table + 168],
    [cx - s * 240, table + 204],
    [cx - s * 120, table + 186],
  ]
  out += flowerString(stage, cord, 19, ['jasmine'], palette.deep)
  for (let i = 0; i < 12; i++)
    out += ellipse(
      cx + random.range(-500, 500),
      table + random.range(120, height - table - 14),
      random.range(9, 15),
      random.range(4, 7),
      `fill="${hex(random.chance(0.5) ? palette.main : palette.deep)}" opacity=".9"`,
    )
  return out
}

/** A background for share previews: empty at the left, where text goes, with flowers at the right. */
export function sharePreview(stage: Stage): string {
  const { palette, random, width, height } = stage
  const x = width - 140
  let out = ground(stage, 'plain')
  out += quietKolam(stage, width * 0.27, height * 0.5, 760, { rows: 9, cols: 9, opacity: 0.1 })
  out +=
    circle(x + 20, height * 0.52, 520, `fill="${hex(palette.panel)}"`) +
    circle(
      x + 20,
      height * 0.52,
      546,
      `fill="none" stroke="${hex(palette.line)}" stroke-width="2" opacity=".3"`,
    )
  const kinds = ['palm', 'eucalyptus', 'fern', 'greens', 'olive'] as const
  for (let i = 0; i < 22; i++) {
    const kind = kinds[i % kinds.length] ?? 'fern'
    const t = i / 21
    out += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      x + random.range(0, 120),
      height * (0.12 + 0.78 * t),
      random.range(300, 430),
      -150 + t * 120 + random.range(-16, 16),
    )
  }
  for (const kind of ['babysBreath', 'plume', 'berries', 'waxflower', 'babysBreath'] as const)
    out += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      x + 20,
      height * random.range(0.3, 0.75),
      random.range(300, 380),
      random.range(-118, -52),
    )
  const heads = scatter(stage, { x: x + 50, y: height * 0.5, rx: 250, ry: height * 0.46, crowd: 0.86 }, [
    { kind: 'peony', colour: palette.main, size: 138, count: 2 },
    { kind: 'rose', colour: palette.deep, size: 112, count: 3 },
    { kind: 'lily', colour: palette.second, size: 124, count: 2 },
    { kind: 'gerbera', colour: palette.accent, size: 92, count: 3 },
    { kind: 'ranunculus', colour: palette.second, size: 84, count: 4 },
    { kind: 'marigold', colour: gold, size: 66, count: 5 },
    { kind: 'chrysanthemum', colour: palette.third, size: 60, count: 4 },
    { kind: 'jasmine', colour: jasmineWhite, size: 40, count: 10 },
  ])
  for (const head of heads.sort((a, b) => a.size - b.size))
    out += bloom(stage, head.kind, head.colour, head.x, head.y, head.size, {
      turn: random.range(-40, 40),
      tilt: head.out * 0.3,
    })
  return out
}
