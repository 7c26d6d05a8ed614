import type { Lch } from '../colour.ts'
import { lightOf, tone } from '../colour.ts'
import type { BloomKind } from '../flowers.ts'
import { d, place } from '../pen.ts'
import { basket, bow, brass, kraft, vessel, wrap } from '../props.ts'
import type { Planned, Stage } from '../stage.ts'
import { bloom, centred, dome, ground, shadow, sprig, sprigColour, stem } from '../stage.ts'

const planned = (kind: BloomKind, colour: Lch, size: number, count: number): Planned => ({
  kind,
  colour,
  size,
  count,
})

/** Cut stems below the tie, crossing like a spiral. */
export function tiedStems(stage: Stage, x: number, y: number, length: number, count = 11): string {
  const { random, palette } = stage
  let out = ''
  for (let i = 0; i < count; i++) {
    const t = i / (count - 1) - 0.5
    const reach = length * (1 - Math.abs(t) * 0.24) * random.range(0.9, 1.06)
    out += stem(
      [x - t * 170 + random.range(-5, 5), y + reach],
      [x + t * 44, y - 60],
      t * -12,
      random.range(8, 12),
      tone(palette.greens[i % 2 ? 1 : 0], random.range(-0.04, 0.07)),
    )
  }
  return out
}

export function handTiedBouquet(stage: Stage): string {
  const { palette, random, cx } = stage
  const x = cx + random.range(-30, 30)
  const bind = [cx + random.range(-14, 14), 765] as const
  const paper = wrap(stage, x, 150, bind, 360, random.chance(0.5) ? kraft : lightOf(palette.cloth, 0.03))
  const flowers = [
    planned(random.pick(['rose', 'peony', 'ranunculus']), palette.main, 108, 4),
    planned(random.pick(['ranunculus', 'rose', 'chrysanthemum']), palette.second, 78, 4),
    planned('rose', palette.deep, 66, 3),
    planned(random.pick(['gerbera', 'lily', 'chrysanthemum']), palette.third, 70, 3),
    planned(random.pick(['marigold', 'gerbera', 'blossom']), palette.accent, 44, 5),
    planned('jasmine', [0.97, 0.015, 95], 34, 5),
  ]
  return (
    ground(stage, random.pick(['arch', 'circle'])) +
    centred(
      stage,
      tiedStems(stage, bind[0], bind[1], 190) +
        paper.back +
        dome(stage, {
          x,
          y: 375,
          rx: 265,
          ry: 215,
          bind,
          flowers,
          greens: ['eucalyptus', 'greens', 'olive', 'fern'],
          fillers: ['babysBreath', 'berries', 'waxflower'],
          reach: 1.28,
        }) +
        paper.front +
        bow(stage, bind[0], bind[1] + 2, 92, palette.accent),
    )
  )
}

export function bridalBouquet(stage: Stage): string {
  const { palette, random, cx } = stage
  const bind = [cx, 720] as const
  const pale = palette.dark ? palette.second : lightOf(palette.main, 0.05)
  let trail = ''
  for (let i = 0; i < 7; i++) {
    const kind = random.pick(['eucalyptus', 'myrtle', 'olive', 'fern'])
    trail += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      cx + random.range(-110, 110),
      520 + random.range(-30, 60),
      random.range(250, 400),
      180 + random.range(-38, 38),
      random.range(-22, 22),
    )
  }
  return (
    ground(stage, random.pick(['circle', 'arch'])) +
    centred(
      stage,
      tiedStems(stage, cx, 700, 210, 9) +
        trail +
        dome(stage, {
          x: cx,
          y: 410,
          rx: 270,
          ry: 235,
          bind,
          flowers: [
            planned('peony', pale, 122, 3),
            planned('rose', [0.965, 0.022, 80], 96, 5),
            planned('orchid', [0.965, 0.012, 340], 84, 3),
            planned('ranunculus', palette.second, 70, 3),
            planned('rose', palette.main, 60, 3),
            planned('jasmine', [0.98, 0.012, 95], 40, 8),
          ],
          greens: ['eucalyptus', 'olive', 'myrtle', 'fern'],
          fillers: ['babysBreath', 'waxflower'],
          reach: 1.3,
          greenCount: 12,
        }) +
        bow(stage, cx + 6, 716, 96, lightOf(palette.cloth, 0.02)),
    )
  )
}

