import type { Lch } from '../colour.ts'
import { hex, lightOf, mix, shadeOf, tone } from '../colour.ts'
import type { BloomKind } from '../flowers.ts'
import { leaf } from '../foliage.ts'
import type { Point } from '../pen.ts'
import { circle, d, ellipse, line, num, place, shape, spline } from '../pen.ts'
import { bow, brass, vessel } from '../props.ts'
import type { Stage } from '../stage.ts'
import { bloom, centred, ground, quietKolam, scatter, shadow, sprig, sprigColour, stem } from '../stage.ts'

const leafAt = (
  stage: Stage,
  x: number,
  y: number,
  length: number,
  width: number,
  turn: number,
  colour: Lch,
) =>
  place(
    x,
    y,
    100,
    turn,
    leaf(stage.pen, length, width, colour, 2, stage.random.range(-length, length) * 0.16),
  )

/** Tall single stems that rise from the foot of the sheet. */
function stems(
  stage: Stage,
  kind: BloomKind,
  heads: readonly (readonly [x: number, y: number, size: number, colour: Lch, tilt: number])[],
  dress: (x: number, y: number, size: number, index: number) => string,
): string {
  const { random, palette, cx, height } = stage
  let back = ''
  let front = ''
  heads.forEach(([x, y, size, colour, tilt], i) => {
    const foot = [cx + (x - cx) * 0.35 + random.range(-14, 14), height + 30] as const
    const bend = (x - foot[0]) * 0.28
    back += stem(foot, [x, y], bend, 8 + size * 0.055, palette.greens[1])
    back += dress(x, y, size, i)
    front += bloom(stage, kind, colour, x, y, size, {
      turn: (x - foot[0]) * 0.07 + random.range(-6, 6),
      tilt,
      depth: 0.2,
      detail: 2,
    })
  })
  return back + front
}

export function gerberaStudy(stage: Stage): string {
  const { palette, random, cx, height: h } = stage
  const s = random.side()
  const low = () => {
    let out = ''
    for (let i = 0; i < 6; i++)
      out += leafAt(
        stage,
        cx + random.range(-60, 60),
        h + 26,
        random.range(260, 380),
        74,
        (i - 2.5) * 31 + random.range(-8, 8),
        tone(palette.greens[i % 2 ? 0 : 1], random.range(-0.04, 0.04)),
      )
    return out
  }
  return (
    ground(stage, 'circle') +
    stems(
      stage,
      'gerbera',
      [
        [cx + s * 250, 300, 118, palette.second, 0.5],
        [cx - s * 290, 480, 128, palette.accent, 0.35],
        [cx + s * 300, 610, 100, palette.third, 0.7],
        [cx - s * 40, 365, 212, palette.main, 0.12],
      ],
      () => '',
    ) +
    low()
  )
}

export function roseStudy(stage: Stage): string {
  const { palette, random, cx, height: h } = stage
  const s = random.side()
  const green = palette.greens[0]
  const [hx, hy] = [cx - s * 40, 380]
  const foot = [cx + s * 70, h + 40] as const
  let leaves = ''
  for (const [x, y, turn, l] of [
    [cx + s * 62, 850, s * 62, 210],
    [cx + s * 58, 800, -s * 68, 240],
    [cx + s * 40, 700, s * 54, 190],
    [cx + s * 24, 640, -s * 74, 200],
  ] as const) {
    const rad = (turn * Math.PI) / 180
    const [tx, ty] = [x + Math.sin(rad) * l * 0.45, y - Math.cos(rad) * l * 0.45]
    leaves += stem([x, y], [tx, ty], 0, 6, green)
    leaves += leafAt(stage, tx, ty, l * 0.8, l * 0.3, turn, green)
    for (const side of [-1, 1])
      leaves += leafAt(
        stage,
        x + Math.sin(rad) * l * 0.3,
        y - Math.cos(rad) * l * 0.3,
        l * 0.58,
        l * 0.21,
        turn + side * 62,
        tone(green, 0.04),
      )
  }
  let crown = ''
  for (let i = 0; i < 7; i++)
    crown += leafAt(
      stage,
      hx,
      hy,
      random.range(270, 330),
      64,
      i * 51 + random.range(-10, 10),
      tone(green, random.range(-0.02, 0.07)),
    )
  const bud = [cx + s * 290, 330] as const
  const second = [cx + s * 250, 600] as const
  return (
    ground(stage, 'arch') +
    stem(foot, [hx, hy], -s * 20, 17, green) +
    stem([cx + s * 56, 760], [bud[0], bud[1] + 80], s * 90, 10, green) +
    stem([cx + s * 60, 880], [second[0], second[1]], s * 30, 11, green) +
    leaves +
    bloom(stage, 'rosebud', palette.deep, bud[0], bud[1], 84, { turn: s * 12, depth: 0 }) +
    bloom(stage, 'rose', palette.second, second[0], second[1], 118, {
      turn: s * 20,
      tilt: 0.6,
      depth: 0.24,
      detail: 2,
    }) +
    crown +
    bloom(stage, 'rose', palette.main, hx, hy, 236, { tilt: 0.15, depth: 0.3, detail: 2 })
  )
}

