import { type FlowerHeadKind, flowerHead } from '../../drawings/flower-head.ts'
import { cx } from './class-names.ts'
import { Drawing } from './drawing.tsx'

/** A flower in the text's colour. The same seed draws the same flower. */
export function FlowerDrawing({
  flower,
  seed,
  className,
}: {
  flower: FlowerHeadKind
  seed: string | number
  className?: string
}) {
  return (
    <Drawing
      svg={`<svg viewBox="-50 -50 100 100">${flowerHead(flower, { petal: 'currentColor', seed })}</svg>`}
      className={cx('block [&>svg]:size-full', className)}
    />
  )
}
