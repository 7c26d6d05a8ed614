import type { AdminProduct } from '../../../../contract/products.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { Badge } from '../../../ui/badge.tsx'

export function StockBadge({ item }: { item: AdminProduct }) {
  return <Badge tone={item.instock ? 'leaf' : 'rose'}>{stockText(item)}</Badge>
}

export function stockText({ instock }: Pick<AdminProduct, 'instock'>): string {
  return instock ? 'In Stock' : 'Out of Stock'
}

/** B§9: so many of the categories, in words the rest. */
export function CategoryChips({ names, max }: { names: readonly string[]; max: number }) {
  if (names.length === 0) return <p className="text-sm text-ink-soft">No categories</p>
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <ul className="contents">
        {names.slice(0, max).map((name) => (
          <li key={name} className="flex max-w-full min-w-0">
            <Badge tone="outline" className="min-w-0">
              <span className="truncate">{name}</span>
            </Badge>
          </li>
        ))}
      </ul>
      {names.length > max && <span className="text-sm text-ink-soft">and {names.length - max} more</span>}
    </div>
  )
}

/** The picture of its card: the first of its slots. */
export function firstPictureOf(item: AdminProduct) {
  return item.pictures[0]?.picture ?? imageAddress(item.image)
}

/** Enough of an id to tell two apart. */
export function shortId(id: string): string {
  return id.slice(0, 8)
}