export function chrysanthemumStudy(stage: Stage): string {
  const { palette, random, cx } = stage
  const s = random.side()
  return (
    ground(stage, 'kolam') +
    stems(
      stage,
      'chrysanthemum',
      [
        [cx + s * 270, 290, 130, palette.second, 0.4],
        [cx - s * 300, 560, 120, palette.third, 0.45],
        [cx + s * 250, 620, 140, palette.deep, 0.3],
        [cx - s * 70, 350, 214, palette.main, 0.1],
      ],
      (x, y, size) => {
        let out = ''
        for (let i = 0; i < 3; i++) {
          const t = 0.3 + i * 0.22
          const side = i % 2 ? 1 : -1
          out += leafAt(
            stage,
            x + (cx - x) * t * 0.62,
            y + (1000 - y) * t,
            size * 1.15,
            size * 0.4,
            side * random.range(46, 70),
            tone(palette.greens[0], random.range(-0.02, 0.06)),
          )
        }
        return out
      },
    )
  )
}

export function lotusPond(stage: Stage): string {
  const { pen, palette, random, width, height, cx } = stage
  const water: Lch = palette.dark ? [0.3, 0.055, 195] : mix([0.7, 0.07, 192], palette.panel, 0.14)
  const horizon = height * 0.3
  let out = ground(stage, 'plain')
  out += circle(cx + random.side(210), horizon - 60, 150, `fill="${hex(lightOf(palette.panel, 0.03))}"`)
  // Far banks.
  for (let i = 0; i < 2; i++) {
    const y = horizon - 36 + i * 26
    const points: Point[] = []
    for (let k = 0; k <= 9; k++) points.push([(k / 9) * (width + 80) - 40, y + random.range(-26, 16)])
    out += `<path d="${spline(points)}V${num(horizon + 30)}H0Z" fill="${hex(mix(palette.ground[1], palette.greens[2], 0.35 + i * 0.25))}"/>`
  }
  out += `<rect y="${num(horizon)}" width="${num(width)}" height="${num(height - horizon)}" fill="${pen.linear(
    [
      [0, lightOf(water, 0.12)],
      [1, shadeOf(water, 0.14)],
    ],
    [0, 0, 0, 1],
  )}"/>`
  let ripples = ''
  for (let i = 0; i < 34; i++) {
    const t = random.next() ** 1.3
    const y = horizon + 12 + t * (height - horizon)
    const w = 40 + t * 150
    ripples += d`M${random.range(-50, width)} ${y}q${w / 2} ${-3 - t * 5} ${w} 0`
  }
  out += line(ripples, '#fff', 2, 'opacity=".26"')
  const pad = (x: number, y: number, r: number) => {
    const own = tone(palette.greens[random.chance(0.5) ? 0 : 1], random.range(-0.03, 0.07))
    const turn = random.range(-60, 240)
    const squash = 0.34 + ((y - horizon) / (height - horizon)) * 0.14
    let ribs = ''
    for (let i = 0; i < 11; i++) {
      const a = 0.35 + (i / 10) * 5.58
      ribs += d`M0 0L${Math.cos(a) * 88} ${Math.sin(a) * 88}`
    }
    const disc = 'M0 0L99 17A100 100 0 1 1 99-17Z'
    return `${ellipse(x, y + r * 0.08, r * 1.02, r * squash * 1.08, `fill="${hex(shadeOf(water, 0.22))}" opacity=".45"`)}<g transform="${d`translate(${x} ${y})scale(${r / 10} ${(r * squash) / 10})`}scale(.1)rotate(${Math.round(turn)})"><path d="${disc}" fill="${pen.radial(
      [
        [0, lightOf(own, 0.1)],
        [0.75, own],
        [1, shadeOf(own, 0.07)],
      ],
    )}"/><path d="${ribs}" stroke="${hex(lightOf(own, 0.12))}" stroke-width="1.6" stroke-opacity=".55"/></g>`
  }
  const pads: [number, number, number][] = []
  for (let i = 0; i < 26; i++) {
    const t = (i + random.next()) / 26
    const y = horizon + 24 + t * (height - horizon) * 0.98
    pads.push([random.range(-20, width + 20), y, 34 + t * 120])
  }
  const clear = pads.filter(([x, y, r], i) =>
    pads.slice(0, i).every(([a, b, q]) => Math.hypot(a - x, (b - y) * 2.6) > (r + q) * 0.8),
  )
  for (const [x, y, r] of clear) out += pad(x, y, r)
  const s = random.side()
  const flower = (x: number, foot: number, y: number, size: number, colour: Lch, turn: number) =>
    `${ellipse(x, foot, 40, 9, 'fill="#fff" opacity=".3"')}${stem([x, foot], [x + turn, y + size * 0.66], turn, 10, palette.greens[1])}${bloom(stage, 'lotus', colour, x + turn, y, size, { turn, depth: 0, detail: 2 })}`
  const budAt = (x: number, foot: number, y: number, size: number, colour: Lch) =>
    ellipse(x, foot, 30, 7, 'fill="#fff" opacity=".3"') +
    stem([x, foot], [x + 8, y + 40], 8, 8, palette.greens[1]) +
    place(
      x + 8,
      y,
      size,
      4,
      `<path d="M0 92C-52 60-48-10 0-100C48-10 52 60 0 92Z" fill="${pen.linear([
        [0, [0.8, 0.09, 125]],
        [0.3, lightOf(colour, 0.12)],
        [1, colour],
      ])}"/><path d="M0 92C-50 66-54 20-30-34C-22 20-10 60 0 92Z" fill="${hex(lightOf(colour, 0.1))}" opacity=".8"/><path d="M0 88Q6 0 0-86M16 84Q34 20 16-50" fill="none" stroke="${hex(shadeOf(colour, 0.15))}" stroke-opacity=".3" stroke-width="2"/>`,
    )
  const pink: Lch = mix([0.74, 0.14, 0], palette.main[1] > 0.06 ? palette.main : palette.accent, 0.4)
  out += flower(cx + s * 300, height * 0.62, height * 0.4, 88, lightOf(pink, 0.1), s * 6)
  out += budAt(cx - s * 330, height * 0.66, height * 0.42, 58, pink)
  out += pad(cx + s * 40, height * 0.83, 190) + pad(cx - s * 250, height * 0.93, 150)
  out += flower(cx - s * 60, height * 0.82, height * 0.45, 178, pink, -s * 5)
  out += budAt(cx + s * 190, height * 0.86, height * 0.6, 64, pink)
  out += bloom(stage, 'lotusOpen', lightOf(pink, 0.08), cx + s * 330, height * 0.87, 92, {
    tilt: 1,
    depth: 0,
    detail: 2,
  })
  return out
}

