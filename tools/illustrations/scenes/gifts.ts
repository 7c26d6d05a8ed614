import type { Lch } from '../colour.ts'
import { hex, lightOf, mix, shadeOf, tone } from '../colour.ts'
import type { BloomKind } from '../flowers.ts'
import type { Point } from '../pen.ts'
import { circle, d, line, num, shape, spline } from '../pen.ts'
import { basket, bow, brass, glass, turnedPaint } from '../props.ts'
import type { Stage } from '../stage.ts'
import {
  bloom,
  dome,
  fitted,
  ground,
  quietKolam,
  scatter,
  shadow,
  sprig,
  sprigColour,
  stem,
} from '../stage.ts'
import { jasmineWhite } from './strings.ts'

/** A round box from above, closely filled, its lid beside it. */
export function boxFromAbove(stage: Stage): string {
  const { pen, palette, random, cx, cy, width, height } = stage
  const s = random.side()
  // The lid lies above the box in a tall picture, and beside the box in any other.
  const up = Math.max(0, height - 1000)
  const [x, y, r] = [cx - s * Math.min(124, width * 0.06), cy + 20 + up * 0.42, 380]
  const card = palette.cloth
  const rim = (px: number, py: number, own: number) =>
    circle(
      px,
      py,
      own,
      `fill="${pen.linear(
        [
          [0, lightOf(card, 0.04)],
          [0.5, card],
          [1, shadeOf(card, 0.14)],
        ],
        [0, 0, 1, 1],
      )}"`,
    )
  const lid: Point = [cx + s * Math.min(346, width * 0.2), cy - 196 - up * 0.62]
  const heads = scatter(stage, { x, y, rx: r - 84, ry: r - 84, crowd: 0.76 }, [
    { kind: 'rose', colour: palette.main, size: 100, count: 7 },
    { kind: 'rose', colour: palette.second, size: 88, count: 7 },
    { kind: 'ranunculus', colour: palette.deep, size: 68, count: 6 },
    { kind: 'rose', colour: palette.third, size: 60, count: 8 },
    { kind: 'jasmine', colour: jasmineWhite, size: 40, count: 12 },
  ])
  let greens = ''
  for (let i = 0; i < 22; i++) {
    const kind = (['eucalyptus', 'myrtle', 'olive'] as const)[i % 3] ?? 'olive'
    const a = (i / 22) * 360
    const rad = (a * Math.PI) / 180
    greens += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      x + Math.sin(rad) * 220,
      y - Math.cos(rad) * 220,
      random.range(170, 188),
      a + random.range(-14, 14),
    )
  }
  return (
    ground(stage, 'plain') +
    quietKolam(stage, cx, cy, 1240, { rows: 13, cols: 13, opacity: 0.16 }) +
    shadow(stage, lid[0] + 20, lid[1] + 26, 300, 300, 0.4) +
    rim(lid[0], lid[1], 268) +
    circle(
      lid[0],
      lid[1],
      248,
      `fill="none" stroke="${hex(shadeOf(card, 0.1))}" stroke-width="3" opacity=".6"`,
    ) +
    `<g clip-path="${pen.clip(circle(lid[0], lid[1], 268, ''))}">${line(d`M${lid[0] - 290} ${lid[1]}H${lid[0] + 290}M${lid[0]} ${lid[1] - 290}V${lid[1] + 290}`, hex(palette.accent), 34)}</g>` +
    bow(stage, lid[0], lid[1], 120, palette.accent) +
    shadow(stage, x + 24, y + 30, r * 1.16, r * 1.16, 0.5) +
    rim(x, y, r) +
    circle(x, y, r - 20, `fill="${hex(shadeOf(card, 0.2))}"`) +
    circle(x, y, r - 26, `fill="${hex(tone(palette.greens[0], -0.14))}"`) +
    `<g clip-path="${pen.clip(circle(x, y, r - 8, ''))}">${greens}</g>` +
    heads
      .sort((a, b) => a.size - b.size)
      .map((h) =>
        bloom(stage, h.kind, h.colour, h.x, h.y, h.size, {
          turn: random.range(0, 360),
          tilt: h.out * 0.25,
          depth: 0.45,
          detail: 1,
        }),
      )
      .join('')
  )
}

