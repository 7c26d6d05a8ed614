import { kolamPaths } from '../../../drawings/kolam.ts'
import type { Lch } from '../colour.ts'
import { hex, lightOf, mix, shadeOf, tone } from '../colour.ts'
import type { Point } from '../pen.ts'
import { circle, d, ellipse, line, num } from '../pen.ts'
import { brass, turnedPaint, vessel } from '../props.ts'
import type { Stage } from '../stage.ts'
import { archPath, bloom, centred, dome, ground, scatter, shadow, sprig, sprigColour } from '../stage.ts'
import type { Link } from './strings.ts'
import {
  flowerString,
  gold,
  hang,
  jasmineKnot,
  jasmineWhite,
  lamp,
  lemon,
  pompon,
  thoranam,
} from './strings.ts'

/** A kolam drawn on the floor, seen at a slant. */
const floorKolam = (
  stage: Stage,
  x: number,
  y: number,
  width: number,
  slant: number,
  colour: Lch,
  opacity = 0.85,
) => {
  const {
    loops,
    dots,
    width: w,
    height: h,
  } = kolamPaths({ rows: 9, cols: 9, seed: stage.random.int(1, 9999), shape: 'diamond', weave: 0.8 })
  const s = Math.round((width / w) * 100) / 100
  return `<g transform="${d`translate(${x - width / 2} ${y - (h * s * slant) / 2})`}scale(${s} ${Math.round(s * slant * 100) / 100})" fill="none" stroke="${hex(colour)}" stroke-linecap="round" opacity="${opacity}"><path d="${loops}" stroke-width="1.7"/><path d="${dots}" stroke-width="3.6"/></g>`
}

export function garland(stage: Stage): string {
  const { palette, random, cx } = stage
  const rose = palette.dark
    ? palette.accent[2] > 60
      ? palette.deep
      : palette.accent
    : ([0.56, 0.18, 12] as const)
  const half = random.range(215, 250)
  const top = 96
  const patterns: [Link, ...Link[]][] = [
    ['jasmine', 'jasmine', 'jasmine', 'jasmine', 'rose', 'jasmine', 'jasmine', gold, gold],
    [gold, gold, lemon, 'rose', lemon, gold, 'jasmine', 'jasmine', 'jasmine'],
    ['jasmine', 'jasmine', 'jasmine', 'rose', 'rose', 'jasmine', 'jasmine', 'jasmine', lemon],
  ]
  const pattern = random.pick(patterns as [[Link, ...Link[]], ...[Link, ...Link[]][]])
  const u = (w: number, depth: number): Point[] =>
    Array.from({ length: 61 }, (_, i): Point => {
      const a = (i / 60) * Math.PI
      const x = -Math.cos(a)
      return [cx + x * w * (1 - 0.14 * Math.sin(a)), top + depth * Math.sin(a) ** 0.72]
    })
  const bottom = top + 550
  let rod = `<rect x="${num(cx - 420)}" y="${top - 22}" width="840" height="20" rx="10" fill="${stage.pen.linear(
    [
      [0, lightOf(brass, 0.14)],
      [0.5, brass],
      [1, shadeOf(brass, 0.22)],
    ],
    [0, 0, 0, 1],
  )}"/>`
  for (const side of [-1, 1])
    rod += circle(
      cx + side * 424,
      top - 12,
      24,
      `fill="${stage.pen.radial(
        [
          [0, lightOf(brass, 0.18)],
          [0.6, brass],
          [1, shadeOf(brass, 0.2)],
        ],
        0.36,
        0.3,
        0.75,
      )}"`,
    )
  // The tassel: strands that fan from the lowest point.
  let tassel = ''
  for (const [dx, length] of [
    [-120, 190],
    [120, 190],
    [-62, 244],
    [62, 244],
    [0, 272],
  ] as const)
    tassel +=
      flowerString(
        stage,
        hang([cx + dx * 0.35, bottom + 20], [cx + dx, bottom + length], 0, 8),
        21,
        ['jasmine', 'jasmine', 'jasmine', gold],
        rose,
      ) + pompon(stage, cx + dx, bottom + length + 12, 25, gold)
  const cord = half - 84
  return (
    ground(stage, 'circle') +
    centred(
      stage,
      rod +
        `<g opacity=".96">${flowerString(stage, u(cord - 20, 380), 21, ['jasmine', 'jasmine', 'jasmine', 'jasmine', lemon], rose)}</g>` +
        tassel +
        flowerString(stage, u(half, 550), 47, pattern, rose) +
        [-1, 1].map((s) => bloom(stage, 'rose', rose, cx + s * half, top + 6, 56, { tilt: 0 })).join('') +
        sprig(stage, 'greens', sprigColour(stage, 'greens'), cx, bottom, 150, -112) +
        sprig(stage, 'greens', sprigColour(stage, 'greens'), cx, bottom, 150, 112) +
        bloom(stage, 'lotusOpen', mix([0.78, 0.12, 0], palette.main, 0.35), cx, bottom + 6, 96, {
          turn: 0,
          tilt: 0,
          detail: 2,
        }),
    )
  )
}