/** An arching spray of orchids from foot to tip; largest below. */
function orchidSpray(
  stage: Stage,
  foot: Point,
  top: Point,
  tip: Point,
  colour: Lch,
  size: number,
  count: number,
): string {
  const { palette, random } = stage
  const green = mix(palette.greens[0], [0.45, 0.06, 60], 0.3)
  const at = (t: number): Point => {
    const u = 1 - t
    const c1: Point = [foot[0] + (top[0] - foot[0]) * 0.2, foot[1] + (top[1] - foot[1]) * 0.9]
    return [
      u ** 3 * foot[0] + 3 * u * u * t * c1[0] + 3 * u * t * t * top[0] + t ** 3 * tip[0],
      u ** 3 * foot[1] + 3 * u * u * t * c1[1] + 3 * u * t * t * top[1] + t ** 3 * tip[1],
    ]
  }
  const axis: Point[] = Array.from({ length: 13 }, (_, i) => at(i / 12))
  // `along` measures along the curve, because equal steps of its parameter crowd at the bend.
  const reach = [0]
  for (let i = 1; i <= 60; i++) {
    const [a, b] = [at((i - 1) / 60), at(i / 60)]
    reach.push((reach[i - 1] ?? 0) + Math.hypot(b[0] - a[0], b[1] - a[1]))
  }
  const along = (share: number) => at(reach.findIndex((r) => r >= share * (reach[60] ?? 0) - 0.001) / 60)
  let out =
    line(spline(axis), hex(shadeOf(green, 0.06)), 9) + line(spline(axis), hex(lightOf(green, 0.08)), 3)
  let heads = ''
  const last = count + 3
  for (let i = last - 1; i >= 0; i--) {
    const [x, y] = along(0.4 + 0.6 * (i / (last - 1)))
    if (i >= count) {
      const r = size * (0.3 - (i - count) * 0.06)
      heads +=
        stem([x, y], [x + 4, y + r * 1.2], 0, 3, green) +
        ellipse(x + 4, y + r * 1.5, r * 0.66, r * 0.9, `fill="${hex(mix(colour, [0.7, 0.1, 125], 0.45))}"`)
      continue
    }
    const own = size * (1.04 - (i / count) * 0.34)
    const side = i % 2 ? 1 : -1
    const [hx, hy] = [x + side * own * 0.5, y + own * (0.3 + side * 0.16)]
    out += stem([x, y], [hx, hy], 0, 4, green)
    heads += bloom(stage, 'orchid', colour, hx, hy, own, {
      turn: side * 8 + random.range(-9, 9),
      depth: 0.26,
      detail: own > 60 ? 2 : 1,
    })
  }
  return out + heads
}

