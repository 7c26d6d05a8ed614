/**
 * Widths in which a picture is offered, in pixels. None is more than a quarter wider than the one before: whoever takes the
 * smallest that fits fetches little that is not shown.
 */
const widthSteps = [
  64, 80, 96, 120, 144, 176, 220, 272, 320, 384, 448, 544, 640, 736, 896, 1024, 1152, 1280, 1600,
]
/** They are written at once and in every format. Of the others there is the AVIF alone, some moments later. */
const plainSteps = [320, 640, 1024, 1600]

export const widthMax = 1600

/** The widths of a picture whose largest file is so wide. */
export const widthsFor = (width: number): number[] => [...widthSteps.filter((step) => step < width), width]

/** Those of them that every format has. A file that is hardly narrower than the largest one saves nothing there. */
export const plainWidthsFor = (width: number): number[] => [
  ...plainSteps.filter((step) => step * 1.25 <= width),
  width,
]
