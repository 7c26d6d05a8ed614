import type { AdminProduct } from '../../../../contract/products.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { dayText, formatRupees } from '../../../../contract/words.ts'
import type { Column } from '../../list/list-table.tsx'
import { StockBadge, shortId, stockText } from './product-parts.tsx'

/** Of the table and of the CSV, under the names that an import reads. */
export const productColumns: readonly Column<AdminProduct>[] = [
  {
    header: 'Name',
    text: ({ name }) => name,
    sort: 'name',
    className: 'min-w-36 [overflow-wrap:anywhere]',
  },
  {
    header: 'Price',
    text: ({ price }) => formatRupees(price),
    csv: ({ price }) => String(price),
    sort: 'price',
  },
  { header: 'Categories', text: ({ category }) => category.join(', '), className: 'min-w-32' },
  { header: 'Stock', text: ({ stockquantity }) => String(stockquantity), sort: 'stock' },
  {
    header: 'Stock status',
    text: stockText,
    // What staff chose, which is what an import sets; the badge knows the quantity too.
    csv: ({ isOffered }) => (isOffered ? 'In Stock' : 'Out of Stock'),
    cell: (item) => <StockBadge item={item} />,
  },
  { header: 'Featured', text: ({ featured }) => (featured ? 'Yes' : 'No') },
  { header: 'Custom', text: ({ isCustom }) => (isCustom ? 'Enable' : 'Disable'), isHidden: true },
  { header: 'Custom label', text: ({ customLabel }) => customLabel ?? '', isHidden: true },
  {
    header: 'Description',
    text: ({ description }) => description,
    className: 'min-w-64 whitespace-pre-line',
    isHidden: true,
  },
  { header: 'Images', text: ({ pictures }) => String(pictures.length), isHidden: true },
  { header: 'ID', text: ({ id }) => shortId(id), csv: ({ id }) => id, isHidden: true },
  {
    header: 'Added',
    text: (item) => dayText(schoolDayOf(new Date(item.created_at))),
    csv: (item) => schoolDayOf(new Date(item.created_at)),
    isHidden: true,
  },
]