const orchidLeaves = (stage: Stage, x: number, y: number, size: number) => {
  let out = ''
  for (const [turn, l] of [
    [-76, 1.1],
    [74, 1.15],
    [-48, 0.86],
    [50, 0.8],
    [-22, 0.6],
  ] as const)
    out += leafAt(
      stage,
      x,
      y,
      size * l,
      size * 0.19,
      turn + stage.random.range(-6, 6),
      tone(stage.palette.greens[0], stage.random.range(-0.01, 0.06)),
    )
  return out
}

export function orchidPot(stage: Stage): string {
  const { palette, random, cx, height } = stage
  const foot = height * 0.9
  const s = random.side()
  const x = cx + s * 110
  const pot = vessel(stage, 'bowl', palette.clay, x, foot, 0.84)
  const y = pot.mouth.y
  return (
    ground(stage, random.pick(['circle', 'arch']), { table: 0.8 }) +
    pot.back +
    orchidSpray(
      stage,
      [x + s * 20, y + 10],
      [x + s * 130, -60],
      [x - s * 360, 360],
      palette.dark ? palette.main : palette.accent,
      74,
      6,
    ) +
    orchidSpray(
      stage,
      [x - s * 6, y + 10],
      [x - s * 40, 130],
      [x - s * 400, 590],
      palette.dark ? palette.second : palette.main,
      88,
      6,
    ) +
    orchidLeaves(stage, x, y + 18, 300) +
    ellipse(x, y + 8, pot.mouth.rx * 0.9, 22, `fill="${hex([0.42, 0.06, 120])}"`) +
    pot.front
  )
}

export function tropicalOrchid(stage: Stage): string {
  const { palette, random, cx, height: h } = stage
  const s = random.side()
  let leaves = ''
  for (const [kind, x, y, l, turn] of [
    ['bananaLeaf', cx - s * 120, h + 40, 860, -s * 34],
    ['bananaLeaf', cx + s * 200, h + 60, 820, s * 22],
    ['palm', cx + s * 60, h + 20, 700, s * 52],
    ['palm', cx - s * 60, h + 20, 760, -s * 4],
    ['palm', cx - s * 100, h + 20, 620, -s * 62],
    ['fern', cx + s * 120, h + 20, 480, s * 30],
    ['fern', cx - s * 160, h + 20, 430, -s * 30],
  ] as const)
    leaves += sprig(
      stage,
      kind,
      tone(sprigColour(stage, kind), kind === 'bananaLeaf' ? -0.02 : 0),
      x,
      y,
      l,
      turn + random.range(-5, 5),
      random.range(6, 20) * Math.sign(turn || 1),
    )
  const red = mix(palette.deep, [0.55, 0.2, 22], 0.4)
  const flamingo = (x: number, y: number, size: number, colour: Lch, turn: number) =>
    stem([cx, h + 40], [x, y + size * 0.1], (x - cx) * 0.2, 9, palette.greens[1]) +
    bloom(stage, 'anthurium', colour, x, y, size, { turn, depth: 0.24 })
  return (
    ground(stage, 'circle') +
    leaves +
    flamingo(cx + s * 300, 420, 92, lightOf(red, 0.12), s * 24) +
    flamingo(cx + s * 170, 640, 112, red, s * 12) +
    flamingo(cx - s * 330, 690, 84, lightOf(palette.main, 0.02), -s * 30) +
    orchidSpray(
      stage,
      [cx + s * 20, h + 30],
      [cx + s * 160, 0],
      [cx - s * 400, 480],
      palette.accent,
      104,
      7,
    ) +
    bloom(stage, 'plumeria', [0.97, 0.02, 95], cx - s * 20, h - 140, 84) +
    bloom(stage, 'plumeria', [0.95, 0.05, 20], cx - s * 160, h - 90, 70) +
    bloom(stage, 'plumeria', [0.97, 0.02, 95], cx + s * 110, h - 80, 66)
  )
}