/** A corner or foot cluster of mixed flowers. */
function cluster(stage: Stage, x: number, y: number, size: number): string {
  const { palette, random } = stage
  let out = ''
  for (let i = 0; i < 8; i++) {
    const kind = random.pick(['greens', 'fern', 'palm', 'palm'])
    out += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      x,
      y,
      size * random.range(1, 1.45),
      i * 45 + random.range(-12, 12),
    )
  }
  for (const head of scatter(stage, { x, y, rx: size * 0.72, ry: size * 0.62, crowd: 0.82 }, [
    { kind: 'rose', colour: palette.main, size: size * 0.36, count: 3 },
    { kind: 'rose', colour: palette.second, size: size * 0.3, count: 3 },
    { kind: 'marigold', colour: gold, size: size * 0.26, count: 3 },
    { kind: 'lily', colour: palette.third, size: size * 0.36, count: 2 },
    { kind: 'ranunculus', colour: palette.deep, size: size * 0.22, count: 3 },
    { kind: 'jasmine', colour: jasmineWhite, size: size * 0.14, count: 4 },
  ]).sort((a, b) => b.out - a.out))
    out += bloom(stage, head.kind, head.colour, head.x, head.y, head.size, {
      turn: random.range(0, 360),
      tilt: 0.1,
    })
  return out
}