export function vaseArrangement(stage: Stage): string {
  const { palette, random, cx, height } = stage
  const foot = height * 0.9
  const x = cx + random.range(-40, 40)
  const pot = vessel(
    stage,
    random.pick(['amphora', 'pitcher', 'lota']),
    random.chance(0.35) ? brass : palette.clay,
    x,
    foot,
    0.92,
  )
  const lean = random.side()
  const y = pot.mouth.y
  let tall = ''
  for (let i = 0; i < 3; i++) {
    const tip = [x + lean * (30 + i * 92) - 50, y - 470 + i * 74] as const
    tall +=
      stem([x, y + 20], tip, -lean * 26, 7, palette.greens[1]) +
      bloom(
        stage,
        random.pick(['lily', 'gerbera', 'anthurium']),
        i === 1 ? palette.accent : palette.main,
        tip[0],
        tip[1],
        74 - i * 6,
        { turn: lean * (8 + i * 14), tilt: 0.4, depth: 0 },
      )
  }
  return (
    ground(stage, random.pick(['arch', 'circle']), { table: 0.82 }) +
    pot.back +
    tall +
    dome(stage, {
      x: x - lean * 12,
      y: y - 165,
      rx: 255,
      ry: 165,
      bind: [x, y + 30],
      flowers: [
        planned(random.pick(['peony', 'rose']), palette.main, 100, 3),
        planned('lily', palette.second, 104, 2),
        planned('rose', palette.deep, 70, 3),
        planned('chrysanthemum', palette.third, 64, 3),
        planned(random.pick(['ranunculus', 'gerbera']), palette.accent, 52, 4),
      ],
      greens: ['palm', 'eucalyptus', 'greens', 'olive', 'fern'],
      fillers: ['babysBreath', 'berries', 'plume'],
      reach: 1.42,
      greenCount: 17,
    }) +
    sprig(
      stage,
      'amaranth',
      sprigColour(stage, 'amaranth'),
      x + lean * 60,
      y + 20,
      200,
      lean * 26,
      lean * 12,
    ) +
    pot.front
  )
}

/** A hat box closely filled with roses. */
export function hatBox(stage: Stage): string {
  const { palette, random, cx, height } = stage
  const foot = height * 0.9
  const top = foot - 300
  const half = 235
  const box = hatBoxBody(stage, cx, foot, top, half)
  return (
    ground(stage, 'circle', { table: 0.8 }) +
    box.back +
    dome(stage, {
      x: cx,
      y: top - 70,
      rx: half - 10,
      ry: 140,
      bind: [cx, top + 120],
      flowers: [
        planned('rose', palette.main, 88, 6),
        planned('rose', palette.second, 74, 5),
        planned('ranunculus', palette.deep, 60, 4),
        planned('rose', palette.third, 54, 4),
        planned('jasmine', [0.97, 0.015, 95], 34, 5),
      ],
      greens: ['eucalyptus', 'olive', 'myrtle'],
      fillers: ['waxflower', 'berries'],
      reach: 1.22,
      crowd: 0.8,
      greenCount: 11,
    }) +
    box.front +
    bow(stage, cx + random.range(-40, 40), top + 170, 92, palette.accent)
  )
}

function hatBoxBody(stage: Stage, x: number, foot: number, top: number, half: number) {
  const { pen, palette } = stage
  const colour = palette.cloth
  const ry = half * 0.16
  const body = d`M${x - half} ${top}V${foot - 10}A${half} ${ry} 0 0 0 ${x + half} ${foot - 10}V${top}A${half} ${ry} 0 0 1 ${x - half} ${top}Z`
  const fill = pen.linear(
    [
      [0, tone(colour, -0.09)],
      [0.3, lightOf(colour, 0.05)],
      [0.62, colour],
      [1, tone(colour, -0.14)],
    ],
    [0, 0, 1, 0],
  )
  const bandPath = d`M${x - half} ${top + 150}A${half} ${ry} 0 0 0 ${x + half} ${top + 150}V${top + 190}A${half} ${ry} 0 0 1 ${x - half} ${top + 190}Z`
  const bandFill = pen.linear(
    [
      [0, tone(palette.accent, -0.1)],
      [0.3, lightOf(palette.accent, 0.05)],
      [1, tone(palette.accent, -0.13)],
    ],
    [0, 0, 1, 0],
  )
  return {
    back: shadow(stage, x + 60, foot, half * 1.4, 60, 0.5),
    front: `<path d="${body}" fill="${fill}"/><path d="${bandPath}" fill="${bandFill}"/><path d="${d`M${x - half} ${top}A${half} ${ry} 0 0 0 ${x + half} ${top}`}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="5"/>`,
  }
}