/** Three lines - heaven, man, earth - from a low bowl, and much empty space. */
export function ikebana(stage: Stage): string {
  const { pen, palette, random, cx, height } = stage
  const s = random.side()
  const foot = height * 0.88
  const x = cx - s * 150
  const colour = palette.dark ? palette.clay : shadeOf(mix(palette.line, [0.4, 0.05, 200], 0.4), 0.04)
  const [w, top] = [270, foot - 96]
  const bowl = d`M${x - w} ${top}Q${x - w * 0.9} ${foot - 6} ${x - w * 0.44} ${foot}H${x + w * 0.44}Q${x + w * 0.9} ${foot - 6} ${x + w} ${top}A${w} 34 0 0 1 ${x - w} ${top}Z`
  const [px, py] = [x - s * 70, top + 8]
  // A branch of blossom: the long line.
  const branch: Point[] = [
    [px, py],
    [px + s * 40, py - 190],
    [px + s * 10, py - 340],
    [px + s * 130, py - 500],
    [px + s * 330, py - 610],
  ]
  const bark: Lch = [0.36, 0.04, 45]
  let out =
    line(spline(branch), hex(bark), 13) +
    line(spline(branch), hex(lightOf(bark, 0.12)), 4, 'transform="translate(-2 -1)"')
  let flowers = ''
  const twigs: [Point, Point][] = [
    [
      [px + s * 36, py - 230],
      [px + s * 150, py - 330],
    ],
    [
      [px + s * 18, py - 390],
      [px - s * 70, py - 520],
    ],
    [
      [px + s * 130, py - 500],
      [px + s * 150, py - 620],
    ],
    [
      [px + s * 220, py - 560],
      [px + s * 400, py - 540],
    ],
  ]
  for (const [a, b] of twigs) {
    out += stem(a, b, s * 12, 6, bark)
    for (let i = 0; i < 5; i++) {
      const t = 0.35 + i * 0.16
      flowers += bloom(
        stage,
        'blossom',
        mix(palette.main, [0.9, 0.05, 5], 0.45),
        a[0] + (b[0] - a[0]) * t + random.range(-16, 16),
        a[1] + (b[1] - a[1]) * t + random.range(-16, 16),
        random.range(20, 33),
        { tilt: random.range(0, 0.8), depth: 0 },
      )
    }
  }
  branch.slice(2).forEach(([bx, by], i) => {
    for (let k = 0; k < 3; k++)
      flowers += bloom(
        stage,
        'blossom',
        mix(palette.main, [0.9, 0.05, 5], 0.45),
        bx + random.range(-30, 30),
        by + random.range(-24, 24),
        random.range(24, 38) - i * 3,
        { depth: 0 },
      )
  })
  let blades = ''
  for (let i = 0; i < 4; i++)
    blades += sprig(
      stage,
      'grass',
      tone(palette.greens[1], random.range(-0.04, 0.04)),
      px + s * 10,
      py,
      random.range(260, 420),
      s * (20 + i * 12),
      s * 26,
    )
  const low =
    leafAt(stage, px, py, 230, 62, s * 74, palette.greens[0]) +
    leafAt(stage, px, py, 190, 52, -s * 66, palette.greens[0]) +
    leafAt(stage, px, py, 170, 46, s * 40, tone(palette.greens[0], 0.05))
  const man = [px + s * 190, py - 210] as const
  const earth = [px + s * 40, py - 92] as const
  return (
    ground(stage, 'circle', { table: 0.8 }) +
    shadow(stage, x + 40, foot, w * 1.15, 40, 0.5) +
    ellipse(x, top, w, 34, `fill="${hex(shadeOf(colour, 0.2))}"`) +
    ellipse(
      x,
      top + 7,
      w * 0.94,
      24,
      `fill="${pen.linear(
        [
          [0, [0.62, 0.05, 195]],
          [1, [0.8, 0.03, 195]],
        ],
        [0, 0, 1, 0.4],
      )}"`,
    ) +
    out +
    flowers +
    blades +
    stem([px, py], man, s * 20, 9, palette.greens[1]) +
    stem([px, py], earth, 0, 9, palette.greens[1]) +
    low +
    bloom(stage, 'chrysanthemum', palette.accent, man[0], man[1], 82, {
      turn: s * 26,
      tilt: 0.4,
      depth: 0.15,
    }) +
    bloom(stage, 'peony', palette.deep, earth[0], earth[1], 104, { turn: s * 6, tilt: 0.3, depth: 0.3 }) +
    shape(
      bowl,
      pen.linear(
        [
          [0, shadeOf(colour, 0.06)],
          [0.3, lightOf(colour, 0.09)],
          [1, shadeOf(colour, 0.12)],
        ],
        [0, 0, 1, 0],
      ),
    ) +
    `<path d="${d`M${x - w} ${top}A${w} 34 0 0 0 ${x + w} ${top}`}" fill="none" stroke="${hex(lightOf(colour, 0.16))}" stroke-width="4"/>` +
    bloom(stage, 'blossom', mix(palette.main, [0.9, 0.05, 5], 0.45), x + s * 330, foot + 30, 26, {
      tilt: 1,
    }) +
    bloom(stage, 'blossom', mix(palette.main, [0.9, 0.05, 5], 0.45), x + s * 396, foot + 6, 20, { tilt: 1 })
  )
}

