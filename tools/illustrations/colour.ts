/** A colour in OKLCH, as in `web/ui/tokens.css`: lightness 0-1, chroma, hue in degrees. */
export type Lch = readonly [lightness: number, chroma: number, hue: number]

const toLinearRgb = ([l, c, h]: Lch): [number, number, number] => {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S,
    -1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S,
    -0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S,
  ]
}

/**
 * Converts a colour to sRGB hex, because the rasteriser knows no oklch(). Lowers its chroma until sRGB has the colour.
 */
export function hex(colour: Lch): string {
  const [l, , h] = colour
  let chroma = colour[1]
  let rgb = toLinearRgb(colour)
  while (chroma > 0 && rgb.some((v) => v < -0.0005 || v > 1.0005)) {
    chroma = Math.max(0, chroma - 0.004)
    rgb = toLinearRgb([l, chroma, h])
  }
  return `#${rgb
    .map((v) => {
      const linear = Math.min(1, Math.max(0, v))
      const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
      return Math.round(encoded * 255)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`
}

/** Changes a colour's lightness, chroma (by a factor) and hue. */
export const tone = ([l, c, h]: Lch, lightness: number, chroma = 1, hue = 0): Lch => [
  Math.min(0.99, Math.max(0.08, l + lightness)),
  c * chroma,
  h + hue,
]

/** The colour of the shaded side of a petal. Pale colours turn warm, and strong colours turn deeper. */
export const shadeOf = (colour: Lch, amount: number): Lch => {
  const [l, c, h] = colour
  // Cool greys are metal: they darken without turning warm.
  if (c < 0.05 && h > 180 && h < 300) return [Math.max(0.1, l - amount), c, h]
  if (c < 0.05) return [l - amount * 0.75, c + amount * 0.22, c < 0.015 ? 95 : h]
  return [
    Math.max(0.1, l - amount),
    c * (1 + amount * (c < 0.13 ? 2.2 : 0.25)),
    h > 40 && h < 110 ? h - amount * 95 : h - amount * 25,
  ]
}

/** The colour of a petal where light falls on it. */
export const lightOf = (colour: Lch, amount: number): Lch => [
  Math.min(0.985, colour[0] + amount),
  colour[1] * (1 - amount * 2.2),
  colour[2] + amount * 30,
]

/** Mixes `share` of b into a, in OKLab, so that no grey appears between them. */
export function mix(a: Lch, b: Lch, share: number): Lch {
  const rad = Math.PI / 180
  const at = (x: number, y: number) => x + (y - x) * share
  const x = at(a[1] * Math.cos(a[2] * rad), b[1] * Math.cos(b[2] * rad))
  const y = at(a[1] * Math.sin(a[2] * rad), b[1] * Math.sin(b[2] * rad))
  return [at(a[0], b[0]), Math.hypot(x, y), Math.atan2(y, x) / rad]
}