export function tulipBunch(stage: Stage): string {
  const { palette, random, cx } = stage
  const bind = [cx + random.range(-20, 20), 730] as const
  const colours = [palette.main, palette.deep, palette.second, palette.accent]
  const heads: { x: number; y: number; text: string; order: number }[] = []
  let stems = ''
  const rows = [
    { count: 4, y: 250, spread: 150, size: 68 },
    { count: 5, y: 350, spread: 235, size: 72 },
    { count: 4, y: 455, spread: 175, size: 76 },
  ]
  rows.forEach((row, r) => {
    for (let i = 0; i < row.count; i++) {
      const t = row.count === 1 ? 0 : (i / (row.count - 1)) * 2 - 1
      const x = cx + t * row.spread + random.range(-16, 16)
      const y = row.y + t * t * 46 + random.range(-22, 22)
      const lean = (Math.atan2(x - bind[0], bind[1] - y) * 180) / Math.PI
      const rad = (lean * Math.PI) / 180
      stems += stem(
        bind,
        [x - Math.sin(rad) * row.size * 0.75, y + Math.cos(rad) * row.size * 0.75],
        t * 22,
        10,
        palette.greens[1],
      )
      heads.push({
        x,
        y,
        order: r,
        text: bloom(stage, 'tulip', random.pick(colours as [Lch, ...Lch[]]), x, y, row.size, {
          turn: lean + random.range(-5, 5),
          depth: 0.22,
        }),
      })
    }
  })
  let leaves = ''
  for (let i = 0; i < 9; i++) {
    const t = i / 4 - 1
    leaves += sprig(
      stage,
      'singleLeaf',
      tone(palette.greens[i % 2 ? 1 : 2], -0.04),
      bind[0] + t * 14,
      bind[1] + 10,
      random.range(300, 400),
      t * 42 + random.range(-6, 6),
      t * 26,
    )
  }
  const paper = wrap(stage, cx, 190, bind, 300, random.chance(0.5) ? lightOf(palette.cloth, 0.03) : kraft)
  return (
    ground(stage, random.pick(['circle', 'arch'])) +
    centred(
      stage,
      tiedStems(stage, bind[0], bind[1] + 10, 200, 13) +
        paper.back +
        stems +
        leaves +
        heads
          .sort((a, b) => a.order - b.order)
          .map((h) => h.text)
          .join('') +
        paper.front +
        bow(stage, bind[0], bind[1], 84, palette.accent),
    )
  )
}

export function lilyVase(stage: Stage): string {
  const { palette, random, cx, height } = stage
  const foot = height * 0.9
  const lean = random.side()
  const x = cx - lean * 40
  const pot = vessel(stage, random.pick(['bottle', 'cylinder']), palette.clay, x, foot, 1.02)
  const y = pot.mouth.y
  let back = ''
  let front = ''
  const tips: [number, number, number][] = [
    [x + lean * 20, y - 420, 128],
    [x + lean * 190, y - 262, 136],
    [x - lean * 150, y - 232, 124],
    [x + lean * 60, y - 160, 140],
  ]
  tips.forEach(([tx, ty, size], i) => {
    back += stem([x, y + 24], [tx, ty], (tx - x) * -0.12, 9, palette.greens[1])
    front += bloom(
      stage,
      'lily',
      i === 3 ? lightOf(palette.main, 0.04) : i === 1 ? palette.main : palette.second,
      tx,
      ty,
      size,
      { turn: (tx - x) * 0.12 + random.range(-14, 14), tilt: 0.25 + i * 0.08, depth: 0.28, detail: 2 },
    )
  })
  for (const [dx, dy] of [
    [-lean * 60, -410],
    [lean * 260, -410],
  ] as const)
    back +=
      stem([x, y + 24], [x + dx, y + dy], dx * -0.15, 6, palette.greens[1]) +
      place(x + dx, y + dy - 44, 62, dx * 0.1, budOf(stage))
  for (let i = 0; i < 13; i++) {
    const kind = random.pick(['singleLeaf', 'greens', 'fern'])
    back += sprig(
      stage,
      kind,
      sprigColour(stage, kind),
      x,
      y + 26,
      random.range(240, 400),
      (i / 12 - 0.5) * 170 + random.range(-8, 8),
    )
  }
  return ground(stage, 'arch', { table: 0.8 }) + pot.back + back + front + pot.front
}

export function budOf(stage: Stage): string {
  const { pen, palette } = stage
  const fill = pen.linear([
    [0, [0.72, 0.11, 128]],
    [0.5, lightOf(palette.second, 0.02)],
    [1, palette.main],
  ])
  return `<path d="M0 80C-30 50-26-30 0-96C28-30 30 50 0 80Z" fill="${fill}"/><path d="M0 74Q-6-10 0-84" fill="none" stroke="#000" stroke-opacity=".14" stroke-width="2"/>`
}

