import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import type { School } from '../../../../../contract/school/school.ts'
import { deliveryWays } from '../../../../../contract/store/delivery-facts.ts'
import { normaliseCategories } from '../../../../../contract/store/product-input.ts'
import {
  type AdminProduct,
  productFields,
  productInput,
  sizesMax,
  slugMax,
} from '../../../../../contract/store/products.ts'
import { joined } from '../../../../../contract/words.ts'
import { useSchool } from '../../../../lib/school.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { FieldError, FieldHint } from '../../../../ui/form-field.tsx'
import { Note } from '../../../../ui/note.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { bodyOf, choice, formFields, inRupees, text, unlessBlank } from '../../../record-fields.tsx'
import type { CustomInput, FormDefinition, FormParts } from '../../../record-form.tsx'
import { CategoryField } from './category-field.tsx'
import { ImageSlots, type ProductImages, useProductImages } from './product-images.tsx'
import {
  lowestTyped,
  noSize,
  sizeProblems,
  sizesIn,
  sizesInWords,
  sizesRule,
  sizesSent,
  sizesTyped,
  type TypedSize,
} from './product-sizes.ts'
import { WaysField, waysIn, waysInWords } from './ways-field.tsx'

const fields = formFields(
  productFields,
  {
    stockquantity: { label: 'Stock quantity', required: true },
    customLabel: { hint: 'What customers can choose, such as Ribbon colour' },
    featured: { hint: 'Shown first in the store, with a badge' },
    badge: { hint: 'A word or two on the product’s card, such as New' },
    originalPrice: { hint: 'Shown crossed out beside the price' },
    leadDays: {
      hint: 'How many days ahead customers must order. 0 means the same day.',
      blank: 'Enter 0 for the same day',
    },
    isAddon: { hint: 'Offered with other products, such as a vase or a card' },
    isOnSite: {
      hint: 'Untick this to hide the product from visitors, for example while you prepare it.',
    },
    showsRecipe: { hint: 'Lists the flowers from the recipe on the product page' },
    care: { hint: 'How to keep the flowers fresh', rows: 3 },
    substitution: { hint: 'What you may use if a flower isn’t available', rows: 2 },
  },
  {
    category: {
      ...text('Categories', productFields.category.rule),
      read: (item: AdminProduct) => item.category.join(', '),
      write: (typed: string) => normaliseCategories(typed),
    },
    instock: {
      ...choice('Stock status', ['In Stock', 'Out of Stock']),
      read: (item: AdminProduct) => (item.isOffered ? 'In Stock' : 'Out of Stock'),
      write: (typed: string) => typed === 'In Stock',
    },
    isCustom: {
      ...choice('Custom', ['Enable', 'Disable'], {
        hint: 'Lets customers ask for their own version',
      }),
      read: (item: AdminProduct) => (item.isCustom ? 'Enable' : 'Disable'),
      write: (typed: string) => typed === 'Enable',
    },
    sizes: {
      ...text('Sizes', sizesRule),
      start: '[]',
      clears: 'price',
      read: (item: AdminProduct) => sizesTyped(item.sizes),
      write: sizesSent,
      says: sizesInWords,
    },
    ways: {
      ...text('Delivery', z.string().check(z.minLength(1, 'Choose at least one delivery type'))),
      start: deliveryWays.join(', '),
      read: (item: AdminProduct) => item.ways.join(', '),
      write: waysIn,
      says: waysInWords,
      // An import expects the ways of delivery separated by commas.
      csv: (item: AdminProduct) => item.ways.join(', '),
    },
    slug: {
      ...text('Address', unlessBlank(productInput.shape.slug), {
        hint: 'The last part of the page’s address, after /store/. Leave blank to use the name.',
        maxLength: slugMax,
      }),
      write: (typed: string) => typed.trim() || undefined,
    },
  },
)

export function clampStock(typed: string): string {
  return Number(typed) < 0 ? '0' : typed
}

type Parts = FormParts<AdminProduct, typeof fields, ProductImages>

function Layout({ input, custom, fold, form, base, isEdit, pictures, isSending, isHalfStored }: Parts) {
  const hasSizes = sizesIn(useWatch({ control: form.control, name: 'sizes' })).length > 0
  return (
    <>
      {isHalfStored && (
        <Note tone="warning" role="alert" title="The product was saved, but some of its images weren’t.">
          Choose “Save changes” to try again, or remove the images.
        </Note>
      )}
      {input('name')}
      <div className="grid gap-5 sm:grid-cols-3">
        {input('price', hasSizes ? { readOnly: true, hint: 'The lowest price among the sizes' } : {})}
        {input('stockquantity', {
          onInput: ({ currentTarget: field }) => {
            const clamped = clampStock(field.value)
            if (clamped !== field.value) field.value = clamped
          },
        })}
        {input('instock')}
      </div>
      {custom('sizes', (sizes) => (
        <SizesField
          {...sizes}
          onChange={(next) => {
            sizes.onChange(next)
            const lowest = lowestTyped(next)
            if (lowest !== null) form.setValue('price', lowest, { shouldDirty: true })
          }}
        />
      ))}
      {input('description')}
      {custom('category', (category) => (
        <CategoryField {...category} isText={isEdit} />
      ))}
      {pictures && <ImageSlots images={pictures} base={base} disabled={isSending} />}
      <div className="grid gap-5 sm:grid-cols-2">
        {input('isCustom')}
        {input('customLabel')}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        {input('featured')}
        {input('isOnSite')}
      </div>
      <InTheStore {...{ input, custom, fold }} />
    </>
  )
}