/** Soft colours in a white basket, and the cotton cap. */
export function babyBasket(stage: Stage): string {
  const { pen, palette, random, cx, height } = stage
  const foot = height * 0.9
  const top = foot - 220
  const b = basket(stage, cx, foot, top, 318, 236, [0.93, 0.02, 85])
  const blush: Lch = [0.88, 0.06, 15]
  const butter: Lch = [0.93, 0.065, 95]
  const sky: Lch = [0.87, 0.045, 240]
  const handle = d`M${cx - 302} ${top}C${cx - 286} ${top - 540} ${cx + 286} ${top - 540} ${cx + 302} ${top}`
  const cap = (x: number, y: number, k: number) => {
    const yarn: Lch = palette.dark ? butter : mix(sky, [0.9, 0.03, 200], 0.3)
    const dome1 = d`M${x - 128 * k} ${y}C${x - 132 * k} ${y - 170 * k} ${x - 40 * k} ${y - 206 * k} ${x} ${y - 206 * k}C${x + 40 * k} ${y - 206 * k} ${x + 132 * k} ${y - 170 * k} ${x + 128 * k} ${y}Z`
    let ribs = ''
    for (let i = -5; i <= 5; i++)
      ribs += d`M${x + i * 23 * k} ${y}Q${x + i * 25 * k} ${y - 130 * k} ${x + i * 5 * k} ${y - 202 * k}`
    let cuff = ''
    for (let i = -8; i <= 8; i++) cuff += d`M${x + i * 16.4 * k} ${y - 6 * k}v${52 * k}`
    let wool = ''
    for (let i = 0; i < 34; i++) {
      const a = i * 2.399
      const r = 38 * k * Math.sqrt(i / 34)
      wool += circle(
        x + Math.cos(a) * r,
        y - 226 * k + Math.sin(a) * r,
        13 * k,
        `fill="${hex(tone([0.965, 0.015, 90], -random.range(0, 0.06)))}"`,
      )
    }
    return (
      shadow(stage, x + 16, y + 46 * k, 170 * k, 26 * k, 0.42) +
      shape(dome1, turnedPaint(pen, yarn, 0.05)) +
      line(ribs, hex(shadeOf(yarn, 0.1)), 5 * k, 'opacity=".55"') +
      line(ribs, hex(lightOf(yarn, 0.07)), 4 * k, `opacity=".7" transform="translate(${num(7 * k)} 0)"`) +
      `<rect x="${num(x - 142 * k)}" y="${num(y - 12 * k)}" width="${num(284 * k)}" height="${num(64 * k)}" rx="${num(26 * k)}" fill="${turnedPaint(pen, [0.965, 0.018, 90], 0.02)}"/>` +
      line(cuff, hex([0.84, 0.03, 85]), 5 * k, 'opacity=".7"') +
      wool
    )
  }
  return (
    ground(stage, 'circle', { table: 0.78 }) +
    b.back +
    line(handle, hex([0.82, 0.03, 80]), 22) +
    line(handle, hex([0.96, 0.012, 85]), 10, 'stroke-dasharray="26 10"') +
    dome(stage, {
      x: cx,
      y: top - 96,
      rx: 292,
      ry: 152,
      bind: [cx, top + 100],
      flowers: [
        { kind: 'rose', colour: blush, size: 88, count: 4 },
        { kind: 'ranunculus', colour: butter, size: 76, count: 4 },
        { kind: 'gerbera', colour: [0.965, 0.02, 90], size: 74, count: 3 },
        { kind: 'rose', colour: [0.965, 0.02, 80], size: 66, count: 4 },
        { kind: 'blossom', colour: sky, size: 46, count: 6 },
        { kind: 'jasmine', colour: jasmineWhite, size: 34, count: 6 },
      ],
      greens: ['eucalyptus', 'myrtle', 'olive', 'eucalyptus'],
      fillers: ['babysBreath', 'waxflower', 'babysBreath'],
      reach: 1.28,
      crowd: 0.82,
      greenCount: 14,
    }) +
    b.front +
    bow(stage, cx - 286, top - 30, 96, mix(blush, [0.8, 0.09, 10], 0.4)) +
    cap(cx + 300, foot + 4, 0.92)
  )
}

