import { use, useState } from 'react'
import { plural } from '../../../../../contract/plural.ts'
import { type AdminProduct, productImportColumns } from '../../../../../contract/store/products.ts'
import { counted, formatRupees, grouped, joined } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { imageAddress } from '../../../../lib/image-address.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Picture } from '../../../../ui/picture.tsx'
import type { BulkAction } from '../../../list/bulk.tsx'
import { addedColumn, fewWords } from '../../../list/columns.tsx'
import { byName, newestFirst, optionsOf, upAndDown } from '../../../list/list-choices.ts'
import { InRow } from '../../../list/list-table.tsx'
import {
  OffSiteBadge,
  OnSiteButton,
  onSiteBulk,
  onSiteText,
  RecordPreview,
  yesOrNo,
} from '../../../on-site.tsx'
import type { CardProps, ViewProps } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { RecordCard, RecordView, RowCell } from '../../../record-card.tsx'
import { hidden } from '../../../record-columns.tsx'
import { recordSection } from '../../../record-section.tsx'
import { productForm } from './product-form.tsx'
import { waysInWords } from './ways-field.tsx'

export function ProductCard({ item, selectBox, actions, reload }: Omit<CardProps<AdminProduct>, 'facts'>) {
  return (
    <RecordCard
      name={item.name}
      picture={firstPictureOf(item)}
      badges={<Badges item={item} />}
      beside={<p className="shrink-0 text-lg font-bold">{formatRupees(item.price)}</p>}
      rowUnder={<span title={item.description}>{joined([...item.category, item.description], ' · ')}</span>}
      cells={
        <>
          <RowCell
            className="w-24 !flex-none [&>div>span:only-child]:!px-2 [&>div>span:only-child]:!py-0 [&>div>span:only-child]:leading-5"
            top={
              <>
                <span className="text-ink-soft">Stock</span> <strong>{grouped(item.stockquantity)}</strong>
              </>
            }
            under={item.instock ? stockText(item) : <StockBadge item={item} />}
          />
          <RowCell
            className="w-26 !flex-none text-right"
            top={<strong className="text-base">{formatRupees(item.price)}</strong>}
            under={
              <>
                ID <span className="font-mono text-xs">{shortId(item.id)}</span>
              </>
            }
          />
        </>
      }
      selectBox={selectBox}
      actions={actions}
      more={
        <>
          <RecordPreview kind="product" id={item.id} name={item.name} />
          <OnSiteButton kind="product" item={item} name={item.name} onDone={reload} />
        </>
      }
    >
      <CategoryChips names={item.category} max={2} />
      <p className="line-clamp-2 text-sm text-ink-soft wrap-anywhere">{item.description}</p>
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
    </RecordCard>
  )
}

export function ProductView({ item }: Pick<ViewProps<AdminProduct>, 'item'>) {
  return (
    <RecordView
      seen={<Gallery item={item} />}
      facts={[
        ['Price', formatRupees(item.price)],
        ['Original price', item.originalPrice !== null && formatRupees(item.originalPrice)],
        ...item.sizes.map(
          ({ name, price, stems }) =>
            [`Size ${name}`, joined([formatRupees(price), stems && counted(stems, 'stem')])] as const,
        ),
        ['Category', <CategoryChips key="category" names={item.category} max={3} />],
        ['Stock', grouped(item.stockquantity)],
        [
          'Status',
          <span key="status" className="flex flex-wrap gap-2">
            <Badges item={item} />
          </span>,
        ],
        ['Custom', joined([item.isCustom ? 'Enabled' : 'Disabled', item.customLabel], ': ')],
        ['Lead time', item.leadDays === 0 ? 'Same day' : counted(item.leadDays, 'day')],
        ['Delivery', waysInWords(item.ways.join(', '))],
        [
          'In the store',
          <span key="store" className="flex flex-wrap items-center gap-x-2">
            {item.isOnSite ? (
              <a href={`/store/${item.slug}`} target="_blank" rel="noopener" className="link">
                /store/{item.slug}
              </a>
            ) : (
              onSiteText(item)
            )}
            <RecordPreview kind="product" id={item.id} name={item.name} />
          </span>,
        ],
        [
          'ID',
          <span key="id" className="font-mono text-sm">
            {shortId(item.id)}
          </span>,
        ],
      ]}
      description={item.description}
    />
  )
}

function Gallery({ item }: { item: AdminProduct }) {
  const [shownAt, setShown] = useState(0)
  return (
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
  )
}

/** A row has the stock in a column of its own. */
function Badges({ item }: { item: AdminProduct }) {
  const isInRow = use(InRow)
  return (
    <>
      <OffSiteBadge item={item} />
      {!isInRow && <StockBadge item={item} />}
      {item.featured && <Badge tone="marigold">Featured</Badge>}
      {item.badge !== null && <Badge tone="outline">{item.badge}</Badge>}
      {item.isAddon && <Badge tone="outline">Add-on</Badge>}
    </>
  )
}

function StockBadge({ item }: { item: AdminProduct }) {
  return <Badge tone={item.instock ? 'neutral' : 'rose'}>{stockText(item)}</Badge>
}

const stockText = ({ instock }: AdminProduct) => (instock ? 'In Stock' : 'Out of Stock')

function CategoryChips({ names, max }: { names: readonly string[]; max: number }) {
  if (names.length === 0) return <p className="text-sm text-ink-soft">No categories</p>
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 in-data-row:flex-nowrap in-data-row:gap-1">
      <ul className="contents">
        {names.slice(0, max).map((name) => (
          <li key={name} className="flex max-w-full min-w-0">
            <Badge
              tone="outline"
              className="min-w-0 in-data-row:!px-2 in-data-row:!py-0 in-data-row:!font-normal in-data-row:!leading-5"
            >
              <span className="truncate">{name}</span>
            </Badge>
          </li>
        ))}
      </ul>
      {names.length > max && <span className="text-sm text-ink-soft">and {names.length - max} more</span>}
    </div>
  )
}

