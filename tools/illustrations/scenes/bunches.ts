import type { Lch } from '../colour.ts'
import { hex, lightOf, mix, tone } from '../colour.ts'
import type { BloomKind } from '../flowers.ts'
import { num, place } from '../pen.ts'
import { bow, glass, kraft, wrap } from '../props.ts'
import type { Stage } from '../stage.ts'
import { bloom, centred, dome, ground, scatter, sprig, sprigColour, stem } from '../stage.ts'
import { budOf, tiedStems } from './bouquets.ts'

// Bunches as they are sold: one kind of flower each.

const red: Lch = [0.5, 0.195, 22]

/** Twenty-four red roses, hand-tied with eucalyptus in brown paper. */
export function redRoses(stage: Stage): string {
  const { random, palette, cx } = stage
  const bind = [cx, 786] as const
  const paper = wrap(stage, cx, 150, bind, 392, kraft)
  return (
    ground(stage, 'circle') +
    centred(
      stage,
      tiedStems(stage, bind[0], bind[1], 170, 15) +
        paper.back +
        dome(stage, {
          x: cx,
          y: 404,
          rx: 286,
          ry: 222,
          bind,
          flowers: [
            { kind: 'rose', colour: red, size: 80, count: 8 },
            { kind: 'rose', colour: tone(red, -0.06), size: 76, count: 8 },
            { kind: 'rose', colour: tone(red, 0.035), size: 72, count: 8 },
          ],
          greens: ['eucalyptus', 'eucalyptus', 'olive', 'greens'],
          fillers: ['eucalyptus'],
          reach: 1.12,
          crowd: 0.84,
          greenCount: 15,
        }) +
        paper.front +
        bow(stage, bind[0] + random.range(-8, 8), bind[1] + 2, 100, palette.deep),
    )
  )
}

/** Heads that fill the sheet, as seen when bending over a bouquet. */
function closeUp(
  stage: Stage,
  flowers: readonly { kind: BloomKind; colour: Lch; size: number; count: number }[],
  between: readonly ('eucalyptus' | 'greens' | 'myrtle' | 'babysBreath' | 'waxflower')[],
): string {
  const { random, palette, cx, cy, width, height } = stage
  const heads = scatter(stage, { x: cx, y: cy, rx: width * 0.6, ry: height * 0.64, crowd: 0.8 }, flowers)
  const shade = hex(mix(tone(palette.greens[0], palette.dark ? -0.2 : -0.12), palette.line, 0.06))
  let out = `<rect width="${num(width)}" height="${num(height)}" fill="${shade}"/>`
  for (let i = 0; i < 26; i++) {
    const kind = between[i % between.length] ?? 'greens'
    const [x, y] = [width * ((i * 0.7549) % 1), height * ((i * 0.5698 + 0.2) % 1)]
    out += sprig(stage, kind, sprigColour(stage, kind), x, y, random.range(300, 400), i * 137.5)
  }
  for (const head of heads.sort((a, b) => a.size - b.size))
    out += bloom(stage, head.kind, head.colour, head.x, head.y, head.size, {
      turn: random.range(-40, 40),
      tilt: head.out * 0.35,
      depth: 0.5,
      detail: 1,
    })
  return out
}

/** The roses from above. */
export const rosesClose = (stage: Stage): string =>
  closeUp(
    stage,
    [
      { kind: 'rose', colour: red, size: 196, count: 5 },
      { kind: 'rose', colour: tone(red, -0.06), size: 168, count: 7 },
      { kind: 'rose', colour: tone(red, 0.035), size: 138, count: 7 },
      { kind: 'rose', colour: red, size: 96, count: 4 },
    ],
    ['eucalyptus', 'eucalyptus', 'greens'],
  )

/** A bride's bouquet from near: roses, jasmine and what the palette adds. */
export const bridalClose = (stage: Stage): string =>
  closeUp(
    stage,
    [
      { kind: 'peony', colour: lightOf(stage.palette.main, 0.1), size: 196, count: 3 },
      { kind: 'rose', colour: [0.965, 0.022, 80], size: 180, count: 6 },
      { kind: 'rose', colour: stage.palette.second, size: 150, count: 6 },
      { kind: 'ranunculus', colour: lightOf(stage.palette.second, 0.06), size: 104, count: 6 },
      { kind: 'jasmine', colour: [0.98, 0.012, 95], size: 66, count: 16 },
    ],
    ['eucalyptus', 'greens', 'myrtle', 'eucalyptus', 'babysBreath'],
  )