export function wreath(stage: Stage): string {
  const { palette, random, cx, cy } = stage
  const r = 318
  const y0 = cy - 10
  const point = (deg: number, out = 1): Point => [
    cx + Math.sin((deg * Math.PI) / 180) * r * out,
    y0 - Math.cos((deg * Math.PI) / 180) * r * out,
  ]
  let hoop =
    circle(cx, y0, r, `fill="none" stroke="${hex([0.5, 0.06, 60])}" stroke-width="13"`) +
    circle(cx, y0, r + 5, `fill="none" stroke="${hex([0.64, 0.07, 65])}" stroke-width="4"`)
  const kinds = ['eucalyptus', 'olive', 'greens', 'myrtle', 'fern'] as const
  for (let i = 0; i < 46; i++) {
    const deg = (i / 46) * 360
    const kind = kinds[i % kinds.length] ?? 'olive'
    const [x, y] = point(deg, random.range(0.94, 1.06))
    hoop += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      x,
      y,
      random.range(130, 188),
      deg + 90 + (i % 2 ? 26 : -26) + random.range(-12, 12),
      random.range(4, 18),
    )
  }
  const focus = random.pick([212, 150, 238])
  const cluster: [BloomKind, Lch, number, number, number][] = [
    ['peony', palette.main, 104, 0, 1],
    ['rose', palette.deep, 80, 26, 1.06],
    ['rose', palette.second, 84, -28, 1.04],
    ['ranunculus', palette.accent, 64, 46, 0.94],
    ['chrysanthemum', palette.third, 62, -50, 0.96],
    ['rose', palette.main, 56, 66, 1.05],
    ['blossom', palette.second, 44, -70, 1.06],
    ['jasmine', [0.97, 0.015, 95], 38, 80, 0.96],
    ['jasmine', [0.97, 0.015, 95], 38, 15, 0.72],
    ['jasmine', [0.97, 0.015, 95], 36, -15, 1.34],
    ['blossom', palette.accent, 40, 34, 1.32],
    ['ranunculus', palette.main, 60, 168, 1.02],
    ['rose', palette.deep, 48, 190, 0.98],
    ['blossom', palette.third, 38, 150, 1.02],
  ]
  let fill = ''
  for (const kind of ['babysBreath', 'berries', 'waxflower', 'babysBreath', 'berries', 'plume'] as const) {
    const deg = focus + random.range(-60, 60)
    const [x, y] = point(deg)
    fill += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      x,
      y,
      random.range(150, 200),
      deg + random.range(-50, 50),
    )
  }
  const heads = cluster
    .sort((a, b) => Math.abs(b[3]) - Math.abs(a[3]))
    .map(([kind, colour, size, off, out]) => {
      const [x, y] = point(focus + off, out)
      return bloom(stage, kind, colour, x, y, size, { turn: random.range(0, 360), tilt: 0.15 })
    })
    .join('')
  return (
    ground(stage, 'plain') +
    quietKolam(stage, cx, y0, 380, { rows: 7, cols: 7, opacity: 0.3 }) +
    `<g>${hoop}</g>` +
    fill +
    heads
  )
}