const firstPictureOf = ({ pictures, image }: AdminProduct) => pictures[0]?.picture ?? imageAddress(image)

const shortId = (id: string) => id.slice(0, 8)

export default recordSection({
  kind: 'product',
  calls: callsOf('/api/admin/products', 'edit', 'find'),
  namedBy: 'name',
  texts: {
    add: 'Add Product',
    edit: 'Edit Product',
    added: 'Product created successfully with images',
    addFailed: 'Failed to create product. Please try again.',
    updated: 'Product updated successfully',
    updateFailed: 'Failed to update product. Please try again.',
    changed: 'Someone else changed this product.',
    keptDraft: 'We’ve kept what you typed for a new product.',
    loading: 'Loading products…',
    notLoaded: 'We couldn’t load the products',
    loadFailed: 'Failed to fetch data. Please try again.',
    refreshFailed: 'Failed to refresh products',
    refreshed: 'Products refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 product', other: `${count} products` }),
    deleteMany: ({ count }) =>
      plural(count, { one: 'Delete 1 product?', other: `Delete ${count} products?` }),
    deleted: ({ count }) =>
      plural(count, { one: 'Product deleted successfully', other: `${count} products deleted successfully` }),
    deleteFailed: 'Failed to delete product. Please try again.',
    empty: {
      title: 'No products found',
      text: 'Add your first product, or import products from a file.',
      add: 'Add First Product',
    },
  },
  list: {
    id: 'products',
    endpoint: 'GET /api/admin/products',
    pageSize: 48,
    search: { label: 'Search products', placeholder: 'Name, category or label' },
    filters: [
      { name: 'instock', label: 'Stock status', options: optionsOf({ yes: 'In Stock', no: 'Out of Stock' }) },
      { name: 'featured', label: 'Featured', options: optionsOf({ yes: 'Featured', no: 'Not featured' }) },
    ],
    states: { filter: 'instock', counted: 'products' },
    sorts: [
      newestFirst,
      ...byName,
      ...upAndDown('price', 'Price', 'low to high', 'high to low'),
      ...upAndDown('stock', 'Stock', 'low to high', 'high to low'),
    ],
    showsReadAt: true,
  },
  // The columns of the CSV have the names that an import expects.
  columns: [
    ['name', { sort: 'name', className: fewWords }],
    ['price', { sort: 'price' }],
    ['category', { className: 'min-w-32', isFolded: true }],
    ['stockquantity', { header: 'Stock', sort: 'stock', isFolded: true }],
    [
      'instock',
      {
        text: stockText,
        // The CSV contains the choice of staff, which an import sets again. The badge also depends on the stock.
        csv: ({ isOffered }) => (isOffered ? 'In Stock' : 'Out of Stock'),
        cell: (item) => <StockBadge item={item} />,
        isState: true,
      },
    ],
    [
      'isOnSite',
      {
        header: 'On the site',
        text: yesOrNo,
        cell: (item) => (item.isOnSite ? yesOrNo(item) : <OffSiteBadge item={item} />),
        isState: true,
      },
    ],
    ['featured', { isFolded: true }],
    '...',
    ...hidden('slug', 'description'),
    { header: 'Images', text: ({ pictures }) => String(pictures.length), isHidden: true },
    { header: 'ID', text: ({ id }) => shortId(id), csv: ({ id }) => id, isHidden: true },
    { ...addedColumn, isHidden: true },
  ],
  Card: ProductCard,
  pictureOf: firstPictureOf,
  View: ProductView,
  wideView: true,
  form: productForm,
  bulk: [
    changeMany(
      'In Stock',
      ({ count }) =>
        plural(count, { one: 'Mark 1 product as In Stock?', other: `Mark ${count} products as In Stock?` }),
      { instock: true },
      ({ isOffered }) => !isOffered,
    ),
    changeMany(
      'Out of Stock',
      ({ count }) =>
        plural(count, {
          one: 'Mark 1 product as Out of Stock?',
          other: `Mark ${count} products as Out of Stock?`,
        }),
      { instock: false },
      ({ isOffered }) => isOffered,
    ),
    changeMany(
      'Feature',
      ({ count }) => plural(count, { one: 'Feature 1 product?', other: `Feature ${count} products?` }),
      { featured: true },
      ({ featured }) => !featured,
    ),
    changeMany(
      'Unfeature',
      ({ count }) =>
        plural(count, { one: 'Stop featuring 1 product?', other: `Stop featuring ${count} products?` }),
      { featured: false },
      ({ featured }) => featured,
    ),
    ...onSiteBulk('product'),
  ],
  importing: {
    endpoint: 'POST /api/admin/products/import',
    columns: productImportColumns,
    title: 'Import products',
  },
})

function changeMany(
  label: string,
  question: BulkAction<AdminProduct>['question'],
  body: { instock: boolean } | { featured: boolean },
  appliesTo: (item: AdminProduct) => boolean,
): BulkAction<AdminProduct> {
  return {
    label,
    question,
    text: 'Nothing else changes.',
    appliesTo,
    run: ({ id }) => api('PUT /api/admin/products/:id', { params: { id }, body }),
    done: ({ count }) => ({
      title: 'Success',
      description: plural(count, {
        one: 'Product updated successfully',
        other: `${count} products updated successfully`,
      }),
    }),
  }
}