export function mandapArch(stage: Stage): string {
  const { pen, palette, random, cx, width, height } = stage
  const floor = height * 0.84
  const half = 350
  const top = 190
  let out = ground(stage, 'plain')
  out += `<rect y="${num(floor - 60)}" width="${num(width)}" height="${num(height - floor + 60)}" fill="${pen.linear(
    [
      [0, lightOf(palette.table, 0.03)],
      [1, shadeOf(palette.table, 0.08)],
    ],
    [0, 0, 0, 1],
  )}"/>`
  // The platform.
  out += shadow(stage, cx, floor + 40, half * 1.6, 50, 0.4)
  const stone = lightOf(palette.panel, palette.dark ? 0.12 : 0.06)
  out += `<path d="${d`M${cx - half - 60} ${floor}L${cx - half + 20} ${floor - 64}H${cx + half - 20}L${cx + half + 60} ${floor}Z`}" fill="${hex(stone)}"/><rect x="${num(cx - half - 60)}" y="${num(floor)}" width="${half * 2 + 120}" height="42" fill="${hex(shadeOf(stone, 0.08))}"/>`
  out += floorKolam(stage, cx, floor + 88, 520, 0.26, palette.dark ? [0.95, 0.02, 90] : [0.98, 0.01, 90], 0.8)
  // A curtain of strings behind.
  const strings: Link[][] = [
    ['jasmine', 'jasmine', gold],
    [gold, lemon],
    ['jasmine', 'jasmine', 'rose'],
  ]
  const count = 9
  out += `<path d="${d`M${cx - half + 36} ${top + 50}H${cx + half - 36}V${floor - 64}H${cx - half + 36}Z`}" fill="${pen.linear(
    [
      [0, palette.panel, 0.95],
      [1, mix(palette.panel, palette.ground[1], 0.6), 0.75],
    ],
    [0, 0, 0, 1],
  )}"/>`
  for (let i = 0; i < count; i++) {
    const t = (i / (count - 1)) * 2 - 1
    const x = cx + t * (half - 66)
    const length = 170 + Math.abs(t) ** 1.6 * 280
    out +=
      flowerString(
        stage,
        hang([x, top + 40], [x, top + 40 + length], 0, 12),
        19,
        (strings[i % 3] ?? strings[0]) as [Link, ...Link[]],
        palette.main,
      ) + pompon(stage, x, top + 52 + length, 19, gold)
  }
  // A seat for two.
  const seat = floor - 120
  const cloth = palette.dark ? palette.deep : mix(palette.accent, palette.deep, 0.4)
  out += `<path d="${d`M${cx - 150} ${seat}C${cx - 176} ${seat - 150} ${cx - 60} ${seat - 176} ${cx} ${seat - 150}C${cx + 60} ${seat - 176} ${cx + 176} ${seat - 150} ${cx + 150} ${seat}Z`}" fill="${pen.linear(
    [
      [0, shadeOf(cloth, 0.08)],
      [1, lightOf(cloth, 0.05)],
    ],
  )}" stroke="${hex(brass)}" stroke-width="7"/><rect x="${num(cx - 168)}" y="${num(seat - 12)}" width="336" height="46" rx="20" fill="${hex(lightOf(cloth, 0.06))}" stroke="${hex(brass)}" stroke-width="5"/><path d="${d`M${cx - 140} ${seat + 34}V${seat + 70}M${cx + 140} ${seat + 34}V${seat + 70}`}" stroke="${hex(brass)}" stroke-width="12" stroke-linecap="round"/>`
  // Pillars and beam.
  const pillar = palette.dark ? lightOf(palette.cloth, 0.02) : mix(palette.cloth, palette.line, 0.3)
  for (const side of [-1, 1]) {
    const x = cx + side * half
    out += `<rect x="${num(x - 21)}" y="${top}" width="42" height="${num(floor - top + 6)}" fill="${turnedPaint(pen, pillar, 0.05)}"/><rect x="${num(x - 36)}" y="${num(floor - 26)}" width="72" height="34" rx="4" fill="${turnedPaint(pen, brass, 0.14)}"/>`
    const spiral: Point[] = []
    for (let i = 0; i <= 48; i++)
      spiral.push([x + Math.sin((i / 48) * Math.PI * 5) * 24, top + 110 + (i / 48) * (floor - top - 190)])
    out += flowerString(
      stage,
      spiral,
      19,
      ['jasmine', 'jasmine', 'jasmine', gold, 'jasmine', lemon],
      palette.main,
    )
  }
  const roof = d`M${cx - half - 70} ${top + 34}C${cx - half * 0.8} ${top - 20} ${cx - half * 0.4} ${top - 84} ${cx} ${top - 128}C${cx + half * 0.4} ${top - 84} ${cx + half * 0.8} ${top - 20} ${cx + half + 70} ${top + 34}L${cx + half + 62} ${top + 66}C${cx + half * 0.5} ${top + 4} ${cx - half * 0.5} ${top + 4} ${cx - half - 62} ${top + 66}Z`
  out += `<path d="${roof}" fill="${pen.linear([
    [0, shadeOf(cloth, 0.05)],
    [1, lightOf(cloth, 0.06)],
  ])}" stroke="${hex(brass)}" stroke-width="5"/>`
  // Cloth gathered in swags under the beam.
  const swag = palette.dark ? palette.second : palette.third
  for (let i = 0; i < 4; i++) {
    const x0 = cx - half + (i / 4) * half * 2
    const w = half / 2
    const y = top + 36 - Math.sin(((i + 0.5) / 4) * Math.PI) * 22
    out += `<path d="${d`M${x0} ${y}Q${x0 + w / 2} ${y + 136} ${x0 + w} ${y}Q${x0 + w / 2} ${y + 34} ${x0} ${y}Z`}" fill="${pen.linear(
      [
        [0, shadeOf(swag, 0.1)],
        [1, lightOf(swag, 0.02)],
      ],
    )}"/>${line(d`M${x0 + 10} ${y + 8}Q${x0 + w / 2} ${y + 100} ${x0 + w - 10} ${y + 8}M${x0 + 18} ${y + 10}Q${x0 + w / 2} ${y + 70} ${x0 + w - 18} ${y + 10}`, hex(shadeOf(swag, 0.14)), 1.6, 'opacity=".6"')}`
  }
  out += flowerString(
    stage,
    hang([cx - half - 40, top + 40], [cx + half + 40, top + 40], -52),
    19,
    ['rose', gold, 'jasmine', 'jasmine', gold],
    palette.main,
  )
  out += cluster(stage, cx - half, top + 44, 128)
  out += cluster(stage, cx + half, top + 44, 128)
  out += bloom(stage, 'lotus', mix([0.78, 0.12, 0], palette.main, 0.35), cx, top - 70, 66, {
    turn: 0,
    depth: 0.3,
  })
  out += cluster(stage, cx - half + 10, floor - 24, 96) + cluster(stage, cx + half - 10, floor - 24, 96)
  const aside = Math.min(half + 130, width / 2 - 70)
  out += lamp(stage, cx - aside, floor + 66, 270) + lamp(stage, cx + aside, floor + 66, 270)
  // Petals on the floor.
  for (let i = 0; i < 26; i++) {
    const x = cx + random.range(-1, 1) * half * 1.5
    out += ellipse(
      x,
      floor + random.range(52, height - floor - 8),
      random.range(5, 10),
      random.range(3, 5),
      `fill="${hex(random.chance(0.5) ? palette.main : gold)}" opacity=".9"`,
    )
  }
  return out
}

