import { kolamPaths } from '../../drawings/kolam.ts'
import type { Random } from '../../drawings/random.ts'
import type { Lch } from './colour.ts'
import { hex, lightOf, mix, shadeOf, tone } from './colour.ts'
import type { BloomKind } from './flowers.ts'
import { blooms } from './flowers.ts'
import type { SprigKind } from './foliage.ts'
import { sprigs } from './foliage.ts'
import type { Palette } from './palettes.ts'
import type { Pen } from './pen.ts'
import { circle, d, ellipse, num, place, shape } from './pen.ts'

/** One picture being drawn. The shorter side is always 1000 units; the middle is at (cx, cy). */
export type Stage = {
  pen: Pen
  random: Random
  palette: Palette
  width: number
  height: number
  cx: number
  cy: number
}

const detailFor = (size: number): 0 | 1 | 2 => (size < 48 ? 0 : size < 140 ? 1 : 2)

const shadowColour = (palette: Palette): Lch => (palette.dark ? [0.13, 0.03, 330] : [0.3, 0.06, 155])

/** Moves content that is drawn for a height of 1000 to the middle of a taller picture. */
export const centred = ({ height }: Stage, content: string) =>
  height > 1000 ? `<g transform="translate(0 ${num((height - 1000) / 2)})">${content}</g>` : content

/** Shrinks content that is drawn for a width of `needed`, around the middle of a narrower picture. */
export const fitted = ({ width, cx, cy }: Stage, needed: number, content: string) =>
  width < needed
    ? `<g transform="${d`translate(${cx} ${cy})`}scale(${Math.round((width / needed) * 1000) / 1000})${d`translate(${-cx} ${-cy})`}">${content}</g>`
    : content

/** A soft dark spot, the shadow beneath a thing. */
export const shadow = (
  { pen, palette }: Stage,
  x: number,
  y: number,
  rx: number,
  ry: number,
  strength = 0.4,
) =>
  ellipse(
    x,
    y,
    rx,
    ry,
    `fill="${pen.radial([
      [0, shadowColour(palette), strength],
      [0.55, shadowColour(palette), strength * 0.55],
      [1, shadowColour(palette), 0],
    ])}"`,
  )

/** A flower head of radius `size`; `turn` is in degrees. The head has a soft shadow unless `depth` is 0. */
export function bloom(
  stage: Stage,
  kind: BloomKind,
  colour: Lch,
  x: number,
  y: number,
  size: number,
  { turn = stage.random.range(-20, 20), tilt = 0.3, depth = 0.34, detail = detailFor(size) } = {},
): string {
  // The colours vary in few steps, so that flower heads share their gradients.
  const own = tone(colour, stage.random.int(-1, 1) * 0.018, 1, stage.random.int(-1, 1) * 4)
  const under =
    depth > 0 ? shadow(stage, x + size * 0.05, y + size * 0.14, size * 1.16, size * 1.1, depth) : ''
  return under + place(x, y, size, turn, blooms[kind](stage.pen, own, detail, tilt))
}

/** A sprig of the given length from (x, y), `turn` degrees from upright. */
export function sprig(
  stage: Stage,
  kind: SprigKind,
  colour: Lch,
  x: number,
  y: number,
  length: number,
  turn: number,
  sway = stage.random.range(-24, 24),
): string {
  const detail = length > 420 ? 2 : length > 190 ? 1 : 0
  return place(x, y, length, turn, sprigs[kind](stage.pen, colour, detail, sway))
}

/** The colour that the palette gives to a kind of twig. */
export function sprigColour({ palette, random }: Stage, kind: SprigKind): Lch {
  const [deep, fresh, grey] = palette.greens
  switch (kind) {
    case 'babysBreath':
      return [0.975, 0.012, 95]
    case 'berries':
      return mix(palette.deep, [0.5, 0.17, 22], 0.3)
    case 'waxflower':
      return lightOf(palette.accent, 0.05)
    case 'amaranth':
      return palette.deep
    case 'plume':
      return [0.87, 0.05, 80]
    case 'eucalyptus':
      return tone(grey, random.int(-1, 1) * 0.025)
    case 'olive':
      return mix(grey, fresh, 0.45)
    case 'myrtle':
      return tone(fresh, random.int(-2, 1) * 0.025)
    default:
      return random.chance(0.6)
        ? tone(deep, random.int(-1, 2) * 0.025)
        : tone(fresh, random.int(-1, 1) * 0.03)
  }
}

const lineOn = (palette: Palette) => hex(palette.line)

/** A pale kolam, centred at (x, y). */
export function quietKolam(
  stage: Stage,
  x: number,
  y: number,
  size: number,
  { rows = 7, cols = 7, opacity = 0.1, diamond = true } = {},
): string {
  const { loops, dots, width, height } = kolamPaths({
    rows,
    cols,
    seed: stage.random.int(1, 9999),
    shape: diamond ? 'diamond' : 'rect',
    weave: 0.75,
  })
  const scale = Math.round((size / width) * 100) / 100
  return `<g transform="${d`translate(${x - (width * scale) / 2} ${y - (height * scale) / 2})`}scale(${scale})" fill="none" stroke="${lineOn(stage.palette)}" stroke-linecap="round" opacity="${opacity}"><path d="${loops}" stroke-width="1.1"/><path d="${dots}" stroke-width="2.6"/></g>`
}