const storeFields = [
  'badge',
  'originalPrice',
  'slug',
  'leadDays',
  'ways',
  'isAddon',
  'showsRecipe',
  'care',
  'substitution',
] as const

function InTheStore({ input, custom, fold }: Pick<Parts, 'input' | 'custom' | 'fold'>) {
  return fold(
    'In the store',
    storeFields,
    <div className="grid gap-5 sm:grid-cols-2">
      {(['badge', 'originalPrice', 'slug', 'leadDays'] as const).map((name) => input(name))}
      <div className="sm:col-span-2">
        {custom('ways', (ways) => (
          <WaysField {...ways} />
        ))}
      </div>
      {input('isAddon')}
      {input('showsRecipe')}
      {input('care', { className: 'sm:col-span-2' })}
      {input('substitution', { className: 'sm:col-span-2' })}
    </div>,
  )
}

export function addedText(
  { pictures, isOnSite }: Pick<AdminProduct, 'pictures' | 'isOnSite'>,
  school: School | undefined,
): string {
  const added =
    pictures.length > 0 ? 'Product created successfully with images' : 'Product created successfully'
  const unseen = !isOnSite
    ? 'It’s off the site.'
    : school?.parts.store === false
      ? 'The store is switched off. Visitors see the product once you switch the store on under Settings, Website.'
      : school?.isOpen === false && 'Visitors see it once you open the site.'
  return joined([added, unseen], '. ')
}

export const productForm: FormDefinition<AdminProduct, typeof fields, ProductImages> = {
  wide: true,
  fields,
  // The request has this field under two names, because some programs read `isCustom` and others `iscustom`.
  body: (values) => {
    const body = bodyOf(fields, values)
    return { ...body, iscustom: body.isCustom }
  },
  usePictures: useProductImages,
  useAdded: () => {
    const school = useSchool()
    return (product) => addedText(product, school)
  },
  differsBeyond: ({ pictures }, theirs) =>
    JSON.stringify(pictures) === JSON.stringify(theirs.pictures)
      ? []
      : [{ label: 'Images', before: 'as they were', theirs: 'changed', mine: 'as they were' }],
  Layout,
}

function SizesField({ value, onChange, error }: CustomInput) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const sizes = sizesIn(value)
  const problems = error === null ? {} : sizeProblems(value)
  const isSaidInRows = Object.keys(problems).some((name) => name !== '')

  const set = (next: readonly TypedSize[]) => onChange(JSON.stringify(next))
  const edit = (row: number, part: Partial<TypedSize>) =>
    set(sizes.map((size, n) => (n === row ? { ...size, ...part } : size)))
  const field = (row: number, name: 'name' | 'price' | 'stems') => ({
    ...controlled(sizes[row]?.[name] ?? '', (typed) => edit(row, { [name]: typed })),
    error: problems[`${row}.${name}`] ?? null,
  })
  const focus = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  const add = () => {
    set([...sizes, noSize])
    focus(`[data-row="${sizes.length}"] input`)
  }
  const remove = (row: number) => {
    set(sizes.filter((_, n) => n !== row))
    focus('[data-add]')
  }

  return (
    <fieldset className="min-w-0" aria-describedby={`${id}-hint`}>
      <legend className="mb-1 font-bold">Sizes</legend>
      <FieldHint id={`${id}-hint`}>
        Each size has its own price and, if you like, a number of stems. All sizes share the stock.
      </FieldHint>
      <div ref={list} className="mt-3 flex flex-col gap-4">
        {sizes.map((size, row) => (
          <fieldset key={row} data-row={row} className="min-w-0">
            <legend className="sr-only">Size {row + 1}</legend>
            <div className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:grid-cols-[2fr_1fr_1fr_auto]">
              <TextField
                label="Size name"
                placeholder="Standard"
                maxLength={40}
                className="col-span-3 sm:col-span-1"
                {...field(row, 'name')}
              />
              <NumberField label="Price (₹)" {...inRupees} {...field(row, 'price')} />
              <NumberField label="Stems" min={1} {...field(row, 'stems')} />
              <IconButton
                icon={X}
                label={`Remove ${size.name || `size ${row + 1}`}`}
                className="mt-7.5"
                onClick={() => remove(row)}
              />
            </div>
          </fieldset>
        ))}
        <div>
          <Button
            data-add
            variant="outline"
            size="sm"
            icon={Plus}
            disabled={sizes.length >= sizesMax}
            onClick={add}
          >
            Add a size
          </Button>
        </div>
      </div>
      <FieldError id={`${id}-error`}>{isSaidInRows ? null : error}</FieldError>
    </fieldset>
  )
}
