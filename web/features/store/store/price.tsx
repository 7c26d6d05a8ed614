import { hasPriceRange } from '../../../../contract/store/product-facts.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { cx } from '../../../ui/class-names.ts'
import * as text from './product-facts.en.tsx'
import type { Priced } from './product-facts.ts'

export function Price({ product, className }: { product: Priced; className?: string }) {
  const { price, originalPrice } = product
  const shown = <span className="font-display">{formatRupees(price)}</span>
  return (
    <p className={cx('flex flex-wrap items-baseline gap-x-2', className)}>
      <span>{hasPriceRange(product) ? text.priceFrom(shown) : shown}</span>
      {originalPrice !== null && originalPrice > price && (
        <s className="text-sm text-ink-soft">
          <span className="sr-only">{text.priceBefore} </span>
          {formatRupees(originalPrice)}
        </s>
      )}
    </p>
  )
}
