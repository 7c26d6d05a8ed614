type Point = readonly [x: number, y: number]
type Ring = readonly [count: number, from: number, length: number, width: number, colour: string]

const round = (value: number) => Math.round(value * 10) / 10

/** A petal that points upwards from the middle of its flower. */
const petal = (length: number, width: number) => {
  const [low, high] = [round(-length * 0.3), round(-length * 0.82)]
  return `M0 0C${-width} ${low} ${-width} ${high} 0 ${-length}C${width} ${high} ${width} ${low} 0 0Z`
}

/** The fill of a petal or leaf: its colour at the tip, and the shade of the other petals at its base. */
const shaded = (colour: string) => `url(#${colour.slice(1)})`
const shades = (colours: readonly string[]) =>
  colours
    .map(
      (colour) =>
        `<linearGradient id="${colour.slice(1)}" x1="0" x2="0" y1="0" y2="1"><stop stop-color="${colour}"/><stop offset=".45" stop-color="${colour}"/><stop offset="1" stop-color="${mixed(colour)}"/></linearGradient>`,
    )
    .join('')
/** The colour with more than half of the ground's colour in it. */
const mixed = (colour: string) =>
  `#${[1, 3, 5]
    .map(
      (at) =>
        Number.parseInt(colour.slice(at, at + 2), 16) * 0.42 +
        Number.parseInt(ground.slice(at, at + 2), 16) * 0.58,
    )
    .map((value) => Math.round(value).toString(16).padStart(2, '0'))
    .join('')}`

/** A flower from above: rings of petals, the outermost first. */
function flower([x, y]: Point, size: number, rings: readonly Ring[], heart: string): string {
  const petals = rings.map(([count, from, length, width, colour]) => {
    const turns = Array.from({ length: count }, (_, nth) => round(from + (nth * 360) / count))
    const path = petal(length, width)
    return `<g fill="${shaded(colour)}">${turns.map((turn) => `<path transform="rotate(${turn})" d="${path}"/>`).join('')}</g>`
  })
  return `<g transform="translate(${x} ${y})scale(${size})">${petals.join('')}<circle r="9" fill="${heart}"/></g>`
}

function leaf([x, y]: Point, turn: number, length: number, colour: string): string {
  const rib = `<path d="M0 0V${round(-length * 0.86)}" stroke="${ground}" stroke-width="1.2"/>`
  return `<g transform="translate(${x} ${y})rotate(${turn})"><path d="${petal(length, length * 0.3)}" fill="${shaded(colour)}"/>${rib}</g>`
}

function bud([x, y]: Point, turn: number): string {
  return `<g transform="translate(${x} ${y})rotate(${turn})"><path d="${petal(24, 9)}" fill="#f7f2e2"/><path d="M0 0C-6-3-6-9 0-11C6-9 6-3 0 0Z" fill="#7fae79"/></g>`
}

const ground = '#2d1b2b'
const [stalk, darkLeaf, lightLeaf] = ['#6f9d6c', '#3f7a5a', '#7fae79']

const lotus: readonly Ring[] = [
  [10, 18, 78, 22, '#a83a5c'],
  [10, 0, 70, 21, '#c9587a'],
  [8, 22, 54, 18, '#e08aa4'],
  [6, 0, 36, 14, '#f2bccb'],
]
const marigold: readonly Ring[] = [
  [16, 0, 62, 14, '#b8701f'],
  [15, 12, 52, 13, '#d98b25'],
  [12, 0, 40, 12, '#f0a52e'],
  [9, 20, 26, 9, '#f7c164'],
]
const jasmine: readonly Ring[] = [[6, 10, 40, 13, '#f7f2e2']]

/** The dots of a kolam: a diamond of odd rows. */
function dots([x, y]: Point, step: number): string {
  const rows = [1, 3, 5, 7, 5, 3, 1].map((count, row) =>
    Array.from(
      { length: count },
      (_, nth) => `M${x + (nth - (count - 1) / 2) * step} ${y + (row - 3) * step}h0`,
    ).join(''),
  )
  return `<path d="${rows.join('')}" stroke="#6b4a63" stroke-width="4"/>`
}

const colours = [
  ...new Set([...lotus, ...marigold, ...jasmine].map(([, , , , colour]) => colour)),
  darkLeaf,
  lightLeaf,
]

