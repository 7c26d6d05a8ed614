import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import type { Cart, CartLine } from '../../../../contract/store/cart.ts'
import type { Product } from '../../../../contract/store/products.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { itemOf, useCart } from '../../../lib/cart.ts'
import { query, rowsIn } from '../../../lib/query.ts'
import { useCanBePaid } from '../../../lib/school.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ChangesNote } from '../../../ui/changes-note.tsx'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { focusBeside } from '../../../ui/focus-beside.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { addToCart } from './add-to-cart.ts'
import * as text from './cart-panel.en.tsx'
import EmptyCart from './empty-cart.tsx'
import { needsChoice, storePath } from './product-facts.ts'
import { Stepper } from './stepper.tsx'
import { useAddToCart } from './use-add-to-cart.ts'
import '../../../ui/more.css'

export default function CartPanel() {
  const { cart, result, setQuantity, dismissNotices } = useCart()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isPaid = useCanBePaid(cart?.subtotal ?? 0)

  function remove(line: CartLine, row: Element | null) {
    focusBeside(row)
    void setQuantity(line, 0)
    toast({
      title: text.removed(line),
      action: {
        label: text.undo,
        onClick: () => void addToCart(client, [itemOf(line)], line.name, () => void navigate('/cart')),
      },
    })
  }

  if (cart === undefined) {
    return result.isPending || (result.isFetching && !result.error) ? (
      <Awaited label={text.loading} />
    ) : (
      <LoadFailure className="mt-8" title={text.notLoaded} of={result} />
    )
  }
  return (
    <>
      {result.error && <LoadFailure className="mt-6" title={text.outOfDate} of={result} />}
      <ChangesNote className="mt-6" notices={cart.notices} onRead={dismissNotices} />
      {cart.lines.length === 0 ? (
        <EmptyCart title={text.empty}>{text.emptyLead}</EmptyCart>
      ) : (
        <div className="mt-6 grid items-start gap-8 lg:grid-cols-[1.6fr_1fr] lg:grid-rows-[auto_1fr] lg:gap-x-14">
          <ul aria-label={text.inYourCart} className="divide-y divide-line border-y border-line">
            {cart.lines.map((line) => (
              <Line
                key={line.id}
                line={line}
                onQuantity={(quantity) => void setQuantity(line, quantity)}
                onRemove={(row) => remove(line, row)}
              />
            ))}
          </ul>
          {/* Below 1024 px the sum and its button are a bar at the bottom edge, in sight beside a list of any length. */}
          <aside
            aria-label={text.total}
            data-bar
            className="bg-leaf-tint max-lg:sticky max-lg:bottom-0 max-lg:z-20 max-lg:-mx-5 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-6 max-lg:gap-y-2 max-lg:px-5 max-lg:py-3 max-lg:shadow-soft md:max-lg:-mx-8 md:max-lg:px-8 lg:petal lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:p-6"
          >
            <p className="lg:flex lg:items-baseline lg:justify-between lg:gap-4">
              <span className="max-lg:block max-lg:text-sm">{text.items(cart)}</span>
              <span aria-live="polite" className="font-display text-xl lg:text-2xl">
                {formatRupees(cart.subtotal)}
              </span>
            </p>
            <p className="mt-1 text-sm text-ink-soft max-lg:hidden">{text.deliveryIsAdded}</p>
            {isPaid ? (
              <ButtonLink to="/checkout" wide className="max-lg:w-auto max-lg:grow lg:mt-5">
                {text.checkout}
              </ButtonLink>
            ) : (
              <p className="font-bold lg:mt-5">{text.notYetPaid}</p>
            )}
            <ButtonLink to="/store" wide variant="quiet" className="mt-2 max-lg:hidden">
              {text.keepShopping}
            </ButtonLink>
          </aside>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2 lg:hidden">
            <p className="text-sm text-ink-soft">{text.deliveryIsAdded}</p>
            <ButtonLink to="/store" size="sm" variant="outline">
              {text.keepShopping}
            </ButtonLink>
          </div>
          <Addons cart={cart} />
        </div>
      )}
    </>
  )
}

