import { useState } from 'react'
import { preload } from 'react-dom'
import { cx } from './class-names.ts'
import { FlowerOutline } from './flower-outline.tsx'

/** A picture of the pipeline: its files are `${base}-${w}.avif`, `.webp` and `.jpg` for each of `widths`. */
export interface PictureSource {
  /** Path without width and ending, e.g. `/uploads/ab12cd`. */
  base: string
  /** The widths that exist, in pixels, smallest first. */
  widths: number[]
  /** Size of the original, in pixels: its ratio holds the place. */
  width: number
  height: number
  /** Its dominant colour (CSS), shown until it is there. */
  color: string
}

export type PictureProps = {
  /** From the pipeline, or the address of a plain image; null draws the placeholder. */
  picture: PictureSource | string | null | undefined
  /** What it shows; empty for ornament. */
  alt: string
  /** How wide it stands on the page, as in `<img sizes>`. */
  sizes?: string
  /** The page's first picture: preloaded and fetched first. All others wait until they come near. */
  eager?: boolean
  /** Classes of the image itself: its box, ratio and crop (`aspect-[4/3] w-full arch`). */
  className?: string
}

const sourceSet = ({ base, widths }: PictureSource, ending: 'avif' | 'webp' | 'jpg') =>
  widths.map((width) => `${base}-${width}.${ending} ${width}w`).join(', ')

/** A picture that keeps its place, loads the right size, and turns into a drawn flower when it cannot be had. */
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
    fetchPriority: eager ? 'high' : undefined,
    decoding: eager ? undefined : 'async',
    className,
    onError: () => setBroken(address),
    // Rendered on the server, it may have failed before React was there to hear of it.
    ref: (img: HTMLImageElement | null) => {
      if (img?.complete && img.currentSrc && img.naturalWidth === 0) setBroken(address)
    },
  } as const
  if (typeof picture === 'string') return <img {...image} src={picture} />
  const { base, widths, width, height, color } = picture
  const middle = widths.findLast((w) => w <= 800) ?? widths[0] ?? width
  if (eager) {
    preload(`${base}-${middle}.avif`, {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: sourceSet(picture, 'avif'),
      imageSizes: sizes,
      fetchPriority: 'high',
    })
  }
  return (
    // Without a box of its own, its sources would be cells of the grid that it stands in.
    <picture className="contents">
      <source hidden type="image/avif" srcSet={sourceSet(picture, 'avif')} sizes={sizes} />
      <source hidden type="image/webp" srcSet={sourceSet(picture, 'webp')} sizes={sizes} />
      <img
        {...image}
        src={`${base}-${middle}.jpg`}
        srcSet={sourceSet(picture, 'jpg')}
        sizes={sizes}
        width={width}
        height={height}
        style={{ backgroundColor: color }}
      />
    </picture>
  )
}