/** The clear vase by itself, water in it and one twig beside it. */
export function glassVase(stage: Stage): string {
  const { palette, cx, height } = stage
  const foot = height * 0.86
  const vase = glass(stage, cx - 10, foot, 520, 190, 142)
  const leafKind = 'eucalyptus'
  return (
    ground(stage, 'arch', { table: 0.74 }) +
    vase.back +
    stem([cx + 26, foot - 40], [cx - 16, foot - 500], 30, 10, palette.greens[1]) +
    sprig(stage, leafKind, sprigColour(stage, leafKind), cx - 18, foot - 480, 280, -12, -26) +
    sprig(stage, leafKind, sprigColour(stage, leafKind), cx - 2, foot - 440, 230, 30, 20) +
    vase.front +
    bloom(stage, 'blossom', lightOf(palette.main, 0.02), cx + 290, foot + 36, 40, { tilt: 0.9 }) +
    bloom(stage, 'blossom', lightOf(palette.main, 0.05), cx + 370, foot + 10, 30, { tilt: 0.9 }) +
    bloom(stage, 'blossom', lightOf(palette.main, 0.04), cx - 330, foot + 40, 32, { tilt: 0.9 })
  )
}

/** A line of handwriting: joined loops of changing height instead of characters, so it needs no font or language. */
function written(stage: Stage, x: number, y: number, length: number, tall: number): string {
  const { random } = stage
  let out = ''
  let at = 0
  while (at < length) {
    const loops = random.int(3, 7)
    const advance = tall * 0.52
    const points: Point[] = [[x + at - tall * 0.3, y - tall * 0.1]]
    for (let k = 0; k < loops; k++) {
      const high = tall * (random.chance(0.26) ? random.range(1.3, 1.6) : random.range(0.52, 0.7))
      const low = random.chance(0.12) ? tall * 0.7 : 0
      const left = x + at + k * advance
      points.push(
        [left + advance * 0.62, y - high * 0.55],
        [left + advance * 0.4, y - high],
        [left + advance * 0.1, y - high * 0.5],
        [left + advance * 0.3 - low * 0.2, y + low],
        [left + advance * 0.72, y - tall * 0.06],
      )
    }
    out += spline(points)
    at += loops * advance + tall * 0.62
  }
  return out
}

