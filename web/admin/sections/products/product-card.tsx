import { type ReactNode, useId } from 'react'
import type { AdminProduct } from '../../../../contract/products.ts'
import { formatRupees, grouped } from '../../../../contract/words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { CategoryChips, firstPictureOf, StockBadge, shortId } from './product-parts.tsx'

/** One product in the grid, with view, edit and delete (B§2). */
export function ProductCard({
  item,
  selectBox,
  actions,
}: {
  item: AdminProduct
  selectBox: ReactNode
  actions: ReactNode
}) {
  const title = useId()
  return (
    <Card as="li" aria-labelledby={title} className="flex flex-col">
      <Picture
        picture={firstPictureOf(item)}
        alt=""
        sizes="(min-width: 40rem) 20rem, 92vw"
        className="aspect-[16/9] w-full object-cover"
      />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="-mt-2 -mb-2 flex min-h-11 flex-wrap items-center gap-2">
          <StockBadge item={item} />
          {item.featured && <Badge tone="marigold">Featured</Badge>}
          {selectBox && <span className="-mr-2.5 ml-auto">{selectBox}</span>}
        </div>
        <div className="flex items-start justify-between gap-3">
          <h2 id={title} className="line-clamp-3 min-w-0 text-lg [overflow-wrap:anywhere]">
            {item.name}
          </h2>
          <p className="shrink-0 text-lg font-bold">{formatRupees(item.price)}</p>
        </div>
        <CategoryChips names={item.category} max={2} />
        <p className="line-clamp-2 text-sm text-ink-soft [overflow-wrap:anywhere]">{item.description}</p>
        <dl className="mt-auto flex items-baseline justify-between gap-4 text-sm">
          <div className="flex gap-2">
            <dt className="text-ink-soft">Stock</dt>
            <dd className="font-bold">{grouped(item.stockquantity)}</dd>
          </div>
          <div className="flex gap-2 text-ink-soft">
            <dt>ID</dt>
            <dd className="font-mono">{shortId(item.id)}</dd>
          </div>
        </dl>
        <div className="-mb-1 border-t border-line pt-2">{actions}</div>
      </div>
    </Card>
  )
}
