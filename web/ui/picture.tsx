import { useState } from 'react'
import { preload } from 'react-dom'
import { cx } from './class-names.ts'
import { FlowerOutline } from './flower-outline.tsx'

/** A picture of the pipeline: its files are `${base}-${w}.avif`, `.webp` and `.jpg` for each of `widths`. */
export interface PictureSource {
  /** E.g. `/uploads/ab12cd`. */
  base: string
  /** In pixels, smallest first. */
  widths: number[]
  /** Of the original, in pixels: the ratio keeps the place. */
  width: number
  height: number
  /** Its dominant CSS colour, shown until it is loaded. */
  color: string
}

export type PictureProps = {
  /** From the pipeline, or an address; null draws the placeholder. */
  picture: PictureSource | string | null | undefined
  alt: string
  sizes?: string
  /** The page's first picture: it is preloaded. `beside` it: loaded at once. All others load lazily. */
  eager?: boolean | 'beside'
  /** Of the image: its box, ratio and crop (`aspect-[4/3] w-full arch`). */
  className?: string
}

const sourceSet = ({ base, widths }: PictureSource, ending: 'avif' | 'webp' | 'jpg') =>
  widths.map((width) => `${base}-${width}.${ending} ${width}w`).join(', ')

/** A picture that keeps its place and loads the right size; a drawn flower where it is missing. */
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
    // It may have failed before hydration.
    ref: (img: HTMLImageElement | null) => {
      if (img?.complete && img.currentSrc && img.naturalWidth === 0) setBroken(address)
    },
  } as const
  if (typeof picture === 'string') return <img {...image} src={picture} />
  const { base, widths, width, height, color } = picture
  const middle = widths.findLast((w) => w <= 800) ?? widths[0] ?? width
  if (eager === true) {
    preload(`${base}-${middle}.avif`, {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: sourceSet(picture, 'avif'),
      imageSizes: sizes,
      fetchPriority: 'high',
    })
  }
  return (
    // Hidden, or the sources would be cells of the grid around.
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
