import { createRandom } from './random.ts'

type Ring = readonly [
  count: number,
  length: number,
  width: number,
  tip: 'round' | 'point' | 'notch',
  opacity: number,
]

type Head = { petal: string; heart: string; heartSize: number; rings: readonly Ring[]; side?: boolean }

// The flowers have flat colours and few petals, because they are shown at 16 to 64 px. `rings` begins with the
// outermost ring.
const heads = {
  rose: {
    petal: '#c83a5e',
    heart: '#8a1f3f',
    heartSize: 6,
    rings: [
      [5, 47, 31, 'round', 1],
      [5, 36, 24, 'round', 0.82],
      [4, 24, 17, 'round', 0.7],
    ],
  },
  lily: {
    petal: '#e88aa4',
    heart: '#b9be55',
    heartSize: 6,
    rings: [
      [3, 48, 11, 'point', 0.8],
      [3, 47, 15, 'point', 1],
    ],
  },
  orchid: {
    petal: '#c45ab0',
    heart: '#7a1160',
    heartSize: 8,
    rings: [
      [3, 44, 14, 'round', 0.75],
      [2, 47, 27, 'round', 1],
    ],
  },
  tulip: {
    petal: '#e0614a',
    heart: '#7f9a4e',
    heartSize: 0,
    rings: [
      [3, 84, 21, 'point', 0.8],
      [1, 78, 26, 'point', 1],
    ],
    side: true,
  },
  jasmine: { petal: '#f7f2e2', heart: '#d9bd5a', heartSize: 5, rings: [[6, 47, 12, 'point', 1]] },
  marigold: {
    petal: '#f0a52e',
    heart: '#c9701a',
    heartSize: 6,
    rings: [
      [16, 48, 10, 'round', 0.85],
      [13, 37, 9, 'round', 0.9],
      [9, 25, 8, 'round', 1],
    ],
  },
  lotus: {
    petal: '#e287a5',
    heart: '#e6c65a',
    heartSize: 0,
    rings: [
      [7, 70, 15, 'point', 0.75],
      [5, 54, 16, 'point', 1],
    ],
    side: true,
  },
  chrysanthemum: {
    petal: '#e9cf6a',
    heart: '#b59a3a',
    heartSize: 5,
    rings: [
      [18, 48, 6, 'round', 0.8],
      [15, 37, 6, 'round', 0.9],
      [10, 24, 5, 'round', 1],
    ],
  },
  gerbera: {
    petal: '#e8604d',
    heart: '#55301f',
    heartSize: 12,
    rings: [
      [16, 48, 8, 'round', 0.85],
      [15, 42, 7, 'round', 1],
    ],
  },
} as const satisfies Record<string, Head>

export type FlowerHeadKind = keyof typeof heads

export const flowerHeadKinds = Object.keys(heads) as [FlowerHeadKind, ...FlowerHeadKind[]]

export type FlowerHeadOptions = {
  /** Fill of the petals: any CSS colour, also `currentColor`. The flower's own colour if left out. */
  petal?: string
  /** Fill of the flower's centre. */
  heart?: string
  seed?: number | string
}

/**
 * Draws one flower as a `<g>` around the origin with a radius of about 48, for `<svg viewBox="-50 -50 100 100">`. The
 * `<g>` has no ids, so that a page can contain many flowers.
 */
export function flowerHead(kind: FlowerHeadKind, { petal, heart, seed = 1 }: FlowerHeadOptions = {}): string {
  const head: Head = heads[kind]
  const random = createRandom(`${kind} ${seed}`)
  const near = (value: number) => Math.round(value * random.range(0.95, 1.05))
  const base = random.range(0, 60)
  const body = head.rings
    .map(([count, length, width, tip, opacity], ring) => {
      const start = base + (ring * 180) / count
      let out = ''
      for (let i = 0; i < count; i++) {
        const spread = count === 1 ? 0 : (i / (count - 1) - 0.5) * (kind === 'lotus' ? 112 - ring * 10 : 34)
        const turn =
          kind === 'orchid'
            ? count === 2
              ? i * 180 + 90
              : i * 120
            : head.side
              ? spread
              : start + (i * 360) / count
        const [l, w] = [near(length) * (kind === 'lotus' ? 1 - Math.abs(spread) * 0.0028 : 1), near(width)]
        const end =
          tip === 'point'
            ? `-${w}-${Math.round(l * 0.78)}-3-${Math.round(l * 0.92)} 0-${Math.round(l)}C3-${Math.round(l * 0.92)} ${w}-${Math.round(l * 0.78)}`
            : `-${w}-${Math.round(l * 0.92)}-${Math.round(w * 0.5)}-${Math.round(l)} 0-${Math.round(l)}C${Math.round(w * 0.5)}-${Math.round(l)} ${w}-${Math.round(l * 0.92)}`
        const low = Math.round(l * (tip === 'point' ? 0.5 : 0.66))
        out += `<path transform="rotate(${Math.round(turn)})" d="M0 0C-${Math.round(w * 0.4)}-6-${w}-${Math.round(low * 0.5)}-${w}-${low}C${end} ${w}-${low}C${w}-${Math.round(low * 0.5)} ${Math.round(w * 0.4)}-6 0 0Z"/>`
      }
      return `<g opacity="${opacity}">${out}</g>`
    })
    .join('')
  const middle = head.heartSize ? `<circle r="${head.heartSize}" fill="${heart ?? head.heart}"/>` : ''
  const fill = `fill="${petal ?? head.petal}" stroke="${heart ?? head.heart}" stroke-opacity=".5"`
  return head.side
    ? `<g ${fill} transform="translate(0 ${kind === 'lotus' ? 30 : 38})">${body}</g>`
    : `<g ${fill}>${body}${middle}</g>`
}
