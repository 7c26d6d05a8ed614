import { useState } from 'react'
import type { AdminProduct } from '../../../../contract/products.ts'
import { formatRupees, grouped } from '../../../../contract/words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RecordHistory } from '../../record-history.tsx'
import { CategoryChips, firstPictureOf, StockBadge, shortId } from './product-parts.tsx'

/** Everything about one product, to read (B§2). */
export function ProductViewDialog({
  open,
  onClose,
  onEdit,
  item,
}: {
  open: boolean
  onClose: () => void
  onEdit: () => void
  item: AdminProduct
}) {
  const [shownAt, setShown] = useState(0)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeOnOutsidePress
      wide
      title={item.name}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button onClick={onEdit}>Edit</Button>
        </>
      }
    >
      <div className="grid gap-6 md:grid-cols-[20rem_1fr]">
        <div className="flex flex-col gap-3">
          <Picture
            picture={item.pictures[shownAt]?.picture ?? firstPictureOf(item)}
            alt=""
            sizes="(min-width: 48rem) 20rem, 92vw"
            className="aspect-[4/3] w-full rounded-sm object-cover"
          />
          {item.pictures.length > 1 && (
            <ul aria-label="Images" className="grid grid-cols-5 gap-2">
              {item.pictures.map(({ slot, picture }, at) => (
                <li key={slot}>
                  <button
                    type="button"
                    aria-label={`Show image ${at + 1}`}
                    aria-pressed={at === shownAt}
                    className={cx(
                      'block min-h-11 w-full overflow-hidden rounded-sm border-2',
                      at === shownAt ? 'border-leaf-ink' : 'border-transparent',
                    )}
                    onClick={() => setShown(at)}
                  >
                    <Picture
                      picture={picture}
                      alt=""
                      sizes="4rem"
                      className="aspect-square w-full object-cover"
                    />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="min-w-0">
          <dl className="divide-y divide-line border-y border-line">
            <Fact name="Price">{formatRupees(item.price)}</Fact>
            <Fact name="Category">
              <CategoryChips names={item.category} max={3} />
            </Fact>
            <Fact name="Stock">{grouped(item.stockquantity)}</Fact>
            <Fact name="Status">
              <span className="flex flex-wrap gap-2">
                <StockBadge item={item} />
                {item.featured && <Badge tone="marigold">Featured</Badge>}
              </span>
            </Fact>
            <Fact name="Custom">
              {item.isCustom ? 'Enabled' : 'Disabled'}
              {item.customLabel && `: ${item.customLabel}`}
            </Fact>
            <Fact name="ID">
              <span className="font-mono text-sm">{shortId(item.id)}</span>
            </Fact>
          </dl>
          <h3 className="mt-5 text-lg">Description</h3>
          <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{item.description}</p>
          <div className="mt-6">
            <RecordHistory kind="product" id={item.id} />
          </div>
        </div>
      </div>
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_1fr] gap-4 py-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