/** A posy in a glass jar with twine. */
export function jarPosy(stage: Stage): string {
  const { pen, palette, random, cx, height } = stage
  const foot = height * 0.9
  const top = foot - 290
  const x = cx + random.range(-30, 30)
  const water: Lch = palette.dark ? [0.7, 0.04, 180] : [0.84, 0.03, 190]
  const outline = d`M${x - 92} ${top}V${top + 36}C${x - 150} ${top + 60} ${x - 146} ${top + 90} ${x - 146} ${top + 130}V${foot - 30}Q${x - 146} ${foot} ${x - 110} ${foot}H${x + 110}Q${x + 146} ${foot} ${x + 146} ${foot - 30}V${top + 130}C${x + 146} ${top + 90} ${x + 150} ${top + 60} ${x + 92} ${top + 36}V${top}Z`
  let stems = ''
  for (let i = 0; i < 10; i++)
    stems += stem(
      [x + 100 - i * 22, foot - 26 + random.range(-14, 4)],
      [x - 60 + i * 13, top],
      0,
      random.range(7, 10),
      palette.greens[i % 2 ? 0 : 1],
    )
  const glass = `<path d="${outline}" fill="${pen.linear(
    [
      [0, water, 0.55],
      [0.2, [0.97, 0.01, 180], 0.35],
      [0.7, water, 0.28],
      [1, water, 0.6],
    ],
    [0, 0, 1, 0],
  )}" stroke="#fff" stroke-opacity=".7" stroke-width="3"/><path d="${d`M${x - 145} ${top + 128}Q${x} ${top + 148} ${x + 145} ${top + 128}`}" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="3"/><path d="${d`M${x - 118} ${top + 130}V${foot - 50}`}" stroke="#fff" stroke-opacity=".6" stroke-width="9" stroke-linecap="round"/>`
  const twine = `<path d="${d`M${x - 93} ${top + 16}Q${x} ${top + 34} ${x + 93} ${top + 16}M${x - 93} ${top + 25}Q${x} ${top + 43} ${x + 93} ${top + 25}`}" fill="none" stroke="#b08a55" stroke-width="6"/>`
  return (
    ground(stage, random.pick(['circle', 'arch']), { table: 0.8 }) +
    shadow(stage, x + 60, foot, 240, 40, 0.45) +
    stems +
    glass +
    dome(stage, {
      x,
      y: top - 140,
      rx: 215,
      ry: 140,
      bind: [x, top + 20],
      flowers: [
        planned('gerbera', palette.main, 86, 3),
        planned(random.pick(['ranunculus', 'rose']), palette.second, 72, 3),
        planned('chrysanthemum', palette.accent, 58, 4),
        planned('blossom', palette.third, 44, 4),
        planned('jasmine', [0.97, 0.015, 95], 34, 4),
      ],
      greens: ['fern', 'grass', 'olive', 'myrtle'],
      fillers: ['waxflower', 'babysBreath', 'plume'],
      reach: 1.42,
      greenCount: 13,
    }) +
    twine +
    bow(stage, x + 20, top + 26, 52, [0.66, 0.08, 70])
  )
}

export function marketBasket(stage: Stage): string {
  const { palette, random, cx, height } = stage
  const foot = height * 0.9
  const top = foot - 230
  const b = basket(stage, cx, foot, top, 300, 220, kraft)
  const handle = `<path d="${d`M${cx - 286} ${top}C${cx - 270} ${top - 520} ${cx + 270} ${top - 520} ${cx + 286} ${top}`}" fill="none" stroke="#8d6a3f" stroke-width="22"/><path d="${d`M${cx - 286} ${top}C${cx - 270} ${top - 520} ${cx + 270} ${top - 520} ${cx + 286} ${top}`}" fill="none" stroke="#c9a26b" stroke-width="9" stroke-dasharray="26 10"/>`
  return (
    ground(stage, 'arch', { table: 0.78 }) +
    b.back +
    handle +
    dome(stage, {
      x: cx + random.range(-20, 20),
      y: top - 92,
      rx: 290,
      ry: 150,
      bind: [cx, top + 100],
      flowers: [
        planned('gerbera', palette.main, 88, 3),
        planned('marigold', [0.78, 0.16, 66], 74, 4),
        planned('rose', palette.deep, 76, 3),
        planned('chrysanthemum', palette.second, 72, 4),
        planned('lily', palette.third, 90, 2),
        planned('jasmine', [0.97, 0.015, 95], 36, 6),
      ],
      greens: ['fern', 'greens', 'palm', 'olive'],
      fillers: ['babysBreath', 'berries'],
      reach: 1.3,
    }) +
    b.front
  )
}