/** A card written by hand on its envelope, sealed with wax; a pen, a twig of jasmine. */
export function messageCard(stage: Stage): string {
  const { pen, palette, random, cx, cy } = stage
  const paper: Lch = [0.975, 0.015, 88]
  const cover: Lch = palette.dark ? lightOf(palette.cloth, 0.02) : mix(palette.panel, [0.9, 0.05, 60], 0.25)
  const ink: Lch = palette.dark ? [0.36, 0.09, 280] : [0.38, 0.1, 285]
  const seal: Lch = [0.5, 0.18, 18]
  const sheet = (w: number, h: number, own: Lch) =>
    `<rect x="${num(-w / 2)}" y="${num(-h / 2)}" width="${num(w)}" height="${num(h)}" rx="10" fill="${pen.linear(
      [
        [0, lightOf(own, 0.02)],
        [1, shadeOf(own, 0.05)],
      ],
      [0, 0, 1, 1],
    )}"/>`
  const envelope = `<g transform="${d`translate(${cx - 120} ${cy + 130})`}rotate(-9)">${shadow(stage, 20, 40, 480, 330, 0.5)}${sheet(760, 500, cover)}<path d="M-380-240L0 66L380-240" fill="none" stroke="${hex(shadeOf(cover, 0.16))}" stroke-width="4"/><path d="M-380 250L-70 10M380 250L70 10" fill="none" stroke="${hex(shadeOf(cover, 0.12))}" stroke-width="3"/><path d="M-376-250H376Q380-250 378-240L22 44Q0 62-22 44L-378-240Q-380-250-376-250Z" fill="${pen.linear(
    [
      [0, lightOf(cover, 0.05)],
      [1, shadeOf(cover, 0.03)],
    ],
    [0, 0, 0, 1],
  )}" stroke="${hex(shadeOf(cover, 0.14))}" stroke-width="2.5"/></g>`
  let lines = ''
  lines += written(stage, -216, -84, 120, 34)
  for (const [i, long] of [350, 366, 330].entries()) lines += written(stage, -216, -12 + i * 62, long, 26)
  const sign = written(stage, 66, 198, 60, 34)
  const vine = Array.from({ length: 2 }, (_, side) => {
    const s = side ? 1 : -1
    return (
      sprig(stage, 'myrtle', palette.greens[0], s * 8, -196, 190, s * 84, s * 14) +
      bloom(stage, 'jasmine', jasmineWhite, s * 86, -206, 24, { depth: 0.2 }) +
      bloom(stage, 'blossom', mix([0.86, 0.08, 12], palette.main, 0.3), s * 148, -200, 20, { depth: 0.2 })
    )
  }).join('')
  const card = `<g transform="${d`translate(${cx + 70} ${cy - 70})`}rotate(6)">${shadow(stage, 18, 34, 380, 380, 0.5)}${sheet(600, 560, paper)}<rect x="-276" y="-256" width="552" height="512" rx="6" fill="none" stroke="${hex(brass)}" stroke-width="3.5" opacity=".8"/>${vine}${bloom(stage, 'rose', mix([0.6, 0.17, 14], palette.main, 0.3), 0, -196, 46, { depth: 0.3 })}${line(lines, hex(ink), 3.4, 'stroke-linejoin="round"')}${line(sign, hex(ink), 3.8, 'stroke-linejoin="round"')}</g>`
  const nib = `<g transform="${d`translate(${cx + 196} ${cy + 330})`}rotate(-34)">${shadow(stage, 140, 26, 230, 22, 0.4)}<path d="M0 0L66-19L76 0L66 19Z" fill="${hex(lightOf(brass, 0.06))}"/><path d="M6 0H54" stroke="${hex(shadeOf(brass, 0.3))}" stroke-width="3"/><rect x="70" y="-21" width="120" height="42" rx="8" fill="${pen.linear(
    [
      [0, [0.42, 0.07, 285]],
      [0.4, [0.56, 0.07, 285]],
      [1, [0.28, 0.06, 285]],
    ],
    [0, 0, 0, 1],
  )}"/><rect x="186" y="-23" width="12" height="46" fill="${hex(brass)}"/><rect x="196" y="-24" width="210" height="48" rx="22" fill="${pen.linear(
    [
      [0, [0.42, 0.07, 285]],
      [0.4, [0.56, 0.07, 285]],
      [1, [0.28, 0.06, 285]],
    ],
    [0, 0, 0, 1],
  )}"/></g>`
  const wax = `<g transform="${d`translate(${cx - 340} ${cy + 200})`}">${shadow(stage, 6, 10, 84, 76, 0.5)}<path d="${spline(
    Array.from({ length: 14 }, (_, i): Point => {
      const a = (i / 14) * Math.PI * 2
      const r = 64 + random.range(-5, 7)
      return [Math.cos(a) * r, Math.sin(a) * r]
    }),
    true,
  )}" fill="${pen.radial(
    [
      [0, lightOf(seal, 0.1)],
      [0.7, seal],
      [1, shadeOf(seal, 0.12)],
    ],
    0.36,
    0.32,
    0.75,
  )}"/>${circle(0, 0, 45, `fill="none" stroke="${hex(shadeOf(seal, 0.14))}" stroke-width="5"`)}${bloom(stage, 'blossom', tone(seal, 0.07), 0, 0, 31, { depth: 0, detail: 0 })}</g>`
  return (
    ground(stage, 'plain') +
    quietKolam(stage, cx, cy, 1240, { rows: 13, cols: 13, opacity: 0.15 }) +
    fitted(
      stage,
      1180,
      envelope +
        wax +
        card +
        nib +
        sprig(stage, 'myrtle', sprigColour(stage, 'myrtle'), cx - 500, cy - 60, 330, 24, 40) +
        [
          [-452, -236, 44],
          [-400, -330, 38],
          [-508, -158, 36],
        ]
          .map(([dx = 0, dy = 0, size = 30]) =>
            bloom(stage, 'jasmine', jasmineWhite, cx + dx, cy + dy, size, { tilt: 0.1 }),
          )
          .join(''),
    )
  )
}