/** A house door on a feast day: mango leaves, strings of marigold, pots, and the kolam before the step. */
export function garlandDoorway(stage: Stage): string {
  const { pen, palette, random, cx, width, height } = stage
  const floor = height * 0.78
  const [w, h] = [430, 620]
  const timber: Lch = palette.dark ? [0.42, 0.07, 45] : [0.44, 0.075, 42]
  let out = ground(stage, 'plain')
  out += `<rect width="${num(width)}" height="${num(floor)}" fill="${pen.linear(
    [
      [0, palette.panel],
      [1, mix(palette.panel, palette.ground[0], 0.5)],
    ],
    [0, 1, 0.2, 0],
  )}"/>`
  out += `<rect y="${num(floor - 90)}" width="${num(width)}" height="90" fill="${hex(mix(palette.panel, palette.line, 0.28))}"/><path d="${d`M0 ${floor - 90}H${width}`}" stroke="${hex(palette.ground[0])}" stroke-width="4" opacity=".5"/>`
  // Window lattices at either side when there is room.
  for (const side of [-1, 1]) {
    const x = cx + side * 500
    out += `<path d="${archPath(x, floor - 190, 210, 330)}" fill="${hex(mix(palette.panel, palette.line, 0.75))}" stroke="${hex(timber)}" stroke-width="14"/>`
    let bars = ''
    for (let i = -2; i <= 2; i++)
      bars += d`M${x + i * 36} ${floor - 196}V${floor - 190 - 330 + 50 + Math.abs(i) * 20}`
    out += line(bars, hex(shadeOf(timber, 0.06)), 9)
  }
  // The opening, with a lit court behind.
  out += `<rect x="${num(cx - w / 2)}" y="${num(floor - h)}" width="${w}" height="${h}" fill="${pen.linear(
    [
      [0, [0.93, 0.06, 92]],
      [0.5, [0.8, 0.08, 130]],
      [1, [0.42, 0.07, 155]],
    ],
    [0, 1, 0, 0],
  )}"/>`
  out += `<path d="${archPath(cx, floor, 230, 430)}" fill="${pen.linear([
    [0, [0.9, 0.06, 110]],
    [1, [0.97, 0.03, 95]],
  ])}"/>`
  for (const [x, l, turn] of [
    [cx - 70, 250, -24],
    [cx + 80, 270, 22],
    [cx + 10, 230, 2],
  ] as const)
    out += sprig(stage, 'palm', [0.56, 0.1, 140], x, floor, l, turn)
  out += `<path d="${d`M${cx - w / 2} ${floor}L${cx - 90} ${floor - 40}H${cx + 90}L${cx + w / 2} ${floor}Z`}" fill="${hex([0.8, 0.05, 80])}"/>`
  // Door leaves folded back, and the frame.
  for (const side of [-1, 1]) {
    const x0 = cx + (side * w) / 2
    const x1 = x0 - side * 74
    out += `<path d="${d`M${x0} ${floor}V${floor - h}L${x1} ${floor - h + 34}V${floor - 26}Z`}" fill="${pen.linear(
      [
        [0, shadeOf(timber, 0.06)],
        [1, lightOf(timber, 0.05)],
      ],
      side < 0 ? [0, 0, 1, 0] : [1, 0, 0, 0],
    )}"/>`
    for (let i = 0; i < 4; i++) {
      const y = floor - h + 70 + i * 138
      out += `<path d="${d`M${x0 - side * 14} ${y}L${x1 + side * 12} ${y + 12}V${y + 100}L${x0 - side * 14} ${y + 104}Z`}" fill="none" stroke="${hex(shadeOf(timber, 0.12))}" stroke-width="4"/>${circle(x0 - side * 37, y + 54, 7, `fill="${hex(brass)}"`)}`
    }
    out += `<rect x="${num(x0 - (side < 0 ? 54 : 0))}" y="${num(floor - h - 66)}" width="54" height="${num(h + 66)}" fill="${pen.linear(
      [
        [0, shadeOf(timber, 0.08)],
        [0.4, lightOf(timber, 0.06)],
        [1, shadeOf(timber, 0.04)],
      ],
      [0, 0, 1, 0],
    )}"/>`
    let studs = ''
    for (let i = 0; i < 9; i++) studs += circle(x0 + side * 27, floor - h + 10 + i * 70, 8, '')
    out += `<g fill="${hex(lightOf(brass, 0.02))}">${studs}</g>`
  }
  out += `<rect x="${num(cx - w / 2 - 86)}" y="${num(floor - h - 84)}" width="${w + 172}" height="76" rx="4" fill="${pen.linear(
    [
      [0, lightOf(timber, 0.07)],
      [1, shadeOf(timber, 0.06)],
    ],
    [0, 0, 0, 1],
  )}"/>`
  out += bloom(stage, 'lotus', lightOf(brass, 0.06), cx, floor - h - 52, 40, { turn: 0, depth: 0, detail: 1 })
  // Steps.
  out += `<rect x="${num(cx - w / 2 - 110)}" y="${num(floor)}" width="${w + 220}" height="34" fill="${hex(shadeOf(lightOf(palette.table, 0.06), 0.02))}"/><rect x="${num(cx - w / 2 - 160)}" y="${num(floor + 34)}" width="${w + 320}" height="34" fill="${hex(shadeOf(palette.table, 0.05))}"/>`
  out += `<rect y="${num(floor + 68)}" width="${num(width)}" height="${num(height - floor - 68)}" fill="${pen.linear(
    [
      [0, shadeOf(palette.table, palette.dark ? 0.02 : 0.13)],
      [1, shadeOf(palette.table, palette.dark ? 0.07 : 0.2)],
    ],
    [0, 0, 0, 1],
  )}"/><rect y="${num(floor)}" width="${num(cx - w / 2 - 160)}" height="68" fill="${hex(shadeOf(palette.table, palette.dark ? 0 : 0.1))}"/><rect x="${num(cx + w / 2 + 160)}" y="${num(floor)}" width="${num(Math.max(0, width - cx - w / 2 - 160))}" height="68" fill="${hex(shadeOf(palette.table, palette.dark ? 0 : 0.1))}"/>`
  out += floorKolam(stage, cx, floor + 142, 560, 0.24, [0.985, 0.01, 95], 0.95)
  // Strings and leaves.
  const beam = floor - h - 20
  for (const side of [-1, 1]) {
    out += flowerString(
      stage,
      hang([cx + side * (w / 2 + 26), beam], [cx + side * (w / 2 + 30), beam + 470], 0, 14),
      25,
      [gold, gold, lemon, 'jasmine', 'jasmine', 'rose'],
      palette.deep,
    )
    out += pompon(stage, cx + side * (w / 2 + 30), beam + 490, 32, gold)
    out += flowerString(
      stage,
      hang([cx + side * (w / 2 - 40), beam + 16], [cx + side * (w / 2 - 40), beam + 190], 0, 8),
      17,
      ['jasmine', 'jasmine', 'jasmine', lemon],
      palette.deep,
    )
  }
  out += thoranam(stage, [cx - w / 2 - 60, beam - 24], [cx + w / 2 + 60, beam - 24], 30, 108)
  // Pots at the step.
  for (const side of [-1, 1]) {
    const x = cx + side * (w / 2 + 190)
    const foot = floor + 84
    const pot = vessel(stage, 'lota', brass, x, foot, 0.62)
    out += pot.back
    out += dome(stage, {
      x,
      y: pot.mouth.y - 62,
      rx: 108,
      ry: 76,
      bind: [x, pot.mouth.y + 20],
      flowers: [
        { kind: 'rose', colour: palette.main, size: 42, count: 4 },
        { kind: 'marigold', colour: gold, size: 40, count: 4 },
        { kind: 'lily', colour: palette.third, size: 46, count: 2 },
        { kind: 'jasmine', colour: jasmineWhite, size: 20, count: 4 },
      ],
      greens: ['palm', 'fern', 'greens'],
      fillers: [],
      reach: 1.7,
      greenCount: 9,
    })
    out += pot.front
  }
  for (let i = 0; i < 9; i++)
    out += jasmineKnot(
      stage,
      cx + random.range(-420, 420),
      floor + random.range(86, height - floor - 12),
      10,
      random.range(0, 180),
    )
  return out
}

