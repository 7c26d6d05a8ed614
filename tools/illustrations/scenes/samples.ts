import type { Lch } from '../colour.ts'
import { lightOf, tone } from '../colour.ts'
import type { Point } from '../pen.ts'
import { ellipse, place } from '../pen.ts'
import { basket, bow, brass, kraft, vessel, wrap } from '../props.ts'
import type { Stage } from '../stage.ts'
import { bloom, centred, dome, ground, shadow, sprig, sprigColour, stem } from '../stage.ts'
import { budOf, tiedStems } from './bouquets.ts'
import { diya } from './festivals.ts'
import { flowerString, gold, hang, jasmineWhite, lemon, pompon } from './strings.ts'

// The shop's sample collection: one kind of flower to a picture.

/** Twelve red roses in brown paper. */
export function roseDozen(stage: Stage): string {
  const { random, palette, cx } = stage
  const bind = [cx, 772] as const
  const red: Lch = [0.5, 0.195, 22]
  const paper = wrap(stage, cx, 170, bind, 340, kraft)
  return (
    ground(stage, 'arch') +
    centred(
      stage,
      tiedStems(stage, bind[0], bind[1], 180) +
        paper.back +
        dome(stage, {
          x: cx,
          y: 350,
          rx: 250,
          ry: 190,
          bind,
          flowers: [
            { kind: 'rose', colour: red, size: 92, count: 5 },
            { kind: 'rose', colour: tone(red, -0.06), size: 84, count: 4 },
            { kind: 'rose', colour: tone(red, 0.04), size: 78, count: 3 },
          ],
          greens: ['eucalyptus', 'greens', 'olive'],
          fillers: ['babysBreath', 'babysBreath'],
          reach: 1.36,
          crowd: 0.88,
          greenCount: 13,
        }) +
        paper.front +
        bow(stage, bind[0] + random.range(-8, 8), bind[1] + 2, 96, palette.deep),
    )
  )
}

/** A basket heaped with marigolds, a string of jasmine over its rim. */
export function marigoldBasket(stage: Stage): string {
  const { random, cx, height } = stage
  const foot = height * 0.9
  const top = foot - 250
  const b = basket(stage, cx, foot, top, 300, 215, kraft)
  let leaves = ''
  for (let i = 0; i < 13; i++) {
    const t = i / 6 - 1
    leaves += sprig(
      stage,
      'singleLeaf',
      sprigColour(stage, 'greens'),
      cx + t * 150,
      top + 20,
      random.range(250, 300) - Math.abs(t) * 30,
      t * 84 + random.range(-8, 8),
    )
  }
  const loose: [x: number, y: number, r: number, colour: Lch][] = [
    [cx - 392, foot + 8, 40, gold],
    [cx - 330, foot + 34, 34, lemon],
    [cx + 366, foot + 22, 42, lemon],
    [cx + 438, foot - 4, 32, gold],
  ]
  return (
    ground(stage, 'circle', { table: 0.78 }) +
    b.back +
    leaves +
    dome(stage, {
      x: cx,
      y: top - 88,
      rx: 258,
      ry: 160,
      bind: [cx, top + 90],
      flowers: [
        { kind: 'marigold', colour: [0.74, 0.175, 55], size: 74, count: 8 },
        { kind: 'marigold', colour: lemon, size: 68, count: 9 },
        { kind: 'marigold', colour: [0.66, 0.19, 42], size: 62, count: 8 },
        { kind: 'marigold', colour: gold, size: 52, count: 12 },
      ],
      greens: ['greens', 'fern'],
      fillers: [],
      reach: 1.05,
      crowd: 0.9,
    }) +
    b.front +
    flowerString(stage, hang([cx - 288, top + 4], [cx, top + 56], 96), 21, ['jasmine'], gold) +
    flowerString(stage, hang([cx, top + 56], [cx + 288, top + 4], 96), 21, ['jasmine'], gold) +
    loose
      .map(
        ([x, y, r, colour]) =>
          shadow(stage, x + 8, y + r * 0.7, r * 1.3, r * 0.4, 0.5) + pompon(stage, x, y, r, colour),
      )
      .join('')
  )
}

/** A round posy of blush roses in a low goblet. */
export function rosePosy(stage: Stage): string {
  const { palette, cx, height } = stage
  const foot = height * 0.9
  const pot = vessel(stage, 'lota', palette.clay, cx, foot, 1.05)
  const y = pot.mouth.y
  const blush: Lch = [0.86, 0.075, 18]
  return (
    ground(stage, 'circle', { table: 0.82 }) +
    pot.back +
    dome(stage, {
      x: cx,
      y: y - 150,
      rx: 228,
      ry: 176,
      bind: [cx, y + 26],
      flowers: [
        { kind: 'rose', colour: blush, size: 104, count: 4 },
        { kind: 'rose', colour: lightOf(blush, 0.05), size: 88, count: 4 },
        { kind: 'rose', colour: [0.79, 0.105, 14], size: 74, count: 4 },
        { kind: 'ranunculus', colour: [0.95, 0.035, 60], size: 56, count: 4 },
        { kind: 'blossom', colour: [0.95, 0.03, 10], size: 36, count: 5 },
      ],
      greens: ['eucalyptus', 'myrtle', 'olive'],
      fillers: ['waxflower', 'babysBreath'],
      reach: 1.24,
      crowd: 0.86,
      greenCount: 12,
    }) +
    pot.front
  )
}