/** A ring of white chrysanthemums with a ribbon, for a farewell. */
export function whiteWreath(stage: Stage): string {
  const { palette, random, cx, cy } = stage
  const [r, y0] = [276, cy - 62]
  const white: Lch = [0.965, 0.02, 100]
  const at = (deg: number, out = 1): Point => [
    cx + Math.sin((deg * Math.PI) / 180) * r * out,
    y0 - Math.cos((deg * Math.PI) / 180) * r * out,
  ]
  let greens = circle(
    cx,
    y0,
    r,
    `fill="none" stroke="${hex(tone(palette.greens[0], -0.12))}" stroke-width="130"`,
  )
  const kinds = ['fern', 'olive', 'greens', 'eucalyptus'] as const
  for (let i = 0; i < 40; i++) {
    const deg = (i / 40) * 360
    const kind = kinds[i % kinds.length] ?? 'fern'
    const [x, y] = at(deg, random.range(0.92, 1.08))
    greens += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      x,
      y,
      random.range(120, 168),
      deg + 90 + (i % 2 ? 34 : -34) + random.range(-10, 10),
    )
  }
  const heads: { deg: number; out: number; size: number; kind: BloomKind }[] = []
  for (let i = 0; i < 13; i++)
    heads.push({
      deg: (i / 13) * 360 + random.range(-4, 4),
      out: 1.0 + (i % 2 ? 0.06 : -0.06),
      size: random.range(72, 82),
      kind: 'chrysanthemum',
    })
  for (let i = 0; i < 13; i++)
    heads.push({
      deg: ((i + 0.5) / 13) * 360,
      out: i % 2 ? 0.78 : 1.24,
      size: random.range(40, 50),
      kind: i % 3 ? 'chrysanthemum' : 'rose',
    })
  for (let i = 0; i < 22; i++)
    heads.push({ deg: (i / 22) * 360 + 5, out: i % 2 ? 1.3 : 0.72, size: 24, kind: 'jasmine' })
  const ribbon = palette.dark ? lightOf(palette.cloth, 0.04) : mix(palette.line, [0.5, 0.06, 300], 0.35)
  return (
    ground(stage, 'circle') +
    shadow(stage, cx + 20, y0 + 36, 460, 460, 0.2) +
    greens +
    heads
      .sort((a, b) => a.size - b.size)
      .map(({ deg, out, size, kind }) => {
        const [x, y] = at(deg, out)
        return bloom(
          stage,
          kind,
          kind === 'jasmine' ? jasmineWhite : tone(white, -random.range(0, 0.02)),
          x,
          y,
          size,
          { turn: deg, tilt: 0.1 },
        )
      })
      .join('') +
    bow(stage, cx, y0 + r + 40, 130, ribbon)
  )
}

