import { useNavigate } from 'react-router'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { toast } from '../../../ui/toast-store.ts'
import type { SampleProduct } from './sample-products.ts'

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
            {`${Math.round((1 - price / originalPrice) * 100)}% off`}
          </Badge>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-2 p-5">
        <p className="text-sm text-ink-soft">{category}</p>
        <h2 className="text-lg">{name}</h2>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          <Rating value={rating} />
          {rating.toFixed(1)} ({reviews} reviews)
        </p>
        <p className="mt-auto flex flex-wrap items-baseline gap-x-3 pt-2">
          <span className="font-display text-xl">{dollars(price)}</span>
          {originalPrice !== null && (
            <s className="text-ink-soft">
              <span className="sr-only">instead of </span>
              {dollars(originalPrice)}
            </s>
          )}
        </p>
        <Button
          wide
          className="mt-2"
          aria-label={`Add to Cart: ${name}`}
          onClick={() =>
            toast({
              title: `${name} is a sample`,
              description: 'It was not added to your cart. What you can order is in our store.',
              action: { label: 'Go to the store', onClick: () => void navigate('/store') },
            })
          }
        >
          Add to Cart
        </Button>
      </div>
    </Card>
  )
}
