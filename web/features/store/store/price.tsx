import { hasPriceRange } from '../../../../contract/store/product-facts.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { cx } from '../../../ui/class-names.ts'
import type { Priced } from './product-facts.ts'

export function Price({ product, className }: { product: Priced; className?: string }) {
  const { price, originalPrice } = product
  return (
    <p className={cx('flex flex-wrap items-baseline gap-x-2', className)}>
      <span>
        {hasPriceRange(product) && <span className="text-sm text-ink-soft">from </span>}
        <span className="font-display">{formatRupees(price)}</span>
      </span>
      {originalPrice !== null && originalPrice > price && (
        <s className="text-sm text-ink-soft">
          <span className="sr-only">instead of </span>
          {formatRupees(originalPrice)}
        </s>
      )}
    </p>
  )
}