/** A posy in its glass on the step of a house, before the door. */
export function atTheDoor(stage: Stage): string {
  const { pen, palette, cx, width, height } = stage
  const step = height * 0.8
  const wall = palette.dark ? palette.panel : lightOf(palette.panel, 0.05)
  const leafTone: Lch = palette.dark ? [0.46, 0.07, 200] : [0.47, 0.075, 205]
  const s = -1
  const [dx, half] = [cx + 120, 290]
  const board = (x: number, y: number, w: number, h: number, colour: Lch) =>
    `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}" fill="${pen.linear(
      [
        [0, lightOf(colour, 0.06)],
        [0.5, colour],
        [1, shadeOf(colour, 0.08)],
      ],
      [0, 0, 1, 0],
    )}"/>`
  let door = board(dx - half - 52, 0, half * 2 + 104, step, [0.5, 0.075, 48])
  for (const side of [0, 1]) {
    const x = dx - half + side * half
    door += board(x + 3, 0, half - 6, step, leafTone)
    for (const [y, h] of [
      [-60, 250],
      [230, 250],
      [520, 230],
    ] as const)
      door += `<rect x="${num(x + 40)}" y="${y}" width="${num(half - 80)}" height="${h}" rx="10" fill="${hex(shadeOf(leafTone, 0.05))}" stroke="${hex(lightOf(leafTone, 0.1))}" stroke-width="5"/><rect x="${num(x + 62)}" y="${y + 22}" width="${num(half - 124)}" height="${h - 44}" rx="6" fill="${hex(lightOf(leafTone, 0.03))}"/>`
  }
  for (const side of [-1, 1])
    door +=
      circle(dx + side * 30, 500, 17, `fill="${turnedPaint(pen, brass, 0.16)}"`) +
      circle(dx + side * 30, 540, 30, `fill="none" stroke="${hex(brass)}" stroke-width="9"`)
  const [x, foot] = [cx + s * 250, height * 0.92]
  const vase = glass(stage, x, foot, 250, 116, 98)
  let stems = ''
  for (let i = 0; i < 8; i++)
    stems += stem(
      [x + 60 - i * 17, foot - 34],
      [x - 40 + i * 11, vase.mouth + 6],
      0,
      9,
      palette.greens[i % 2 ? 0 : 1],
    )
  return (
    `<rect width="${num(width)}" height="${num(height)}" fill="${pen.linear(
      [
        [0, lightOf(wall, 0.03)],
        [1, shadeOf(wall, 0.04)],
      ],
      [0, 0, 0.4, 1],
    )}"/>` +
    quietKolam(stage, cx - 470, height * 0.34, 250, { opacity: 0.22 }) +
    door +
    `<rect y="${num(step)}" width="${num(width)}" height="${num(height - step)}" fill="${pen.linear(
      [
        [0, lightOf(palette.table, 0.09)],
        [1, shadeOf(palette.table, 0.02)],
      ],
      [0, 0, 0, 1],
    )}"/>` +
    line(d`M0 ${step}H${width}`, hex(lightOf(palette.table, 0.16)), 5) +
    `<g transform="${d`translate(${dx} ${height * 0.91})`}scale(1 .26)">${quietKolam(stage, 0, 0, 560, { rows: 9, cols: 9, opacity: 0.85 })}</g>` +
    vase.back +
    stems +
    vase.front +
    dome(stage, {
      x,
      y: vase.mouth - 120,
      rx: 204,
      ry: 138,
      bind: [x, vase.mouth + 16],
      flowers: [
        { kind: 'gerbera', colour: [0.72, 0.155, 33], size: 84, count: 3 },
        { kind: 'rose', colour: [0.86, 0.095, 68], size: 76, count: 4 },
        { kind: 'chrysanthemum', colour: [0.82, 0.1, 2], size: 58, count: 4 },
        { kind: 'blossom', colour: [0.93, 0.04, 10], size: 42, count: 4 },
        { kind: 'jasmine', colour: jasmineWhite, size: 32, count: 5 },
      ],
      greens: ['fern', 'eucalyptus', 'olive', 'myrtle'],
      fillers: ['babysBreath', 'waxflower'],
      reach: 1.34,
      greenCount: 13,
    })
  )
}
