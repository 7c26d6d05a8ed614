import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { categoryPath } from '../../contract/store/product-facts.ts'
import type { Product } from '../../contract/store/products.ts'
import { FavouriteButton, useFavourites } from '../features/store/favourites/favourites.tsx'
import {
  type Choice,
  cardsAtFirst,
  categoriesOf,
  choiceIn,
  chosen,
  isPlain,
  isUnknownCategory,
  productsQuery,
  rangeInWords,
  searchOf,
  untilNext,
} from '../features/store/store/catalogue.ts'
import type { DeliveryWords } from '../features/store/store/delivery-check.tsx'
import { DeliveryCheck } from '../features/store/store/delivery-part.tsx'
import { CategoryStrip, ProductCard } from '../features/store/store/product-card.tsx'
import { theStore } from '../features/store/store/product-facts.en.tsx'
import { leadInWords } from '../features/store/store/product-facts.ts'
import { storeLd } from '../features/store/store/product-ld.ts'
import * as text from '../features/store/store/store.en.tsx'
import { fallbacksQuery, useFallbacks } from '../lib/fallbacks.ts'
import { JsonLd } from '../lib/json-ld.tsx'
import { laterPart } from '../lib/later-part.tsx'
import { query, rowsIn } from '../lib/query.ts'
import { useSchool } from '../lib/school.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/failed-note.tsx'
import { PageHead } from '../ui/heading.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'
import { PartPage } from './parts/part-page.tsx'

const EnquiryDialog = lazyDialog(() => import('../features/people/enquiry/enquiry-dialog.tsx'))

const first = 'flex flex-col col-span-full md:col-span-2 md:row-span-2'
/** The only product of the store has its picture beside its text, so that no half of the page is empty. */
const alone = 'grid items-center gap-x-8 col-span-full md:grid-cols-2'

const firstDaysQuery = () => query('GET /api/delivery-options/first')

const said = (name: string) => (value: string) =>
  searchOf(choiceIn(new URLSearchParams([[name, value]]))) === '' ? null : value

const Filters = laterPart<{ search: string }>(
  () => import('../features/store/store/filters.tsx'),
  <div className="h-20" />,
)

export const handle: PageHandle = {
  part: 'store',
  queries: (_, search) => [productsQuery(choiceIn(search).sort), firstDaysQuery(), fallbacksQuery()],
  searchParams: Object.fromEntries(
    ['category', 'instock', 'minPrice', 'maxPrice', 'sort', 'q', 'shown'].map((name) => [name, said(name)]),
  ),
  isKept: (search) => isPlain(choiceIn(search)),
  isUnknown: (search, answerOf) => {
    const choice = choiceIn(search)
    const answer = answerOf(productsQuery(choice.sort))
    return answer !== undefined && isUnknownCategory(rowsIn<Product>(answer), choice)
  },
}

function NothingFits({ isEmpty, isUnknown }: { isEmpty: boolean; isUnknown: boolean }) {
  return (
    <EmptyState
      title={isEmpty ? text.storeIsEmpty : isUnknown ? text.unknownCategory : text.noMatch}
      action={
        !isEmpty && (
          <Link to={{ search: '' }} preventScrollReset className={buttonClass({ variant: 'outline' })}>
            {text.showAll}
          </Link>
        )
      }
    >
      {isEmpty ? text.storeIsEmptyLead : text.noMatchLead}
    </EmptyState>
  )
}

export default function Store() {
  return (
    <PartPage part="store">
      <StorePage />
    </PartPage>
  )
}

