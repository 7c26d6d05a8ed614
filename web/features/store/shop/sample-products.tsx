import { Link, useNavigate } from 'react-router'
import type { Picture as StoredPicture } from '../../../../contract/primitives.ts'
import samples from '../../../../drawings/finished/samples.json'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { FlowerOutline } from '../../../ui/flower-outline.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { category as categoryLabel } from '../../../ui/ui.en.ts'
import * as text from './sample-products.en.tsx'

export const shopCategories = ['All', 'Roses', 'Lilies', 'Orchids', 'Bouquets', 'Seasonal', 'Tulips'] as const
export type ShopCategory = (typeof shopCategories)[number]

/** A sample product. Its prices are in US dollars, and the second price is the price before a discount. */
type Row = [
  picture: keyof typeof text.names,
  category: Exclude<ShopCategory, 'All'>,
  price: number,
  originalPrice: number | null,
  rating: number,
  reviews: number,
]

const rows: Row[] = [
  ['red-rose-dozen', 'Roses', 49.99, 59.99, 4.8, 124],
  ['star-lily-vase', 'Lilies', 39.99, null, 4.6, 89],
  ['ruby-orchid-pot', 'Orchids', 54.99, 64.99, 4.9, 156],
  ['market-morning-bouquet', 'Bouquets', 44.99, null, 4.7, 98],
  ['festival-marigold-basket', 'Seasonal', 29.99, 34.99, 4.5, 67],
  ['sample-tulip-bunch', 'Tulips', 34.99, null, 4.4, 73],
  ['blush-rose-posy', 'Roses', 36.99, 42.99, 4.7, 112],
  ['crimson-lily-wrap', 'Lilies', 41.99, null, 4.3, 51],
  ['lotus-offering', 'Seasonal', 24.99, null, 4.9, 184],
]

export type SampleProduct = (typeof sampleProducts)[number]

export const sampleProducts = rows.map(([picture, category, price, originalPrice, rating, reviews]) => ({
  name: text.names[picture],
  category,
  price,
  originalPrice,
  rating,
  reviews,
  picture: { ...samples[picture], base: `/uploads/${samples[picture].base}` } satisfies StoredPicture,
}))

const dollars = (price: number) => `$${price.toFixed(2)}`

export function ProductCard({ product, isLarge }: { product: SampleProduct; isLarge: boolean }) {
  const { name, price, originalPrice, rating, reviews, category, picture } = product
  return (
    <li className={isLarge ? 'grid items-center gap-x-8 col-span-full md:grid-cols-2' : 'flex flex-col'}>
      <div
        className={cx(
          'relative flex flex-col overflow-hidden',
          isLarge ? 'arch border border-line' : 'petal',
        )}
      >
        <Picture
          picture={picture}
          alt=""
          sizes={
            isLarge
              ? '(min-width: 76rem) 35rem, (min-width: 48rem) calc(50vw - 3rem), calc(100vw - 2.5rem)'
              : '(min-width: 76rem) 28rem, (min-width: 64rem) calc(42vw - 3.5rem), (min-width: 48rem) calc(55vw - 3.7rem), calc(83vw - 2.9rem)'
          }
          eager={isLarge}
          className={cx(isLarge ? 'aspect-[4/3]' : 'aspect-[4/5]', 'w-full')}
        />
      </div>
      <div className={cx('flex flex-col gap-1 pt-3', !isLarge && 'grow')}>
        <p className="text-sm text-ink-soft">{category}</p>
        <h2 className={isLarge ? 'text-xl' : 'text-base leading-snug md:text-lg'}>{name}</h2>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          <Rating value={rating} />
          {text.ratingAndReviews({ rating: rating.toFixed(1), reviews })}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className={cx('font-display', isLarge ? 'text-xl' : 'text-lg')}>{dollars(price)}</span>
          {originalPrice !== null && (
            <s className="text-ink-soft">
              <span className="sr-only">{text.priceBefore} </span>
              {dollars(originalPrice)}
            </s>
          )}
          {originalPrice !== null && (
            <Badge tone="marigold">
              {text.discount({ percent: Math.round((1 - price / originalPrice) * 100) })}
            </Badge>
          )}
        </p>
        <div className={cx('mt-auto pt-2', isLarge && 'sm:max-w-64')}>
          <AddToCart name={name} />
        </div>
      </div>
    </li>
  )
}

function AddToCart({ name }: { name: string }) {
  const navigate = useNavigate()
  return (
    <Button
      size="sm"
      variant="quiet"
      className="-ml-4"
      aria-label={text.addToCartNamed({ name })}
      onClick={() =>
        toast({
          title: text.isSample({ name }),
          description: text.isSampleLead,
          action: { label: text.visitStore, onClick: () => void navigate('/store') },
        })
      }
    >
      {text.addToCart}
    </Button>
  )
}

/** Shows each category with the picture of its first product. */
export function CategoryStrip({ current }: { current: ShopCategory }) {
  return (
    <nav aria-label={categoryLabel} className="strip gap-1 py-1 print:hidden">
      {shopCategories.map((name) => (
        <Link
          key={name}
          to={{ search: name === 'All' ? '' : `?category=${name}` }}
          preventScrollReset
          aria-current={name === current ? 'true' : undefined}
          className="group/category flex w-20 shrink-0 flex-col items-center gap-1.5 text-center text-sm leading-tight no-underline md:w-24"
        >
          <span
            className={cx(
              'grid size-16 place-items-center overflow-hidden rounded-full bg-leaf-tint outline-2 outline-offset-2 transition-colors md:size-20',
              name === current
                ? 'outline-rose'
                : 'outline-transparent group-hover/category:outline-line-strong',
            )}
          >
            {name === 'All' ? (
              <FlowerOutline className="size-10 md:size-12" />
            ) : (
              <Picture
                picture={sampleProducts.find((product) => product.category === name)?.picture}
                alt=""
                sizes="(min-width: 48rem) 5rem, 4rem"
                className="size-full"
              />
            )}
          </span>
          <span className={name === current ? 'font-bold text-rose-ink' : 'group-hover/category:underline'}>
            {name}
          </span>
        </Link>
      ))}
    </nav>
  )
}