/** A tall opening with a round head, as in an old house. */
export const archPath = (x: number, y: number, width: number, height: number) =>
  d`M${x - width / 2} ${y}V${y - height + width / 2}A${width / 2} ${width / 2} 0 0 1 ${x + width / 2} ${y - height + width / 2}V${y}Z`

export type GroundKind = 'arch' | 'circle' | 'plain' | 'kolam'

/** Draws the background: a tinted ground, one large shape away from the middle, and sometimes a pale kolam. */
export function ground(stage: Stage, kind: GroundKind, { table = 0 }: { table?: number } = {}): string {
  const { pen, palette, random, width, height, cx, cy } = stage
  const [top, foot] = palette.ground
  let out = `<rect width="${num(width)}" height="${num(height)}" fill="${pen.linear(
    [
      [0, top],
      [1, foot],
    ],
    [0.2, 0, 0.6, 1],
  )}"/>`
  const panel = pen.linear(
    [
      [0, mix(palette.panel, top, 0.25)],
      [1, palette.panel],
    ],
    [0, 0, 0.3, 1],
  )
  const side = random.side()
  if (kind === 'arch') {
    const w = random.range(600, 680)
    const x = cx + side * random.range(40, 110)
    const low = table ? height * table + 2 : height
    out += shape(archPath(x, low, w, low - random.range(70, 130)), panel)
    out += `<path d="${archPath(x, low, w + 44, low - 60)}" fill="none" stroke="${lineOn(palette)}" stroke-width="1.6" opacity=".28"/>`
    out += quietKolam(stage, cx - side * (Math.min(width, 1400) * 0.36), height * 0.24, 250, {
      opacity: 0.16,
    })
  }
  if (kind === 'circle') {
    const r = random.range(370, 410)
    const x = cx + side * random.range(50, 120)
    const y = cy - random.range(10, 70)
    out += circle(x, y, r, `fill="${panel}"`)
    out += circle(x, y, r + 24, `fill="none" stroke="${lineOn(palette)}" stroke-width="1.6" opacity=".26"`)
    out += quietKolam(stage, cx - side * (width * 0.39), height * 0.8, 300, { opacity: 0.14 })
  }
  if (kind === 'kolam')
    out += quietKolam(stage, cx + side * 60, cy, 1020, { rows: 11, cols: 11, opacity: 0.16 })
  if (table > 0) {
    const y = height * table
    out += `<rect y="${num(y)}" width="${num(width)}" height="${num(height - y)}" fill="${pen.linear(
      [
        [0, lightOf(palette.table, 0.02)],
        [1, shadeOf(palette.table, 0.07)],
      ],
      [0, 0, 0, 1],
    )}"/>`
    out += `<path d="${d`M0 ${y}H${width}`}" stroke="${hex(lightOf(palette.table, 0.09))}" stroke-width="3" opacity=".7"/>`
  }
  return out
}

export type Planned = { kind: BloomKind; colour: Lch; size: number; count: number }

type Head = { x: number; y: number; size: number; kind: BloomKind; colour: Lch; out: number }

/**
 * Places flower heads in an ellipse, the largest first, each where the most room is left; `crowd` 1 lets heads touch.
 */
export function scatter(
  stage: Stage,
  { x, y, rx, ry, crowd = 0.84 }: { x: number; y: number; rx: number; ry: number; crowd?: number },
  plan: readonly Planned[],
): Head[] {
  const { random } = stage
  const heads: Head[] = []
  for (const { kind, colour, size, count } of plan)
    for (let i = 0; i < count; i++) {
      let best: Head | undefined
      let bestRoom = Number.NEGATIVE_INFINITY
      const own = size * random.range(0.9, 1.1)
      for (let attempt = 0; attempt < 46; attempt++) {
        const a = random.range(0, Math.PI * 2)
        const out = Math.sqrt(random.next())
        const spot = { x: x + Math.cos(a) * rx * out, y: y + Math.sin(a) * ry * out }
        let room = 60 - Math.abs(out - 0.62) * 8
        for (const h of heads)
          room = Math.min(room, Math.hypot(h.x - spot.x, h.y - spot.y) - (h.size + own) * crowd)
        if (room > bestRoom) {
          bestRoom = room
          best = { ...spot, size: own, kind, colour, out }
        }
      }
      if (best && bestRoom > -own * 0.55) heads.push(best)
    }
  return heads
}

/** Flowers that look best with their stalk downwards; the others may turn as they like. */
const upright: ReadonlySet<BloomKind> = new Set([
  'tulip',
  'lotus',
  'rosebud',
  'anthurium',
  'jasmineBud',
  'orchid',
])

