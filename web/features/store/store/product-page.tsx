import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { shareFactsOfProduct } from '../../../../contract/site/share-pictures.ts'
import { answerMax, cartQuantityMax } from '../../../../contract/store/cart-facts.ts'
import type { DeliveryFees } from '../../../../contract/store/delivery.ts'
import { categoryPath, missingText } from '../../../../contract/store/product-facts.ts'
import type { Product, ProductDetail } from '../../../../contract/store/products.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { JsonLd } from '../../../lib/json-ld.tsx'
import { laterPart } from '../../../lib/later-part.tsx'
import { usePageAssets } from '../../../lib/page-context.tsx'
import { useCanBePaid, useSchool } from '../../../lib/school.ts'
import { ShareTags } from '../../../lib/share-tags.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/class-names.ts'
import { PageTitle } from '../../../ui/heading.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Container } from '../../../ui/section.tsx'
import type { ShareButtonProps } from '../../../ui/share-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { AskUs } from './delivery-check.tsx'
import { DeliveryCheck } from './delivery-part.tsx'
import { Price } from './price.tsx'
import * as factText from './product-facts.en.tsx'
import { type Deliverable, leadInWords, storePath } from './product-facts.ts'
import { productLd } from './product-ld.ts'
import * as text from './product-page.en.tsx'
import { Stepper } from './stepper.tsx'
import { useAddToCart } from './use-add-to-cart.ts'

const ShareButton = laterPart<ShareButtonProps>(() => import('../../../ui/share-button.tsx'), null)
const BackInStock = laterPart<{ slug: string; name: string }>(
  () => import('./back-in-stock.tsx'),
  <div className="h-60" />,
)

/** A description of at most this many characters stands above the buttons. */
const descriptionAbove = 600

export function ProductPage({
  product,
  favourite,
  enquiry,
  delivery,
}: {
  product: ProductDetail
  /** The delivery fees for search engines; only the server has them. */
  delivery: DeliveryFees | undefined
  favourite: ReactNode
  enquiry: AskUs
}) {
  const school = useSchool()
  const { siteUrl } = usePageAssets()
  const { name, slug, description, category, featured, badge, instock, care, substitution } = product
  // A long description would push the buttons far down, so it comes after them.
  const isLong = description.length > descriptionAbove
  const words = <p className="max-w-text text-lg whitespace-pre-line text-ink-soft">{description}</p>
  const about = [
    [text.inside, product.inside],
    [text.care, care],
    [text.substitution, substitution ?? text.substitutionByChoice],
    [text.delivery, deliveryLines(instock ? product : { ...product, leadDays: 0 })],
  ] as const
  return (
    <>
      <ShareTags
        title={name}
        description={`${formatRupees(product.price)}. ${description}`}
        path={storePath(slug)}
        facts={import.meta.env.SSR && school ? () => shareFactsOfProduct(product, school) : null}
      />
      {school && <JsonLd facts={import.meta.env.SSR ? () => productLd(product, school, delivery) : null} />}
      <Container className="py-6 md:py-10">
        <nav aria-label={text.breadcrumb} className="flex flex-wrap gap-x-3 print:hidden">
          <Link to="/store" className="link inline-flex min-h-11 items-center">
            <span aria-hidden="true">←&nbsp;</span>
            {factText.theStore}
          </Link>
          {/* oxlint-disable-next-line malar/whole-letters -- a list */}
          {category.slice(0, 3).map((one) => (
            <Link key={one} to={categoryPath(one)} className="link inline-flex min-h-11 items-center text-sm">
              {one}
            </Link>
          ))}
        </nav>
        <div className="mt-2 grid items-start gap-8 md:grid-cols-2 lg:grid-cols-[1.1fr_1fr] lg:gap-14">
          <div className="md:sticky md:top-32 lg:top-24">
            <Gallery name={name} pictures={product.pictures}>
              {favourite}
            </Gallery>
          </div>
          <div className="flex flex-col gap-6">
            <div>
              <div className="flex min-h-8 flex-wrap items-center gap-2">
                {featured && <Badge tone="marigold">{factText.featured}</Badge>}
                {badge !== null && <Badge tone="rose">{badge}</Badge>}
                {!instock && <Badge>{missingText(product)}</Badge>}
                <div className="ml-auto">
                  <ShareButton size="sm" variant="quiet" title={name} url={siteUrl + storePath(slug)} />
                </div>
              </div>
              <PageTitle className="mt-1">{name}</PageTitle>
              <Price product={product} className="mt-3 text-xl" />
              {!isLong && <div className="mt-4">{words}</div>}
            </div>
            {instock ? (
              <BuyForm key={slug} product={product} />
            ) : (
              product.isOffered && <BackInStock slug={slug} name={name} />
            )}
            {instock && <DeliveryCheck product={product} enquiry={enquiry} />}
            {isLong && words}
            <div className="divide-y divide-line border-y border-line">
              {about.map(
                ([question, answer]) =>
                  answer !== null && (
                    <details key={question} className="group py-1">
                      <summary className="flex min-h-11 items-center justify-between gap-4 font-bold">
                        {question}
                        <span
                          aria-hidden="true"
                          className="text-rose-ink transition-transform group-open:rotate-45 print:hidden"
                        >
                          +
                        </span>
                      </summary>
                      <p className="pb-4 whitespace-pre-line text-ink-soft">{answer}</p>
                    </details>
                  ),
              )}
            </div>
          </div>
        </div>
      </Container>
    </>
  )
}