/** A posy of the market's flowers, from above. */
export const posyClose = (stage: Stage): string =>
  closeUp(
    stage,
    [
      { kind: 'gerbera', colour: stage.palette.main, size: 184, count: 4 },
      { kind: 'rose', colour: stage.palette.second, size: 160, count: 5 },
      { kind: 'chrysanthemum', colour: stage.palette.accent, size: 128, count: 5 },
      { kind: 'ranunculus', colour: stage.palette.third, size: 104, count: 5 },
      { kind: 'blossom', colour: lightOf(stage.palette.accent, 0.06), size: 74, count: 9 },
    ],
    ['greens', 'eucalyptus', 'myrtle', 'waxflower'],
  )

/** A dozen gerberas with blades of grass. */
export function gerberaBunch(stage: Stage): string {
  const { palette, random, cx } = stage
  const bind = [cx, 756] as const
  const colours: readonly Lch[] = [palette.main, palette.second, palette.accent, palette.deep, palette.third]
  const rows = [
    { count: 3, y: 186, spread: 150, size: 96 },
    { count: 4, y: 320, spread: 262, size: 102 },
    { count: 5, y: 462, spread: 250, size: 96 },
  ]
  let stems = ''
  let heads = ''
  let at = 0
  for (const row of rows)
    for (let i = 0; i < row.count; i++) {
      const t = (i / (row.count - 1)) * 2 - 1
      const x = cx + t * row.spread + random.range(-10, 10)
      const y = row.y + t * t * 56 + random.range(-12, 12)
      stems += stem(bind, [x, y], t * 20, 10, palette.greens[1])
      heads += bloom(stage, 'gerbera', colours[at++ % colours.length] ?? palette.main, x, y, row.size, {
        turn: t * 18,
        tilt: 0.2 + Math.abs(t) * 0.3,
        detail: 2,
      })
    }
  let blades = ''
  for (let i = 0; i < 13; i++) {
    const kind = i % 3 === 1 ? 'fern' : 'grass'
    blades += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      bind[0],
      bind[1],
      kind === 'fern' ? random.range(460, 540) : random.range(560, 690),
      (i / 12 - 0.5) * 104,
      (i / 12 - 0.5) * 50,
    )
  }
  const paper = wrap(stage, cx, 230, bind, 320, lightOf(palette.ground[0], 0.02))
  return (
    ground(stage, 'arch') +
    centred(
      stage,
      tiedStems(stage, bind[0], bind[1], 190, 12) +
        paper.back +
        blades +
        stems +
        heads +
        paper.front +
        bow(stage, bind[0], bind[1] + 2, 92, palette.accent),
    )
  )
}

/** Seven stems of white lilies in a clear vase. */
export function whiteLilies(stage: Stage): string {
  const { palette, random, cx, height } = stage
  const foot = height * 0.92
  const white: Lch = [0.962, 0.022, 100]
  const vase = glass(stage, cx, foot, 330, 132, 100)
  const y = vase.mouth
  const tips: [dx: number, dy: number, size: number, tilt: number][] = [
    [-196, -214, 110, 0.5],
    [206, -224, 112, 0.5],
    [-104, -352, 112, 0.4],
    [118, -362, 108, 0.4],
    [4, -236, 128, 0.15],
    [-86, -106, 104, 0.35],
    [104, -96, 106, 0.35],
  ]
  let stems = ''
  let heads = ''
  for (const [dx, dy, size, tilt] of tips) {
    stems += stem([cx - dx * 0.34, foot - 34], [cx + dx * 0.18, y], 0, 11, palette.greens[1])
    stems += stem([cx + dx * 0.18, y], [cx + dx, y + dy], dx * -0.12, 10, palette.greens[1])
    heads += bloom(stage, 'lily', white, cx + dx, y + dy, size, {
      turn: dx * 0.1 + random.range(-12, 12),
      tilt,
      depth: 0.3,
      detail: 2,
    })
  }
  let greens = ''
  for (let i = 0; i < 14; i++) {
    const kind = (['singleLeaf', 'greens', 'singleLeaf', 'eucalyptus'] as const)[i % 4] ?? 'greens'
    greens += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      cx,
      y + 20,
      random.range(270, 400),
      (i / 13 - 0.5) * 188 + random.range(-6, 6),
    )
  }
  for (const [dx, dy] of [
    [-262, -366],
    [270, -378],
    [16, -456],
  ] as const)
    greens +=
      stem([cx, y], [cx + dx, y + dy], dx * -0.14, 7, palette.greens[1]) +
      place(
        cx + dx,
        y + dy - 46,
        64,
        dx * 0.08,
        budOf({ ...stage, palette: { ...palette, second: white, main: white } }),
      )
  return ground(stage, 'arch', { table: 0.82 }) + vase.back + greens + stems + vase.front + heads
}