export function corsage(stage: Stage): string {
  const { palette, random, cx } = stage
  const s = random.side()
  const [bx, by] = [cx + s * 10, 700]
  let greens = ''
  for (const [kind, l, turn] of [
    ['fern', 520, -s * 26],
    ['eucalyptus', 500, s * 34],
    ['olive', 470, -s * 52],
    ['singleLeaf', 400, s * 8],
    ['singleLeaf', 360, -s * 40],
    ['babysBreath', 470, s * 18],
    ['babysBreath', 430, -s * 38],
    ['berries', 420, s * 52],
    ['waxflower', 450, -s * 10],
  ] as const)
    greens += sprig(stage, kind, sprigColour(stage, kind), bx, by, l, turn + random.range(-5, 5))
  let stems = ''
  for (let i = 0; i < 6; i++)
    stems += stem(
      [bx + (i - 2.5) * 20 + s * 26, by + 190 - Math.abs(i - 2.5) * 14],
      [bx + (i - 2.5) * 9, by - 100],
      0,
      13,
      tone(palette.greens[i % 2 ? 1 : 0], random.range(-0.02, 0.06)),
    )
  let tape = ''
  for (let i = 0; i < 5; i++)
    tape += `<path d="${d`M${bx - 36} ${by + 2 + i * 20}Q${bx} ${by + 24 + i * 20} ${bx + 40} ${by - 6 + i * 20}V${by + 14 + i * 20}Q${bx} ${by + 44 + i * 20} ${bx - 36} ${by + 22 + i * 20}Z`}" fill="${hex(tone(palette.cloth, -i * 0.018))}"/>`
  const pin = [bx - s * 150, by + 90] as const
  return (
    ground(stage, random.pick(['circle', 'arch'])) +
    centred(
      stage,
      shadow(stage, bx + 30, by - 150, 330, 360, 0.22) +
        greens +
        stems +
        bloom(stage, 'rosebud', palette.deep, bx + s * 165, by - 345, 86, { turn: s * 26 }) +
        bloom(stage, 'ranunculus', palette.second, bx - s * 140, by - 250, 108) +
        bloom(stage, 'jasmine', [0.97, 0.015, 95], bx - s * 60, by - 420, 62) +
        bloom(stage, 'jasmine', [0.97, 0.015, 95], bx + s * 190, by - 210, 56) +
        bloom(stage, random.pick(['rose', 'orchid', 'peony']), palette.main, bx + s * 26, by - 235, 158, {
          turn: s * 6,
          tilt: 0.1,
          detail: 2,
        }) +
        bloom(stage, 'blossom', palette.accent, bx + s * 110, by - 105, 54) +
        bloom(stage, 'jasmine', [0.97, 0.015, 95], bx - s * 76, by - 110, 56) +
        tape +
        bow(stage, bx, by + 30, 84, palette.cloth) +
        line(d`M${pin[0]} ${pin[1]}l${-s * 70} 130`, hex([0.8, 0.02, 250]), 5) +
        circle(
          pin[0],
          pin[1],
          15,
          `fill="${stage.pen.radial(
            [
              [0, [0.99, 0, 0]],
              [0.6, [0.93, 0.02, 80]],
              [1, [0.75, 0.04, 80]],
            ],
            0.35,
            0.3,
            0.8,
          )}"`,
        ),
    )
  )
}