/** Returns the line about the lead time, and a line for each way of delivery; null if the school has no way. */
export function deliveryLines({ leadDays, ways }: Deliverable): string | null {
  if (ways.length === 0) return null
  const lead = leadDays === 0 ? [] : [leadInWords({ leadDays, ways }) ?? '']
  return [...new Set([...lead, ...ways.map((way) => factText.ways[way])])].join('\n')
}

function Gallery({
  name,
  pictures,
  children,
}: Pick<Product, 'name' | 'pictures'> & {
  children: ReactNode
}) {
  const row = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const all = pictures.length === 0 ? [null] : pictures.map(({ picture }) => picture)
  const show = (at: number) => {
    const place = row.current
    place?.scrollTo({ left: at * place.clientWidth, behavior: 'smooth' })
  }
  return (
    <div>
      <div className="relative arch bg-leaf-tint">
        <div
          ref={row}
          // The row is a tab stop, so that arrow keys can scroll it. A single picture has nothing to scroll.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={all.length > 1 ? 0 : undefined}
          role="group"
          aria-label={text.picturesOf({ name })}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setCurrent(Math.round(scrollLeft / Math.max(1, clientWidth)))
          }
        >
          {all.map((picture, at) => (
            <div key={picture?.base ?? 'none'} className="w-full shrink-0 snap-center">
              <Picture
                picture={picture}
                alt={all.length > 1 ? text.pictureOf({ name, number: at + 1, count: all.length }) : name}
                eager={at === 0}
                sizes="(min-width: 76rem) 35.9rem, (min-width: 64rem) calc(52.4vw - 3.9rem), (min-width: 48rem) calc(50vw - 3rem), calc(100vw - 2.5rem)"
                className="aspect-[4/5] w-full"
              />
            </div>
          ))}
        </div>
        <span className="absolute right-3 bottom-3 print:hidden">{children}</span>
      </div>
      {all.length > 1 && (
        <ul className="mt-4 flex justify-center gap-3 print:hidden">
          {all.map((picture, at) => (
            <li key={picture?.base ?? 'none'}>
              <button
                type="button"
                aria-label={text.showPicture({ number: at + 1 })}
                aria-current={at === current ? 'true' : undefined}
                onClick={() => show(at)}
                className={cx(
                  'block size-14 overflow-hidden rounded-full outline-2 outline-offset-2 transition-colors md:size-16',
                  at === current ? 'outline-rose' : 'outline-transparent hover:outline-line-strong',
                )}
              >
                <Picture
                  picture={picture}
                  alt=""
                  sizes="(min-width: 48rem) 4rem, 3.5rem"
                  className="size-full"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/**
 * The form to buy a product. In a browser without scripts it leads to `/checkout`, which then orders only this product.
 */
function BuyForm({ product }: { product: ProductDetail }) {
  const { id, name, sizes, price, isCustom, customLabel, addons } = product
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(sizes[0]?.id ?? null)
  const [quantity, setQuantity] = useState(1)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const add = useAddToCart(name)

  const unit = sizes.find((one) => one.id === size)?.price ?? price
  const chosen = addons.filter((one) => ticked.includes(one.id))
  const totalInRupees = chosen.reduce((sum, one) => sum + one.price, unit * quantity)
  const total = formatRupees(totalInRupees)
  const isPaid = useCanBePaid(totalInRupees)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (add.isPending) return
    const typed = new FormData(event.currentTarget)
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter?.dataset['at'] === 'once') {
      return void navigate(`/checkout?${new URLSearchParams(typed as never)}`)
    }
    const answer = (typed.get('answer') as string | null)?.trim() || null
    add.mutate([{ productId: id, size, quantity, answer }, ...chosen])
  }

  return (
    <form
      ref={form}
      action="/checkout"
      aria-label={text.buy({ name })}
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-6"
    >
      <input type="hidden" name="product" value={id} />
      {sizes.length > 1 ? (
        <Sizes sizes={sizes} onChange={setSize} />
      ) : (
        size !== null && <input type="hidden" name="size" value={size} />
      )}
      {isCustom && customLabel !== null && (
        <TextField label={customLabel} name="answer" maxLength={answerMax} hint={text.answerHint} />
      )}
      <Stepper
        label={text.quantity}
        name="quantity"
        value={quantity}
        most={cartQuantityMax}
        onChange={setQuantity}
      />
      {addons.length > 0 && (
        <fieldset className="flex flex-col gap-1 noscript:hidden">
          <legend className="mb-1 font-bold">{text.goesWellWith}</legend>
          {addons.map((one) => (
            <Checkbox
              key={one.id}
              label={
                <span className="flex items-center gap-3">
                  <Picture
                    picture={one.pictures[0]?.picture}
                    alt=""
                    sizes="2.75rem"
                    className="size-11 shrink-0 rounded-full"
                  />
                  <span>
                    {one.name} <span className="text-ink-soft">+ {formatRupees(one.price)}</span>
                  </span>
                </span>
              }
              checked={ticked.includes(one.id)}
              onChange={({ target }) =>
                setTicked(target.checked ? [...ticked, one.id] : ticked.filter((id) => id !== one.id))
              }
            />
          ))}
        </fieldset>
      )}
      {isPaid ? (
        <>
          <div ref={buttons} className="flex flex-col gap-3">
            <Button type="submit" wide busy={add.isPending} className="noscript:hidden">
              {text.addToCartFor({ total: <span aria-live="polite">{total}</span> })}
            </Button>
            {/* The button orders only this product, so it is hidden while an add-on is chosen. */}
            {!chosen[0] && (
              <Button type="submit" formMethod="get" variant="outline" wide data-at="once">
                {text.buyNow}
              </Button>
            )}
          </div>
          <BottomBar
            seen={buttons}
            name={name}
            total={total}
            busy={add.isPending}
            onAdd={() => form.current?.requestSubmit()}
          />
        </>
      ) : (
        <p className="font-bold">{text.notYetPaid}</p>
      )}
    </form>
  )
}

/** The choice of a size. The first size is chosen at first, but a size that was chosen before hydration is kept. */
function Sizes({ sizes, onChange }: Pick<ProductDetail, 'sizes'> & { onChange: (id: string) => void }) {
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const chosen = group.current?.querySelector<HTMLInputElement>('input:checked')
    if (chosen) onChange(chosen.value)
  }, [onChange])
  return (
    <fieldset ref={group}>
      <legend className="mb-1 font-bold">{text.size}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-3">
        {sizes.map(({ id, name, price, stems }, at) => (
          <label
            key={id}
            className="choice flex min-h-14 flex-col px-3 py-2.5 leading-snug has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="size"
              value={id}
              defaultChecked={at === 0}
              onChange={() => onChange(id)}
              className="sr-only"
            />
            <span className="font-bold">{name}</span>
            <span>{formatRupees(price)}</span>
            {stems !== null && <span className="text-sm text-ink-soft">{text.stems({ count: stems })}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function BottomBar({
  seen,
  name,
  total,
  busy,
  onAdd,
}: {
  seen: RefObject<HTMLElement | null>
  name: string
  total: string
  busy: boolean
  onAdd: () => void
}) {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    const element = seen.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) =>
      setNeeded(entry !== undefined && !entry.isIntersecting),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [seen])
  if (!isNeeded) return null
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-raised px-5 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden print:hidden">
      <p className="min-w-0 flex-1 basis-24 leading-tight">
        <span className="block truncate text-sm text-ink-soft">{name}</span>
        <span className="font-display text-lg">{total}</span>
      </p>
      <Button busy={busy} onClick={onAdd}>
        {factText.addToCart}
      </Button>
    </div>
  )
}
