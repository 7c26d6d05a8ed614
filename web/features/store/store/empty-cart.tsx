import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Product } from '../../../../contract/store/products.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { placedOrder } from '../../../lib/placed-orders.ts'
import { query, rowsIn } from '../../../lib/query.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import * as text from './empty-cart.en.ts'
import { storePath } from './product-facts.ts'

/** The empty cart links to the last order, because that order may have emptied the cart in this tab or another one. */
export default function EmptyCart({ title, children }: { title: string; children: ReactNode }) {
  const [last] = useState(() => placedOrder(Date.now()))
  const { data } = useQuery(query('GET /api/products/featured'))
  const featured = rowsIn<Product>(data).filter((_, n) => n < 4)
  return (
    <>
      <div className="mt-8 flex flex-wrap items-center gap-x-10 gap-y-6">
        <div className="ikebana aspect-[4/5] w-48 max-w-full" />
        <div className="flex-1 basis-60">
          <p className="font-display text-xl">{title}</p>
          <p className="mt-2 text-ink-soft">{children}</p>
          <div className="mt-5 flex flex-wrap gap-3">
            <ButtonLink to="/store">{text.visitStore}</ButtonLink>
            <ButtonLink to={last ? `/orders/${last}` : '/find'} variant="outline">
              {last ? text.viewLastOrder : text.findOrder}
            </ButtonLink>
          </div>
        </div>
      </div>
      {featured.length > 0 && (
        <section aria-labelledby="featured" className="mt-10">
          <h2 id="featured" className="text-xl">
            {text.featured}
          </h2>
          <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-4">
            {featured.map(({ id, name, slug, price, sizes, pictures }) => (
              <li key={id}>
                <Link to={storePath(slug)} className="group block no-underline">
                  <Picture
                    picture={pictures[0]?.picture}
                    alt=""
                    sizes="(min-width: 76rem) 16.9rem, (min-width: 64rem) calc(25vw - 2.1rem), (min-width: 48rem) calc(50vw - 2.5rem), calc(50vw - 1.75rem)"
                    className="petal aspect-[4/5] w-full object-cover"
                  />
                  <span className="mt-2 block font-display leading-snug wrap-anywhere group-hover:underline">
                    {name}
                  </span>
                  <span className="text-sm text-ink-soft">
                    {sizes.length > 1 ? text.priceFrom({ price: formatRupees(price) }) : formatRupees(price)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