function Line({
  line,
  onQuantity,
  onRemove,
}: {
  line: CartLine
  onQuantity: (quantity: number) => void
  onRemove: (row: Element | null) => void
}) {
  const { name, slug, size, customLabel, answer, quantity, price, total, most } = line
  return (
    <li className="grid grid-cols-[5rem_1fr] gap-x-4 py-5 sm:grid-cols-[6.5rem_1fr] sm:gap-x-5">
      <Link to={storePath(slug)} tabIndex={-1} aria-hidden="true">
        <Picture
          picture={line.picture}
          alt=""
          sizes="(min-width: 40rem) 6.5rem, 5rem"
          className="aspect-[4/5] w-full petal"
        />
      </Link>
      <div className="flex min-w-0 flex-col">
        <p className="flex items-baseline justify-between gap-4 font-display text-lg">
          <Link to={storePath(slug)} className="no-underline hover:underline">
            {name}
          </Link>
          <span className="shrink-0">{formatRupees(total)}</span>
        </p>
        <p className="text-sm text-ink-soft">
          {[size?.name, quantity > 1 && text.priceEach({ price: formatRupees(price) })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {answer !== null && (
          <p className="text-sm wrap-anywhere text-ink-soft">
            {customLabel ?? text.yourAnswer}: <span className="text-ink">{answer}</span>
          </p>
        )}
        {quantity >= most && <p className="text-sm text-marigold-ink">{text.noMore}</p>}
        <div className="mt-auto flex items-center gap-2 pt-2">
          <Stepper
            label={text.quantityOf({ name })}
            isLabelHidden
            value={quantity}
            most={most}
            onChange={onQuantity}
          />
          <button
            type="button"
            onClick={({ currentTarget }) => onRemove(currentTarget.closest('li'))}
            data-takes-out
            aria-label={text.remove({ name })}
            className="grid size-11 place-items-center rounded-full text-ink-soft transition-colors hover:bg-rose-tint hover:text-rose-ink"
          >
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              className="size-5 fill-none stroke-current stroke-[1.75]"
              strokeLinecap="round"
              strokeLinejoin="round"
            >
              <path d="M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12M10.5 11v4.5m3-4.5v4.5" />
            </svg>
          </button>
        </div>
      </div>
    </li>
  )
}

/**
 * Lists add-ons that are not in the cart. They load later than the cart, so they come last and do not move the buttons.
 */
function Addons({ cart }: { cart: Cart }) {
  const { data } = useQuery(
    query('GET /api/products', { query: { addon: 'yes', instock: 'yes', limit: '6' } }),
  )
  const offered = rowsIn<Product>(data).filter(
    (one) => !needsChoice(one) && !cart.lines.some(({ productId }) => productId === one.id),
  )
  if (offered.length === 0) return null
  return (
    <section aria-labelledby="addons">
      <h2 id="addons" className="text-lg">
        {text.goesWellWith}
      </h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2">
        {offered.map((one) => (
          <Addon key={one.id} product={one} />
        ))}
      </ul>
    </section>
  )
}

function Addon({ product }: { product: Product }) {
  const { name, price, pictures } = product
  const add = useAddToCart(name)
  return (
    <li className="flex items-center gap-3">
      <Picture
        picture={pictures[0]?.picture}
        alt=""
        sizes="3.5rem"
        className="size-14 shrink-0 rounded-full"
      />
      <p className="min-w-0 flex-1 leading-snug">
        {name}
        <span className="block text-sm text-ink-soft">{formatRupees(price)}</span>
      </p>
      <Button
        size="sm"
        variant="outline"
        busy={add.isPending}
        aria-label={text.addToCartNamed({ name })}
        onClick={() => add.mutate([product])}
      >
        {text.add}
      </Button>
    </li>
  )
}