function StorePage() {
  const [search] = useSearchParams()
  const school = useSchool()
  const texts = useFallbacks()?.texts
  const [start, end] = (texts?.storeHeading ?? text.heading).split('\n')
  const choice = choiceIn(search)
  const result = useQuery({ ...productsQuery(choice.sort), placeholderData: keepPreviousData })
  const { data, error, isPending } = result
  const favourites = useFavourites('product')
  const { data: firstDays } = useQuery({
    ...firstDaysQuery(),
    refetchInterval: ({ state: { data = [] } }) => untilNext(data.map(({ closesAt }) => closesAt)),
    refetchIntervalInBackground: true,
  })
  const [deliveryWords, setDeliveryWords] = useState<DeliveryWords | null>(null)

  const products = rowsIn<Product>(data)
  const isEmpty = data !== undefined && products.length === 0
  const fitting = chosen(products, choice)
  const shown = fitting.slice(0, choice.shown)
  const isBare = searchOf(choice) === ''
  const isUnknown = data !== undefined && isUnknownCategory(products, choice)
  const about = texts?.storeDescription ?? text.shareDescription({ school: school?.name ?? '' })
  const category = isUnknown ? '' : choice.category
  return (
    <>
      <ShareTags
        title={category || theStore}
        description={category ? text.shareCategory({ category, about }) : about}
        path={category ? categoryPath(category) : '/store'}
      />
      {(isUnknown || !isPlain(choice)) && <meta name="robots" content="noindex" />}
      {school && <JsonLd facts={import.meta.env.SSR ? () => storeLd(shown, school) : null} />}
      <Container className="pt-3 pb-16 md:pt-6 md:pb-24">
        <div className="grid grid-cols-2 items-center gap-x-3 gap-y-2 max-[22rem]:grid-cols-1 lg:grid-cols-[1fr_23rem] lg:gap-x-8">
          <div className="col-span-full lg:col-span-1">
            <PageHead
              eyebrow={<span className="max-md:hidden">{theStore}</span>}
              lead={texts && (texts.storeLead ?? text.lead)}
            >
              {start} <em>{end}</em>
            </PageHead>
          </div>
          {!isEmpty && (
            <>
              <div className="col-span-full lg:col-span-1 lg:pr-8">
                <CategoryStrip categories={categoriesOf(products)} products={products} choice={choice} />
              </div>
              <Fold
                summary={text.deliveryTimes}
                className="noscript:hidden lg:col-start-2 lg:row-start-1 print:hidden"
              >
                <DeliveryCheck onWords={setDeliveryWords} enquiry={EnquiryDialog} />
              </Fold>
              <Fold summary={text.searchAndFilter}>
                <Filters search={searchOf(choice)} />
              </Fold>
            </>
          )}
        </div>
        <section aria-label={text.flowers}>
          <h2 className="sr-only">{text.flowers}</h2>
          {!isEmpty && (
            <div className="mt-1 mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
              <p aria-live="polite" className="text-sm text-ink-soft">
                {!isPending && text.itemsFound({ count: fitting.length })}
              </p>
              <ChosenFilters choice={choice} />
            </div>
          )}
          {error && (
            <LoadFailure className="mb-6" title={data ? text.outOfDate : text.notLoaded} of={result} />
          )}
          {isPending ? (
            <Awaited label={text.loading} />
          ) : shown.length > 0 ? (
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,34%)),1fr))] gap-x-4 gap-y-8 md:grid-cols-3 md:gap-x-6 md:gap-y-10 lg:grid-cols-4">
              {shown.map((product, at) => (
                <ProductCard
                  key={product.id}
                  product={product}
                  at={at}
                  large={isBare && at === 0 ? (shown.length === 1 ? alone : first) : undefined}
                  favourite={
                    <FavouriteButton
                      thing={{ id: product.id, title: product.name }}
                      favourites={favourites}
                    />
                  }
                  delivery={deliveryWords ? deliveryWords(product) : leadInWords(product, firstDays)}
                />
              ))}
            </ul>
          ) : (
            <NothingFits isEmpty={isEmpty} isUnknown={isUnknown} />
          )}
          {fitting.length > shown.length && (
            <p className="mt-10 text-center">
              <Link
                to={{ search: searchOf({ ...choice, shown: shown.length + cardsAtFirst }) }}
                replace
                preventScrollReset
                className={buttonClass({ variant: 'outline' })}
              >
                {text.showMore({ count: Math.min(cardsAtFirst, fitting.length - shown.length) })}
              </Link>
            </p>
          )}
        </section>
      </Container>
    </>
  )
}

/** Folded below 1024 px, so that the flowers are on the first screen. */
function Fold({
  summary,
  className,
  children,
}: {
  summary: string
  className?: string
  children: ReactNode
}) {
  return (
    <details className={cx('folded-small open:col-span-full', className)}>
      <summary className={buttonClass({ variant: 'outline', size: 'sm', wide: true })}>
        {summary}
        <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 fill-none stroke-current stroke-[1.75]">
          <path d="m5 8 5 5 5-5" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </summary>
      {children}
    </details>
  )
}

function ChosenFilters({ choice }: { choice: Choice }) {
  const range = rangeInWords(choice)
  const chips: [words: string | false | null, without: Partial<Choice>][] = [
    [choice.q && text.searchFor({ words: choice.q }), { q: '' }],
    [choice.category, { category: '' }],
    [range, { minPrice: null, maxPrice: null }],
    [choice.instock && text.inStock, { instock: false }],
  ]
  const shown = chips.filter(([words]) => words)
  if (shown.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {shown.map(([words, without]) => (
        <li key={String(words)}>
          <Chip
            search={searchOf({ ...choice, shown: 0, ...without })}
            label={text.removeFilter({ filter: String(words) })}
          >
            {words}
            <span aria-hidden="true" className="text-lg leading-none">
              ×
            </span>
          </Chip>
        </li>
      ))}
      {shown.length > 1 && (
        <li>
          <Chip search={searchOf({ sort: choice.sort })}>{text.clearAll}</Chip>
        </li>
      )}
    </ul>
  )
}

function Chip({ search, label, children }: { search: string; label?: string; children: ReactNode }) {
  return (
    <Link
      to={{ search }}
      preventScrollReset
      aria-label={label}
      className="inline-flex min-h-11 items-center gap-2 rounded-full bg-leaf-tint px-4 text-sm font-bold text-leaf-ink no-underline hover:underline"
    >
      {children}
    </Link>
  )
}
