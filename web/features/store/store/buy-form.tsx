import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { answerMax, cartQuantityMax } from '../../../../contract/store/cart-facts.ts'
import type { ProductDetail } from '../../../../contract/store/products.ts'
import { counted, formatRupees } from '../../../../contract/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Stepper } from './stepper.tsx'
import { useAddToCart } from './use-add-to-cart.ts'

/** If scripts are off, the browser sends the form to `/checkout`, which orders this product only, with no add-ons. */
export function BuyForm({ product }: { product: ProductDetail }) {
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
  const total = formatRupees(chosen.reduce((sum, one) => sum + one.price, unit * quantity))

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
      aria-label={`Buy ${name}`}
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
        <TextField
          label={customLabel}
          name="answer"
          maxLength={answerMax}
          hint="If you leave it empty, we choose what suits the flowers."
        />
      )}
      <Stepper
        label="Quantity"
        name="quantity"
        value={quantity}
        most={cartQuantityMax}
        onChange={setQuantity}
      />
      {addons.length > 0 && (
        <fieldset className="flex flex-col gap-1 noscript:hidden">
          <legend className="mb-1 font-bold">Add to it</legend>
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
      <div ref={buttons} className="flex flex-col gap-3">
        <Button type="submit" wide busy={add.isPending} className="noscript:hidden">
          Add to cart · <span aria-live="polite">{total}</span>
        </Button>
        {/* The button orders this one product, so it hides when an add-on is chosen. */}
        {!chosen[0] && (
          <Button type="submit" formMethod="get" variant="outline" wide data-at="once">
            Buy it now
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
    </form>
  )
}

/** The first size is chosen at first; a choice made before the page comes alive stays. */
function Sizes({ sizes, onChange }: Pick<ProductDetail, 'sizes'> & { onChange: (id: string) => void }) {
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const chosen = group.current?.querySelector<HTMLInputElement>('input:checked')
    if (chosen) onChange(chosen.value)
  }, [onChange])
  return (
    <fieldset ref={group}>
      <legend className="mb-1 font-bold">Size</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        {sizes.map(({ id, name, price, stems }, at) => (
          <label
            key={id}
            className="flex min-h-14 flex-col rounded-sm border border-line-strong bg-raised px-4 py-2.5 leading-snug transition-colors hover:border-leaf-ink has-checked:border-leaf-ink has-checked:bg-leaf-tint has-checked:inset-ring has-checked:inset-ring-leaf-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
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
            {stems !== null && <span className="text-sm text-ink-soft">{counted(stems, 'stem')}</span>}
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
        Add to cart
      </Button>
    </div>
  )
}
