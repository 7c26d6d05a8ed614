import { Link } from 'react-router'
import type { Product } from '../../../../contract/store/products.ts'
import { cx } from '../../../ui/class-names.ts'
import { FlowerOutline } from '../../../ui/flower-outline.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { type Category, type Choice, searchOf } from './catalogue.ts'

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
    <nav aria-label="Category" className="strip gap-1 py-2 md:gap-3">
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
              {name || 'All flowers'}
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
