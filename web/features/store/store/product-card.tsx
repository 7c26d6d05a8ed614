import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { missingText } from '../../../../contract/store/product-facts.ts'
import type { Product } from '../../../../contract/store/products.ts'
import { useCanBePaid } from '../../../lib/school.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { FlowerOutline } from '../../../ui/flower-outline.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { type Category, type Choice, searchOf } from './catalogue.ts'
import { Price } from './price.tsx'
import * as factText from './product-facts.en.tsx'
import { needsChoice, storePath } from './product-facts.ts'
import * as text from './store.en.tsx'
import { useAddToCart } from './use-add-to-cart.ts'

interface ProductCardProps {
  product: Product
  at: number
  /** The classes that lay a large card out; left out for a card of the usual size. */
  large?: string | undefined
  favourite: ReactNode
  delivery: string | null
}

const firstRow = 4

export function ProductCard({ product, at, large, favourite, delivery }: ProductCardProps) {
  const isLarge = large !== undefined
  const title = useId()
  const { name, slug, instock, featured, badge } = product
  return (
    <li aria-labelledby={title} className={cx('group/card relative', large ?? 'flex flex-col')}>
      <div
        className={cx('relative flex flex-col overflow-hidden', isLarge ? 'grow arch md:min-h-96' : 'petal')}
      >
        <Link to={storePath(slug)} tabIndex={-1} aria-hidden="true" className="relative flex grow flex-col">
          <Picture
            picture={product.pictures[0]?.picture}
            alt=""
            eager={at === 0 ? true : at < firstRow && 'beside'}
            sizes={
              isLarge
                ? '(min-width: 76rem) 35.25rem, (min-width: 64rem) calc(50vw - 2.75rem), (min-width: 48rem) calc(67vw - 3.4rem), calc(100vw - 2.5rem)'
                : '(min-width: 76rem) 16.9rem, (min-width: 64rem) calc(25vw - 2.1rem), (min-width: 48rem) calc(33vw - 2.2rem), calc(50vw - 1.75rem)'
            }
            className={cx(
              'aspect-[4/5] w-full transition-transform duration-[600ms] group-hover/card:scale-[1.03]',
              isLarge && 'md:absolute md:inset-0 md:aspect-auto md:size-full',
              !instock && 'opacity-60',
            )}
          />
        </Link>
        {isLarge || (
          <div className="pointer-events-none absolute inset-x-2 top-2 flex flex-wrap items-start justify-between gap-2">
            <Badges featured={featured} badge={badge} />
            <span className="pointer-events-auto ml-auto shrink-0">{favourite}</span>
          </div>
        )}
      </div>
      <div className={cx('flex flex-col gap-1 pt-3', !isLarge && 'grow')}>
        {isLarge && (
          <div className="flex items-center justify-between gap-2">
            <Badges featured={featured} badge={badge} />
            <span className="ml-auto">{favourite}</span>
          </div>
        )}
        <h3 id={title} className={isLarge ? 'text-xl' : 'text-base leading-snug md:text-lg'}>
          <Link to={storePath(slug)} className="-my-1 inline-block py-1 no-underline hover:underline">
            {name}
          </Link>
        </h3>
        {isLarge && <p className="line-clamp-2 max-w-text text-ink-soft">{product.description}</p>}
        <Price product={product} className={isLarge ? 'text-xl' : 'text-lg'} />
        {delivery !== null && instock && (
          <p className="text-sm text-leaf-ink">
            <span className="sr-only">{text.delivery} </span>
            {delivery}
          </p>
        )}
        <div className={cx('mt-auto pt-2', isLarge && 'sm:max-w-64')}>
          <CardButton product={product} />
        </div>
      </div>
    </li>
  )
}

function Badges({ featured, badge }: Pick<Product, 'featured' | 'badge'>) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {badge !== null && <Badge tone="rose">{badge}</Badge>}
      {featured && <Badge tone="marigold">{factText.featured}</Badge>}
    </span>
  )
}

function CardButton({ product }: { product: Product }) {
  const { name, slug, instock } = product
  const add = useAddToCart(name)
  const isPaid = useCanBePaid(product.price)
  if (!instock || !isPaid) {
    return (
      <p className="flex min-h-11 items-center font-bold text-ink-soft">
        {instock ? factText.notYetPaid : missingText(product)}
      </p>
    )
  }
  if (needsChoice(product)) {
    return (
      <ButtonLink
        to={storePath(slug)}
        size="sm"
        variant="outline"
        wide
        aria-label={text.chooseOptionsOf({ name })}
      >
        {text.chooseOptions}
      </ButtonLink>
    )
  }
  return (
    <Button
      size="sm"
      variant="outline"
      wide
      busy={add.isPending}
      aria-label={text.addToCartNamed({ name })}
      onClick={() => add.mutate([product])}
    >
      {factText.addToCart}
    </Button>
  )
}

export function CategoryStrip({
  categories,
  products,
  choice,
}: {
  categories: readonly Category[]
  products: readonly Product[]
  choice: Choice
}) {
  const pictures = picturesOf(categories, products)
  return (
    <nav aria-label={text.category} className="strip gap-1 py-1 print:hidden">
      {[{ name: '' }, ...categories].map(({ name }) => {
        const isCurrent = name === choice.category
        return (
          <Link
            key={name}
            to={{ search: searchOf({ ...choice, category: name, shown: 0 }) }}
            preventScrollReset
            aria-current={isCurrent ? 'true' : undefined}
            className="group/category flex w-20 shrink-0 flex-col items-center gap-1.5 text-center text-sm leading-tight no-underline md:w-24"
          >
            <span
              className={cx(
                'grid size-16 place-items-center overflow-hidden rounded-full bg-leaf-tint outline-2 outline-offset-2 transition-colors md:size-20',
                isCurrent ? 'outline-rose' : 'outline-transparent group-hover/category:outline-line-strong',
              )}
            >
              {name === '' ? (
                <FlowerOutline className="size-10 md:size-12" />
              ) : (
                <Picture
                  picture={pictures.get(name)}
                  alt=""
                  sizes="(min-width: 48rem) 5rem, 4rem"
                  className="size-full"
                />
              )}
            </span>
            <span
              className={cx(
                'max-w-full',
                isCurrent ? 'font-bold text-rose-ink' : 'group-hover/category:underline',
              )}
            >
              {name || text.allFlowers}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}

function picturesOf(categories: readonly Category[], products: readonly Product[]) {
  const used = new Set<string>()
  const found = new Map<string, Product['pictures'][number]['picture']>()
  for (const { name } of categories) {
    const own = products.filter(({ category, pictures }) => category.includes(name) && pictures.length > 0)
    const one = own.find(({ id }) => !used.has(id)) ?? own[0]
    if (one?.pictures[0] === undefined) continue
    used.add(one.id)
    found.set(name, one.pictures[0].picture)
  }
  return found
}