/** The school's hall: arched windows, a cherry tree in flower, laid tables. */
export function blossomHall(stage: Stage): string {
  const { pen, palette, random, cx, width, height } = stage
  const floor = height * 0.68
  const s = random.side()
  const sky: Lch = palette.dark ? [0.5, 0.07, 330] : mix([0.93, 0.03, 200], palette.ground[0], 0.35)
  let out = ground(stage, 'plain')
  out += `<rect width="${num(width)}" height="${num(floor)}" fill="${pen.linear(
    [
      [0, palette.ground[0]],
      [1, mix(palette.panel, palette.ground[1], 0.4)],
    ],
    [0, 0, 0, 1],
  )}"/>`
  for (let i = -2; i <= 2; i++) {
    const x = cx + i * 290
    out += `<path d="${archPath(x, floor - 40, 216, 500)}" fill="${pen.linear([
      [0, lightOf(sky, 0.02)],
      [1, tone(sky, -0.05)],
    ])}"/>`
    let bushes = ''
    for (let k = 0; k < 3; k++)
      bushes += ellipse(
        x + random.range(-70, 70),
        floor - 44 - random.range(0, 40),
        random.range(50, 80),
        random.range(34, 60),
        `fill="${hex(mix(palette.greens[2], sky, 0.45))}"`,
      )
    out += `<g clip-path="${pen.clip(`<path d="${archPath(x, floor - 40, 216, 500)}"/>`)}">${bushes}</g>`
    out += `<path d="${d`M${x - 108} ${floor - 40}H${x + 108}V${floor - 6}H${x - 108}Z`}" fill="${hex(mix(palette.panel, palette.ground[1], 0.2))}"/><path d="${archPath(x, floor - 40, 216, 500)}" fill="none" stroke="${hex(lightOf(palette.ground[0], 0.03))}" stroke-width="12"/>${line(d`M${x} ${floor - 42}V${floor - 538}M${x - 108} ${floor - 250}H${x + 108}M${x - 108} ${floor - 400}H${x + 108}`, hex(lightOf(palette.ground[0], 0.03)), 5)}`
  }
  out += `<rect y="${num(floor)}" width="${num(width)}" height="${num(height - floor)}" fill="${pen.linear(
    [
      [0, lightOf(palette.table, 0.05)],
      [1, shadeOf(palette.table, 0.08)],
    ],
    [0, 0, 0, 1],
  )}"/>`
  let boards = ''
  for (let i = -9; i <= 9; i++) boards += d`M${cx + i * 74} ${floor}L${cx + i * 240} ${height}`
  for (const t of [0.14, 0.36, 0.66]) boards += d`M0 ${floor + (height - floor) * t}H${width}`
  out += line(boards, hex(shadeOf(palette.table, 0.12)), 2, 'opacity=".35"')
  // Light from the windows on the floor.
  for (let i = -1; i <= 1; i++)
    out += `<path d="${d`M${cx + i * 290 - 80} ${floor + 6}H${cx + i * 290 + 80}L${cx + i * 430 + 170} ${height}H${cx + i * 430 - 130}Z`}" fill="#fff" opacity=".1"/>`
  // The tree.
  const bark: Lch = [0.38, 0.045, 35]
  const pink: Lch = mix(
    [0.86, 0.075, 5],
    palette.main[1] > 0.07 && palette.main[0] > 0.65 ? palette.main : [0.86, 0.075, 5],
    0.3,
  )
  const root: Point = [cx - s * 190, floor + 66]
  const ends: [number, number, number][] = []
  let limbs = ''
  const grow = (x: number, y: number, angle: number, length: number, thick: number, level: number) => {
    const bend = random.range(-16, 16)
    const rad = (angle * Math.PI) / 180
    const [ex, ey] = [x + Math.sin(rad) * length, y - Math.cos(rad) * length]
    const [mx, my] = [(x + ex) / 2 + bend, (y + ey) / 2]
    limbs += `<path d="${d`M${x - thick / 2} ${y}Q${mx - thick * 0.42} ${my} ${ex - thick * 0.3} ${ey}L${ex + thick * 0.3} ${ey}Q${mx + thick * 0.42} ${my} ${x + thick / 2} ${y}Z`}" fill="${hex(tone(bark, random.range(-0.02, 0.03)))}"/>${circle(ex, ey, thick * 0.3, `fill="${hex(bark)}"`)}`
    if (level >= 2) ends.push([ex, ey, level], [mx, my, level])
    if (level === 4) return
    const forks = level === 0 ? [-38, 6, 44] : [-30, 28]
    for (const fork of forks)
      grow(
        ex,
        ey,
        angle + fork + random.range(-9, 9),
        length * random.range(0.64, 0.8),
        thick * 0.6,
        level + 1,
      )
  }
  grow(root[0], root[1], s * 6, 232, 60, 0)
  let far = ''
  let near = ''
  let flowers = ''
  for (const [x, y] of ends) {
    for (const depth of [0, 1]) {
      const cloud = circle(
        x + random.range(-26, 26),
        y + random.range(-26, 16),
        random.range(36, 62) + (1 - depth) * 14,
        `fill="${hex(tone(pink, random.int(-1, 1) * 0.02 - (1 - depth) * 0.035))}" opacity="${depth ? '.6' : '.85'}"`,
      )
      if (depth) near += cloud
      else far += cloud
    }
    for (let i = 0; i < 3; i++)
      flowers += bloom(
        stage,
        'blossom',
        lightOf(pink, random.int(0, 2) * 0.03),
        x + random.range(-66, 66),
        y + random.range(-60, 48),
        random.range(12, 23),
        { turn: random.range(0, 72), tilt: random.range(0, 0.6), depth: 0, detail: 0 },
      )
  }
  // A round bed at the foot of the tree.
  out += shadow(stage, root[0] + 30, root[1] + 20, 250, 40, 0.45)
  out += far + limbs
  out += `<path d="${d`M${root[0] - 130} ${root[1] - 14}Q${root[0] - 118} ${root[1] + 54} ${root[0] - 96} ${root[1] + 60}H${root[0] + 96}Q${root[0] + 118} ${root[1] + 54} ${root[0] + 130} ${root[1] - 14}Q${root[0]} ${root[1] + 22} ${root[0] - 130} ${root[1] - 14}Z`}" fill="${turnedPaint(pen, palette.clay, 0.06)}"/>`
  for (let i = 0; i < 9; i++)
    out += sprig(
      stage,
      i % 2 ? 'fern' : 'greens',
      sprigColour(stage, 'fern'),
      root[0] - 108 + i * 27,
      root[1] - 2,
      random.range(64, 100),
      (i - 4) * 16,
    )
  out += near + flowers
  // Lamps on thin cords.
  for (const [dx, y] of [
    [s * 170, 190],
    [s * 330, 130],
    [s * 480, 230],
  ] as const) {
    const x = cx + dx
    out +=
      line(d`M${x} 0V${y}`, hex(palette.line), 2, 'opacity=".5"') +
      circle(
        x,
        y + 26,
        80,
        `fill="${pen.radial([
          [0, [0.95, 0.09, 92], 0.4],
          [1, [0.95, 0.09, 92], 0],
        ])}"`,
      ) +
      ellipse(
        x,
        y + 26,
        30,
        27,
        `fill="${pen.radial([
          [0, [0.985, 0.04, 95]],
          [1, [0.9, 0.09, 85]],
        ])}"`,
      ) +
      line(
        d`M${x - 28} ${y + 16}Q${x} ${y + 22} ${x + 28} ${y + 16}M${x - 29} ${y + 32}Q${x} ${y + 40} ${x + 29} ${y + 32}`,
        hex([0.8, 0.09, 80]),
        1.6,
      )
  }
  // Laid tables, the nearer the larger.
  const table = (x: number, y: number, k: number) => {
    const cloth = palette.dark ? palette.second : lightOf(palette.cloth, 0.04)
    const r = 170 * k
    const drop = 150 * k
    let t = shadow(stage, x, y + drop, r * 1.25, 34 * k, 0.45)
    const chair = (dx: number, back: boolean) => {
      const cxx = x + dx * r
      const cy = y + (back ? -6 : 60) * k
      const gilt = shadeOf(brass, back ? 0.08 : 0)
      return line(
        d`M${cxx - 30 * k} ${cy + 90 * k}V${cy - 62 * k}Q${cxx} ${cy - 82 * k} ${cxx + 30 * k} ${cy - 62 * k}V${cy + 90 * k}M${cxx - 10 * k} ${cy + 10 * k}V${cy - 70 * k}M${cxx + 10 * k} ${cy + 10 * k}V${cy - 70 * k}M${cxx - 30 * k} ${cy + 10 * k}H${cxx + 30 * k}`,
        hex(gilt),
        6 * k,
      )
    }
    t += chair(-0.62, true) + chair(0.62, true) + chair(0, true)
    t += `<path d="${d`M${x - r} ${y}L${x - r * 1.08} ${y + drop}Q${x - r * 0.8} ${y + drop + 26 * k} ${x - r * 0.55} ${y + drop + 8 * k}Q${x - r * 0.25} ${y + drop + 34 * k} ${x} ${y + drop + 14 * k}Q${x + r * 0.3} ${y + drop + 34 * k} ${x + r * 0.58} ${y + drop + 8 * k}Q${x + r * 0.82} ${y + drop + 24 * k} ${x + r * 1.08} ${y + drop}L${x + r} ${y}Z`}" fill="${pen.linear(
      [
        [0, shadeOf(cloth, 0.07)],
        [0.3, cloth],
        [0.65, shadeOf(cloth, 0.03)],
        [1, shadeOf(cloth, 0.12)],
      ],
      [0, 0, 1, 0],
    )}"/>${line(d`M${x - r * 0.55} ${y + drop}Q${x - r * 0.5} ${y + drop * 0.5} ${x - r * 0.58} ${y + 24 * k}M${x} ${y + drop}Q${x + r * 0.05} ${y + drop * 0.5} ${x - r * 0.02} ${y + 40 * k}M${x + r * 0.58} ${y + drop}Q${x + r * 0.52} ${y + drop * 0.5} ${x + r * 0.6} ${y + 24 * k}`, hex(shadeOf(cloth, 0.12)), 2.4 * k, 'opacity=".6"')}${ellipse(x, y, r, 46 * k, `fill="${hex(lightOf(cloth, 0.025))}"`)}`
    for (const dx of [-0.66, -0.22, 0.24, 0.68])
      t += ellipse(
        x + dx * r,
        y + (24 - Math.abs(dx) * 16) * k,
        26 * k,
        7 * k,
        `fill="#fff" stroke="${hex(shadeOf(brass, 0.02))}" stroke-width="${num(1.6 * k)}"`,
      )
    const pot = vessel(stage, 'lota', brass, x, y + 4 * k, 0.26 * k)
    t += pot.back
    for (let i = 0; i < 7; i++)
      t += sprig(
        stage,
        i % 2 ? 'eucalyptus' : 'fern',
        sprigColour(stage, i % 2 ? 'eucalyptus' : 'fern'),
        x,
        pot.mouth.y + 4 * k,
        random.range(90, 126) * k,
        (i - 3) * 27 + random.range(-6, 6),
      )
    for (const head of scatter(stage, { x, y: pot.mouth.y - 38 * k, rx: 62 * k, ry: 40 * k, crowd: 0.8 }, [
      { kind: 'rose', colour: palette.main, size: 27 * k, count: 4 },
      { kind: 'ranunculus', colour: palette.deep, size: 22 * k, count: 3 },
      { kind: 'blossom', colour: palette.third, size: 18 * k, count: 4 },
    ]))
      t += bloom(stage, head.kind, head.colour, head.x, head.y, head.size, { tilt: 0.2 })
    return t + pot.front
  }
  out += table(cx + s * 330, floor + 10, 0.78)
  out += table(cx + s * 130, floor + 120, 1.12)
  for (let i = 0; i < 40; i++) {
    const y = random.next() ** 0.7
    out += ellipse(
      root[0] + random.range(-420, 420),
      y < 0.45 ? floor * random.range(0.55, 1) : floor + (height - floor) * random.next(),
      6,
      3.6,
      `fill="${hex(pink)}" opacity=".9" transform="rotate(${random.int(-8, 8)})"`,
    )
  }
  return out
}
