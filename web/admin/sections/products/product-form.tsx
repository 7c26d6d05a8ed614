import { Controller } from 'react-hook-form'
import { normaliseCategories } from '../../../../contract/product-facts.ts'
import { type AdminProduct, productInput } from '../../../../contract/products.ts'
import { Note } from '../../../ui/note.tsx'
import {
  area,
  bodyOf,
  box,
  choice,
  type Fields,
  inRupees,
  number,
  orNone,
  text,
  unlessBlank,
} from '../../record-fields.tsx'
import type { FormDefinition, FormParts } from '../../record-form.tsx'
import { CategoryField } from './category-field.tsx'
import { ImageSlots, type ProductImages, useProductImages } from './product-images.tsx'

const rule = productInput.shape
const filled = { required: true }

const fields = {
  name: text('Name', rule.name, { ...filled, maxLength: 120 }),
  price: number('Price (₹)', unlessBlank(rule.price, 'Price is required'), { ...filled, ...inRupees }),
  stockquantity: number(
    'Stock quantity',
    unlessBlank(rule.stockquantity, 'Stock quantity is required'),
    filled,
  ),
  instock: {
    ...choice('Stock status', ['In Stock', 'Out of Stock']),
    read: (item: AdminProduct) => (item.isOffered ? 'In Stock' : 'Out of Stock'),
    write: (typed: string) => typed === 'In Stock',
  },
  description: area('Description', rule.description, filled),
  category: {
    ...text('Categories', rule.category),
    read: (item: AdminProduct) => item.category.join(', '),
    write: (typed: string) => normaliseCategories(typed),
  },
  isCustom: {
    ...choice('Custom', ['Enable', 'Disable'], { hint: 'Whether customers may ask for it in their own way' }),
    read: (item: AdminProduct) => (item.isCustom ? 'Enable' : 'Disable'),
    write: (typed: string) => typed === 'Enable',
  },
  customLabel: orNone(
    text('Custom label', rule.customLabel, {
      hint: 'What they may choose, e.g. Ribbon colour',
      maxLength: 60,
    }),
  ),
  featured: box('Featured', { hint: 'Stands first in the shop, with a badge.' }),
} satisfies Fields<AdminProduct>

/** A stock below 0 becomes 0 as it is typed. */
export function clampStock(typed: string): string {
  return Number(typed) < 0 ? '0' : typed
}

type Parts = FormParts<AdminProduct, typeof fields, ProductImages>

function Layout({ input, form, base, isEdit, pictures, isSending, isHalfStored }: Parts) {
  return (
    <>
      {isHalfStored && (
        <Note tone="warning" role="alert" title="The product is saved, but not all of its images.">
          Try again with Save Changes, or take the image away.
        </Note>
      )}
      {input('name')}
      <div className="grid gap-5 sm:grid-cols-3">
        {input('price')}
        {input('stockquantity', {
          onInput: ({ currentTarget: field }) => {
            const clamped = clampStock(field.value)
            if (clamped !== field.value) field.value = clamped
          },
        })}
        {input('instock')}
      </div>
      {input('description')}
      <Controller
        control={form.control}
        name="category"
        render={({ field: { value, onChange }, fieldState }) => (
          <CategoryField
            value={value}
            isText={isEdit}
            error={fieldState.error?.message ?? null}
            onChange={(next) => {
              form.clearErrors('category')
              onChange(next)
            }}
          />
        )}
      />
      {pictures && <ImageSlots images={pictures} base={base} disabled={isSending} />}
      <div className="grid gap-5 sm:grid-cols-2">
        {input('isCustom')}
        {input('customLabel')}
      </div>
      {input('featured')}
    </>
  )
}

export const productForm: FormDefinition<AdminProduct, typeof fields, ProductImages> = {
  wide: true,
  fields,
  // Programs read either spelling.
  body: (values) => {
    const body = bodyOf(fields, values)
    return { ...body, iscustom: body.isCustom }
  },
  usePictures: useProductImages,
  differsBeyond: ({ pictures }, theirs) =>
    JSON.stringify(pictures) === JSON.stringify(theirs.pictures)
      ? []
      : [{ label: 'Images', before: 'as they were', theirs: 'changed', mine: 'as they were' }],
  Layout,
}