/** A wide brass bowl from above, flowers floating in rings. */
export function uruli(stage: Stage): string {
  const { pen, palette, random, cx, cy } = stage
  const r = 400
  const ringOf = (
    count: number,
    radius: number,
    draw: (x: number, y: number, deg: number, i: number) => string,
  ) => {
    let out = ''
    const start = random.range(0, 360 / count)
    for (let i = 0; i < count; i++) {
      const deg = start + (i / count) * 360
      const rad = (deg * Math.PI) / 180
      out += draw(cx + Math.sin(rad) * radius, cy - Math.cos(rad) * radius, deg, i)
    }
    return out
  }
  const rim = circle(
    cx,
    cy,
    r,
    `fill="${pen.linear(
      [
        [0, lightOf(brass, 0.16)],
        [0.4, brass],
        [0.7, shadeOf(brass, 0.2)],
        [1, lightOf(brass, 0.04)],
      ],
      [0.1, 0, 0.9, 1],
    )}"`,
  )
  const inner = circle(
    cx,
    cy,
    r - 34,
    `fill="${pen.linear(
      [
        [0, shadeOf(brass, 0.3)],
        [1, lightOf(brass, 0.08)],
      ],
      [0.1, 0, 0.9, 1],
    )}"`,
  )
  const waterColour: Lch = [0.36, 0.06, 190]
  const water = circle(
    cx,
    cy,
    r - 50,
    `fill="${pen.radial(
      [
        [0, lightOf(waterColour, 0.2)],
        [0.7, waterColour],
        [1, shadeOf(waterColour, 0.1)],
      ],
      0.42,
      0.4,
      0.62,
    )}"`,
  )
  const handles = [-1, 1]
    .map(
      (s) =>
        `<path d="${d`M${cx + s * (r - 8)} ${cy - 70}C${cx + s * (r + 74)} ${cy - 70} ${cx + s * (r + 74)} ${cy + 70} ${cx + s * (r - 8)} ${cy + 70}`}" fill="none" stroke="${hex(shadeOf(brass, 0.16))}" stroke-width="26"/><path d="${d`M${cx + s * (r - 8)} ${cy - 70}C${cx + s * (r + 74)} ${cy - 70} ${cx + s * (r + 74)} ${cy + 70} ${cx + s * (r - 8)} ${cy + 70}`}" fill="none" stroke="${hex(lightOf(brass, 0.06))}" stroke-width="9"/>`,
    )
    .join('')
  const gold: Lch = [0.79, 0.16, 68]
  const white: Lch = [0.975, 0.014, 95]
  let loose = ''
  for (const { x, y } of scatter(stage, { x: cx, y: cy, rx: 780, ry: 480, crowd: 3 }, [
    { kind: 'jasmine', colour: white, size: 18, count: 18 },
  ]))
    if (Math.hypot(x - cx, y - cy) > r + 70)
      loose += bloom(
        stage,
        random.pick(['jasmine', 'blossom']),
        random.chance(0.6) ? white : palette.accent,
        x,
        y,
        random.range(18, 30),
      )
  return (
    ground(stage, 'plain') +
    quietKolam(stage, cx, cy, 1330, { rows: 13, cols: 13, opacity: 0.22 }) +
    loose +
    shadow(stage, cx + 26, cy + 34, r * 1.2, r * 1.2, 0.55) +
    handles +
    rim +
    inner +
    water +
    ringOf(20, r - 92, (x, y, deg) =>
      bloom(stage, 'marigold', gold, x, y, 47, { turn: deg, tilt: 0, depth: 0.4, detail: 1 }),
    ) +
    ringOf(26, r - 158, (x, y, deg) =>
      bloom(stage, 'jasmine', white, x, y, 28, { turn: deg, tilt: 0, depth: 0.35, detail: 0 }),
    ) +
    ringOf(12, r - 218, (x, y, deg) =>
      bloom(stage, 'rose', palette.dark ? palette.deep : palette.accent, x, y, 47, {
        turn: deg,
        tilt: 0,
        depth: 0.4,
        detail: 1,
      }),
    ) +
    ringOf(8, r - 278, (x, y, deg) =>
      sprig(stage, 'singleLeaf', palette.greens[1], cx + (x - cx) * 0.35, cy + (y - cy) * 0.35, 110, deg, 4),
    ) +
    bloom(stage, 'lotusOpen', mix([0.8, 0.11, 0], palette.main, 0.45), cx, cy, 122, {
      turn: 0,
      tilt: 0,
      detail: 2,
    })
  )
}
