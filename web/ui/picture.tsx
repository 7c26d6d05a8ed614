import { useState } from 'react'
import { preload } from 'react-dom'
import { cx } from './class-names.ts'
import { FlowerOutline } from './flower-outline.tsx'

/**
 * A picture's files are `${base}-${w}.avif`, `.webp` and `.jpg` for each width `w`; AVIF has a longer list of widths.
 */
export interface PictureSource {
  base: string
  /** Widths in pixels, smallest first. */
  widths: number[]
  avifWidths?: number[] | undefined
  /** The original's width and height in pixels. */
  width: number
  height: number
  /** The CSS colour that fills the box until the picture is loaded. */
  color: string
  /** The point that crops keep in sight, in percent. The default is the middle of the picture. */
  focus?: { x: number; y: number } | undefined
}

export type PictureProps = {
  /** A string is the URL of a picture of one size; null renders the placeholder. */
  picture: PictureSource | string | null | undefined
  alt: string
  sizes?: string
  /**
   * True preloads the picture, which is meant for the first picture of a page. `beside` loads the picture at once.
   * False loads the picture when it comes near the visible part of the page.
   */
  eager?: boolean | 'beside'
  /** The classes of the image: its box, ratio and crop (`aspect-[4/3] w-full arch`). */
  className?: string
}

const sourceSet = (base: string, widths: number[], ending: 'avif' | 'webp' | 'jpg') =>
  widths.map((width) => `${base}-${width}.${ending} ${width}w`).join(', ')

/**
 * Returns the widths that the layout may ask for. A picture of fixed size needs at most four pixels for each CSS pixel.
 * A picture that grows with the window is never narrower than 144 px.
 */
function usefulWidths(widths: number[], sizes: string): number[] {
  const lengths = [
    ...sizes.replace(/\(min-width.*?\)/g, '').matchAll(/(\d{1,4}(?:\.\d{1,4})?)(rem|px)/g),
  ].map(([, length, unit]) => Number(length) * (unit === 'rem' ? 16 : 1))
  const isOfWindow = sizes.includes('vw')
  const least = isOfWindow ? 144 : Math.min(...lengths)
  const most = isOfWindow ? Infinity : 4 * Math.max(...lengths)
  return widths.filter((_, n) => (widths[n + 1] ?? Infinity) > least && (widths[n - 1] ?? 0) < most)
}

/** An arch cuts off the upper corners, so the side of a point in such a corner is not round. */
export function archAround({ x, y }: { x: number; y: number }): string | undefined {
  return y > 42 || (x > 33 && x < 67) ? undefined : x < 50 ? '1.5rem 100vw 0 0' : '100vw 1.5rem 0 0'
}

export function Picture({ picture, alt, sizes = '100vw', eager = false, className }: PictureProps) {
  const address = typeof picture === 'string' ? picture : picture?.base
  const [broken, setBroken] = useState<string>()
  if (!picture || !address || broken === address) {
    const named = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true }
    return (
      <div {...named} className={cx('grid place-items-center bg-leaf-tint', className)}>
        <FlowerOutline className="size-3/5 max-h-40 max-w-40 opacity-70" />
      </div>
    )
  }
  const image = {
    alt,
    loading: eager ? 'eager' : 'lazy',
    fetchPriority: eager === true ? 'high' : undefined,
    decoding: eager ? undefined : 'async',
    className,
    onError: () => setBroken(address),
    // Loading may have failed before React took over the page, and then no event comes.
    ref: (img: HTMLImageElement | null) => {
      if (img?.complete && img.currentSrc && img.naturalWidth === 0) setBroken(address)
    },
  } as const
  if (typeof picture === 'string') return <img {...image} src={picture} />
  const { base, widths, width, height, color, focus } = picture
  const avif = sourceSet(base, usefulWidths(picture.avifWidths ?? widths, sizes), 'avif')
  const middle = widths.findLast((w) => w <= 800) ?? widths[0] ?? width
  if (eager === true) {
    preload(`${base}-${middle}.avif`, {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: avif,
      imageSizes: sizes,
      fetchPriority: 'high',
    })
  }
  return (
    // `contents` and `hidden` keep the sources from becoming cells of a grid.
    <picture className="contents">
      <source hidden type="image/avif" srcSet={avif} sizes={sizes} />
      <source hidden type="image/webp" srcSet={sourceSet(base, widths, 'webp')} sizes={sizes} />
      <img
        {...image}
        src={`${base}-${middle}.jpg`}
        srcSet={sourceSet(base, widths, 'jpg')}
        sizes={sizes}
        width={width}
        height={height}
        style={{
          backgroundColor: color,
          borderRadius: focus && className?.includes('arch') ? archAround(focus) : undefined,
          // A point in the outer sixth of the picture shows the edge, and others come nearer to the middle. By their own
          // percentages they would stay as near to the edge of the box as they are to the edge of the picture.
          objectPosition:
            focus &&
            [focus.x, focus.y]
              .map((percent) => `${Math.min(100, Math.max(0, 1.5 * percent - 25))}%`)
              .join(' '),
        }}
      />
    </picture>
  )
}
