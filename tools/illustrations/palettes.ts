import type { Lch } from './colour.ts'

/** The colours of one picture: background, flowers from the main colour to the accent, leaves, cloth and clay. */
export type Palette = {
  dark: boolean
  ground: readonly [top: Lch, foot: Lch]
  panel: Lch
  table: Lch
  line: Lch
  main: Lch
  second: Lch
  third: Lch
  deep: Lch
  accent: Lch
  greens: readonly [Lch, Lch, Lch]
  cloth: Lch
  clay: Lch
}

const ivory: Lch = [0.97, 0.02, 92]
const greensOnLight = [
  [0.44, 0.09, 152],
  [0.54, 0.085, 140],
  [0.68, 0.048, 172],
] as const
const greensOnDark = [
  [0.52, 0.09, 150],
  [0.61, 0.09, 135],
  [0.73, 0.05, 172],
] as const

export const palettes = {
  jasmine: {
    dark: false,
    ground: [
      [0.982, 0.01, 95],
      [0.945, 0.022, 92],
    ],
    panel: [0.925, 0.032, 135],
    table: [0.885, 0.03, 88],
    line: [0.42, 0.09, 155],
    main: [0.87, 0.065, 18],
    second: ivory,
    third: [0.9, 0.085, 92],
    deep: [0.72, 0.14, 28],
    accent: [0.6, 0.17, 12],
    greens: greensOnLight,
    cloth: [0.86, 0.05, 40],
    clay: [0.8, 0.045, 165],
  },
  'banana-leaf': {
    dark: true,
    ground: [
      [0.46, 0.088, 155],
      [0.36, 0.078, 158],
    ],
    panel: [0.53, 0.09, 150],
    table: [0.3, 0.062, 160],
    line: [0.93, 0.04, 110],
    main: ivory,
    second: [0.81, 0.15, 78],
    third: [0.9, 0.1, 96],
    deep: [0.62, 0.18, 14],
    accent: [0.72, 0.16, 355],
    greens: [
      [0.57, 0.11, 146],
      [0.66, 0.11, 132],
      [0.76, 0.06, 165],
    ],
    cloth: [0.9, 0.06, 90],
    clay: [0.86, 0.035, 85],
  },
  rose: {
    dark: false,
    ground: [
      [0.945, 0.025, 15],
      [0.89, 0.048, 12],
    ],
    panel: [0.845, 0.07, 12],
    table: [0.78, 0.078, 14],
    line: [0.5, 0.16, 10],
    main: [0.58, 0.18, 11],
    second: [0.76, 0.125, 6],
    third: [0.96, 0.022, 70],
    deep: [0.43, 0.14, 8],
    accent: [0.82, 0.13, 72],
    greens: greensOnLight,
    cloth: [0.95, 0.02, 60],
    clay: [0.92, 0.022, 60],
  },
  marigold: {
    dark: false,
    ground: [
      [0.945, 0.05, 90],
      [0.905, 0.08, 84],
    ],
    panel: [0.85, 0.12, 79],
    table: [0.75, 0.13, 66],
    line: [0.5, 0.13, 45],
    main: [0.74, 0.17, 56],
    second: [0.86, 0.15, 88],
    third: ivory,
    deep: [0.52, 0.18, 24],
    accent: [0.6, 0.2, 356],
    greens: greensOnLight,
    cloth: [0.55, 0.17, 12],
    clay: [0.6, 0.11, 40],
  },
  aubergine: {
    dark: true,
    ground: [
      [0.31, 0.052, 342],
      [0.225, 0.04, 338],
    ],
    panel: [0.385, 0.07, 344],
    table: [0.19, 0.034, 335],
    line: [0.86, 0.06, 60],
    main: [0.74, 0.135, 8],
    second: [0.92, 0.04, 30],
    third: [0.6, 0.17, 350],
    deep: [0.47, 0.16, 8],
    accent: [0.81, 0.145, 76],
    greens: greensOnDark,
    cloth: [0.8, 0.08, 20],
    clay: [0.62, 0.06, 30],
  },
  monsoon: {
    dark: false,
    ground: [
      [0.945, 0.018, 200],
      [0.89, 0.032, 195],
    ],
    panel: [0.82, 0.045, 188],
    table: [0.71, 0.048, 185],
    line: [0.4, 0.07, 195],
    main: [0.83, 0.075, 320],
    second: ivory,
    third: [0.72, 0.11, 310],
    deep: [0.55, 0.16, 340],
    accent: [0.87, 0.12, 88],
    greens: greensOnLight,
    cloth: [0.96, 0.015, 120],
    clay: [0.95, 0.012, 120],
  },
  dawn: {
    dark: false,
    ground: [
      [0.955, 0.03, 65],
      [0.905, 0.06, 45],
    ],
    panel: [0.86, 0.078, 38],
    table: [0.76, 0.085, 40],
    line: [0.5, 0.13, 30],
    main: [0.72, 0.155, 33],
    second: [0.86, 0.095, 68],
    third: ivory,
    deep: [0.53, 0.17, 20],
    accent: [0.82, 0.1, 2],
    greens: greensOnLight,
    cloth: [0.96, 0.025, 75],
    clay: [0.5, 0.08, 155],
  },
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes

export const paletteNames = Object.keys(palettes) as [PaletteName, ...PaletteName[]]
