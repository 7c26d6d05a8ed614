/**
 * The widths in pixels. Each width is at most a quarter larger than the previous one, so a browser that takes the
 * smallest sufficient width wastes little.
 */
const widthSteps = [
  64, 80, 96, 120, 144, 176, 220, 272, 320, 384, 448, 544, 640, 736, 896, 1024, 1152, 1280, 1600,
]
/**
 * The widths that a picture gets immediately, in every format. The other widths follow some moments later, in AVIF
 * alone.
 */
const plainSteps = [320, 640, 1024, 1600]

export const widthMax = 1600

export const widthsFor = (width: number): number[] => [...widthSteps.filter((step) => step < width), width]

/** A width that is only slightly smaller than the largest one saves nothing, so it is left out. */
export const plainWidthsFor = (width: number): number[] => [
  ...plainSteps.filter((step) => step * 1.25 <= width),
  width,
]