/** Crimson lilies in pale paper, two still closed. */
export function lilyWrap(stage: Stage): string {
  const { random, palette, cx } = stage
  const bind = [cx, 772] as const
  const crimson: Lch = [0.56, 0.2, 12]
  const paper = wrap(stage, cx, 180, bind, 330, lightOf(palette.cloth, 0.03))
  const heads: [x: number, y: number, size: number, colour: Lch, tilt: number][] = [
    [cx - 158, 330, 118, tone(crimson, -0.05), 0.4],
    [cx + 176, 316, 122, crimson, 0.4],
    [cx + 6, 222, 118, tone(crimson, 0.04), 0.3],
    [cx - 74, 486, 126, crimson, 0.25],
    [cx + 104, 470, 134, tone(crimson, 0.03), 0.2],
  ]
  let back = ''
  for (let i = 0; i < 15; i++) {
    const kind = random.pick(['singleLeaf', 'greens', 'eucalyptus', 'fern'])
    back += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      bind[0],
      bind[1],
      random.range(480, 620),
      (i / 14 - 0.5) * 92 + random.range(-4, 4),
    )
  }
  for (const [x, y] of [
    [cx - 262, 196],
    [cx + 268, 178],
  ] as const) {
    back +=
      stem(bind, [x, y + 60], (x - cx) * 0.1, 8, palette.greens[1]) +
      place(x, y, 74, (x - cx) * 0.09, budOf(stage))
  }
  const lilies = heads
    .map(([x, y, size, colour, tilt]) =>
      bloom(stage, 'lily', colour, x, y, size, {
        turn: (x - cx) * 0.12 + random.range(-10, 10),
        tilt,
        depth: 0.3,
        detail: 2,
      }),
    )
    .join('')
  return (
    ground(stage, 'arch') +
    centred(
      stage,
      tiedStems(stage, bind[0], bind[1], 180) +
        paper.back +
        back +
        lilies +
        paper.front +
        bow(stage, bind[0], bind[1] + 2, 92, palette.accent),
    )
  )
}

/** Lotuses in a brass bowl between two lamps, petals on the water. */
export function lotusOffering(stage: Stage): string {
  const { random, palette, cx, height } = stage
  const foot = height * 0.9
  const bowl = vessel(stage, 'uruli', brass, cx, foot, 1.25)
  const { y, rx } = bowl.mouth
  const pink: Lch = [0.78, 0.125, 2]
  const flowers: [dx: number, dy: number, size: number, colour: Lch, turn: number][] = [
    [-190, -150, 112, lightOf(pink, 0.06), -16],
    [196, -138, 106, pink, 18],
    [6, -232, 150, pink, 2],
  ]
  let back = ''
  for (const [dx, dy, size, colour, turn] of flowers) {
    back +=
      stem([cx + dx * 0.5, y + 10], [cx + dx, y + dy + size * 0.62], dx * 0.1, 11, palette.greens[1]) +
      bloom(stage, 'lotus', colour, cx + dx, y + dy, size, { turn, depth: 0, detail: 2 })
  }
  const buds: Point[] = [
    [-322, -226],
    [318, -240],
  ]
  const stalks = buds
    .map(
      ([dx, dy]) =>
        stem([cx + dx * 0.5, y + 8], [cx + dx, y + dy + 40], dx * 0.08, 8, palette.greens[1]) +
        place(cx + dx, y + dy, 58, dx * 0.06, budOf(stage)),
    )
    .join('')
  let petals = ''
  for (let i = 0; i < 11; i++)
    petals += ellipse(
      cx + (i / 10 - 0.5) * rx * 1.6 + random.range(-10, 10),
      y + random.range(-14, 16),
      random.range(15, 22),
      random.range(6, 9),
      `fill="#f3a9bf" opacity=".92"`,
    )
  return (
    ground(stage, 'arch', { table: 0.78 }) +
    bowl.back +
    ellipse(cx, y, rx * 0.96, rx * 0.15, 'fill="#2f6f72"') +
    stalks +
    back +
    petals +
    bowl.front +
    flowerString(stage, hang([cx - rx * 0.9, y + 26], [cx + rx * 0.9, y + 26], 62), 19, ['jasmine'], gold) +
    diya(stage, cx - 452, foot + 12, 56) +
    diya(stage, cx + 452, foot + 12, 56) +
    [-1, 1]
      .map((side) => bloom(stage, 'jasmine', jasmineWhite, cx + side * 350, foot + 44, 26, { tilt: 0.2 }))
      .join('')
  )
}