/** The bowl on its table, in front of the stems. */
const bowl = [
  '<ellipse cx="252" cy="562" rx="150" ry="12" fill="#160a15"/>',
  '<path fill="url(#clay)" d="M128 492H352C348 536 306 562 240 562S132 536 128 492Z"/>',
  '<path fill="url(#rim)" d="M120 484H360V500H120Z"/><path fill="#2d1b2b" opacity=".35" d="M126 500H354V505H127Z"/>',
  '<path stroke="#f3d3a0" stroke-width="3" d="M160 522h0M184 530h0M210 535h0M240 537h0M270 535h0M296 530h0M320 522h0"/>',
].join('')

const standing = [
  leaf([178, 262], -64, 86, darkLeaf),
  leaf([214, 350], -58, 66, lightLeaf),
  leaf([296, 380], 84, 84, darkLeaf),
  leaf([318, 340], -34, 60, lightLeaf),
  leaf([170, 412], -104, 92, lightLeaf),
  leaf([320, 436], 104, 96, darkLeaf),
  leaf([226, 440], -40, 74, darkLeaf),
  leaf([256, 450], 28, 80, lightLeaf),
  bud([286, 196], 34),
  bud([266, 232], -22),
  bud([252, 268], 58),
  flower([168, 150], 1.12, lotus, '#e6c65a'),
  flower([338, 296], 1, marigold, '#c9701a'),
  flower([146, 398], 0.72, marigold, '#c9701a'),
  flower([352, 428], 0.8, jasmine, '#d9bd5a'),
  flower([306, 470], 0.62, jasmine, '#d9bd5a'),
  flower([238, 470], 0.6, lotus, '#e6c65a'),
]

/** The flowers lie beside the bowl; only leaves and buds still stand. */
const fallen = [
  leaf([178, 262], -64, 86, darkLeaf),
  leaf([214, 350], -58, 66, lightLeaf),
  leaf([170, 412], -104, 92, lightLeaf),
  leaf([226, 440], -40, 74, darkLeaf),
  leaf([256, 450], 28, 80, lightLeaf),
  bud([286, 196], 34),
  bud([266, 232], -22),
  bud([252, 268], 58),
  bud([168, 152], -8),
]
const onTheTable = [
  ['-74', 66, 566, 0.9],
  ['58', 40, 586, 0.7],
  ['100', 118, 584, 0.62],
  ['-20', 394, 572, 0.5],
].map(
  ([turn, x, y, size]) =>
    `<path transform="translate(${x} ${y})rotate(${turn})scale(${size})" d="${petal(70, 21)}" fill="${shaded('#c9587a')}"/>`,
)

/**
 * Three stems in a bowl, for the empty half of a page that has a short form or a single sentence. It is an arrangement
 * after the old rule: the tall stem leans to one side, the second to the other, and the third stays low. The whole
 * arrangement is within the middle square, because the pages crop the picture to shapes between 4:5 and 1:1.
 */
export function ikebana({ isFallen = false } = {}): string {
  const stems = [
    'M236 486C226 380 150 300 168 150',
    ...(isFallen ? [] : ['M244 486C256 420 316 370 338 300', 'M250 486C262 456 300 440 352 430']),
    'M240 486C230 450 196 424 150 404',
    'M240 488C232 420 246 270 286 196',
  ]
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" preserveAspectRatio="xMidYMid slice" fill="none" stroke-linecap="round"><defs>',
    shades(colours),
    '<linearGradient id="clay"><stop stop-color="#e2a061"/><stop offset=".4" stop-color="#c97f3c"/><stop offset="1" stop-color="#8a4f24"/></linearGradient><linearGradient id="rim"><stop stop-color="#f0bd83"/><stop offset="1" stop-color="#b8743a"/></linearGradient>',
    '<radialGradient id="air" cx=".38" cy=".3" r=".8"><stop stop-color="#4a2d45"/><stop offset="1" stop-color="#2d1b2b"/></radialGradient></defs>',
    '<path fill="url(#air)" d="M0 0H480V600H0Z"/><path fill="#231322" d="M0 506H480V600H0Z"/>',
    '<g transform="translate(36 48)scale(.85)">',
    dots([366, 118], 24),
    '<circle cx="240" cy="300" r="176" stroke="#6b4a63" stroke-width="1.6"/>',
    `<path stroke="${stalk}" stroke-width="5" d="${stems.join('')}"/>`,
    ...(isFallen
      ? [...fallen, bowl, ...onTheTable, flower([416, 552], 0.78, marigold, '#c9701a')]
      : [...standing, bowl]),
    '</g></svg>',
  ].join('')
}
