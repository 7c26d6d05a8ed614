import { useNavigate } from 'react-router'
import type { Picture as StoredPicture } from '../../../../contract/primitives.ts'
import samples from '../../../../drawings/finished/samples.json'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { toast } from '../../../ui/toast-store.ts'
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

export function ProductCard({ product, isFirst }: { product: SampleProduct; isFirst: boolean }) {
  const navigate = useNavigate()
  const { name, price, originalPrice, rating, reviews, category } = product
  return (
    <Card as="li" className="flex flex-col">
      <div className="relative">
        <Picture
          picture={product.picture}
          alt=""
          sizes="(min-width: 76rem) 23rem, (min-width: 64rem) calc(33vw - 2.3rem), (min-width: 40rem) calc(50vw - 2.5rem), calc(100vw - 2.5rem)"
          eager={isFirst}
          className="aspect-[4/3] w-full object-cover"
        />
        {originalPrice !== null && (
          <Badge tone="marigold" className="absolute top-3 left-3">
            {text.discount({ percent: Math.round((1 - price / originalPrice) * 100) })}
          </Badge>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-2 p-5">
        <p className="text-sm text-ink-soft">{category}</p>
        <h2 className="text-lg">{name}</h2>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          <Rating value={rating} />
          {text.ratingAndReviews({ rating: rating.toFixed(1), reviews })}
        </p>
        <p className="mt-auto flex flex-wrap items-baseline gap-x-3 pt-2">
          <span className="font-display text-xl">{dollars(price)}</span>
          {originalPrice !== null && (
            <s className="text-ink-soft">
              <span className="sr-only">{text.priceBefore} </span>
              {dollars(originalPrice)}
            </s>
          )}
        </p>
        <Button
          wide
          className="mt-2"
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
      </div>
    </Card>
  )
}