export type DomePlan = {
  x: number
  y: number
  rx: number
  ry: number
  /** The point at which all stems meet. */
  bind: readonly [x: number, y: number]
  flowers: readonly Planned[]
  greens: readonly SprigKind[]
  fillers: readonly SprigKind[]
  /** The reach of the leaves, as a factor of the flowers' radius. */
  reach?: number
  crowd?: number
  greenCount?: number
}

/** A rounded mass of flowers over greens, all growing from one point. Most arrangements are made around it. */
export function dome(stage: Stage, plan: DomePlan): string {
  const { random, palette } = stage
  const { x, y, rx, ry, bind, reach = 1.3, greenCount = 15 } = plan
  const [bx, by] = bind
  const pieces: { depth: number; text: string }[] = []
  const towards = (angle: number, beyond: number) => {
    const tx = x + Math.sin(angle) * rx * beyond
    const ty = y - Math.cos(angle) * ry * beyond
    return { length: Math.hypot(tx - bx, ty - by), turn: (Math.atan2(tx - bx, by - ty) * 180) / Math.PI }
  }
  for (let i = 0; i < greenCount; i++) {
    const angle = ((i + 0.5) / greenCount - 0.5) * 4.3 + random.range(-0.12, 0.12)
    const kind = plan.greens[i % plan.greens.length] ?? 'greens'
    const { length, turn } = towards(angle, random.range(reach * 0.9, reach * 1.1))
    pieces.push({
      depth: 10 + random.next(),
      text: sprig(
        stage,
        kind,
        sprigColour(stage, kind),
        bx,
        by,
        length,
        turn,
        random.range(-10, 10) + Math.sin(angle) * 14,
      ),
    })
  }
  // A dark middle, so that the background does not show between the flower heads.
  pieces.push({
    depth: 9,
    text: ellipse(x, y + ry * 0.08, rx * 0.86, ry * 0.88, `fill="${hex(shadeOf(palette.greens[0], 0.12))}"`),
  })
  for (let i = 0; i < 12; i++) {
    const angle = (i / 12) * Math.PI * 2
    pieces.push({
      depth: 8.9,
      text: sprig(
        stage,
        'greens',
        sprigColour(stage, 'greens'),
        x + Math.sin(angle) * rx * 0.3,
        y - Math.cos(angle) * ry * 0.3,
        Math.min(rx, ry) * 0.86,
        (angle * 180) / Math.PI,
        random.range(-10, 10),
      ),
    })
  }
  plan.fillers.forEach((kind, i) => {
    for (let k = 0; k < 4; k++) {
      const angle = ((k + (i + 0.5) / plan.fillers.length) / 4 - 0.5) * 3.9 + random.range(-0.2, 0.2)
      const { length, turn } = towards(angle, random.range(1.02, 1.2))
      // Fillers start well inside, so that only their upper half shows between the heads.
      const from = 0.42
      const rad = (turn * Math.PI) / 180
      pieces.push({
        depth: 6 + random.next() * 2.4,
        text: sprig(
          stage,
          kind,
          sprigColour(stage, kind),
          bx + Math.sin(rad) * length * from,
          by - Math.cos(rad) * length * from,
          length * (1 - from),
          turn,
        ),
      })
    }
  })
  for (const head of scatter(stage, { x, y, rx, ry, crowd: plan.crowd }, plan.flowers)) {
    const lean = (Math.atan2(head.x - bx, by - head.y) * 180) / Math.PI
    const turn = upright.has(head.kind) ? lean * 0.9 : lean + random.range(-12, 12)
    pieces.push({
      depth: head.out * 7 - head.size / 60,
      text: bloom(stage, head.kind, head.colour, head.x, head.y, head.size, {
        turn,
        tilt: Math.min(0.85, head.out * 0.75),
      }),
    })
  }
  return pieces
    .sort((a, b) => b.depth - a.depth)
    .map((p) => p.text)
    .join('')
}

/** A single stem from foot to head with a slight bend; `width` at its foot. */
export const stem = (
  from: readonly [number, number],
  to: readonly [number, number],
  bend: number,
  width: number,
  colour: Lch,
) => {
  const mx = (from[0] + to[0]) / 2 + bend
  const my = (from[1] + to[1]) / 2
  return `<path d="${d`M${from[0]} ${from[1]}Q${mx} ${my} ${to[0]} ${to[1]}`}" fill="none" stroke="${hex(shadeOf(colour, 0.09))}" stroke-width="${num(width)}" stroke-linecap="round"/><path d="${d`M${from[0] - width * 0.2} ${from[1]}Q${mx - width * 0.2} ${my} ${to[0] - width * 0.2} ${to[1]}`}" fill="none" stroke="${hex(lightOf(colour, 0.08))}" stroke-width="${num(width * 0.3)}" stroke-linecap="round" opacity=".8"/>`
}
