import * as z from 'zod/mini'
import { normaliseCategories } from '../../../../contract/product-facts.ts'
import { type AdminProduct, productInput } from '../../../../contract/products.ts'

/** Under which an unsaved form is kept. */
export const productFormName = 'product'

export const stockStatuses = ['In Stock', 'Out of Stock'] as const
export const customChoices = ['Enable', 'Disable'] as const

/** What the fields hold: text as typed, and boxes. */
export interface ProductFormValues {
  name: string
  /** Rupees. */
  price: string
  stock: string
  stockStatus: string
  description: string
  /** Comma-separated (B§2). */
  categories: string
  custom: string
  customLabel: string
  isFeatured: boolean
}

const { name, price, description, category, customLabel, stockquantity } = productInput.shape

function required(schema: z.ZodMiniType, sentence: string) {
  return z.string().check(
    z.superRefine((value, context) => {
      if (value.trim() === '') {
        context.addIssue({ code: 'custom', message: sentence })
        return
      }
      const parsed = schema.safeParse(value)
      if (!parsed.success)
        context.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? '' })
    }),
  )
}

/** The contract's rules, on what people type: it checks, and changes nothing. */
export const productForm = z.object({
  name,
  price: required(price, 'Price is required'),
  stock: required(stockquantity, 'Stock quantity is required'),
  stockStatus: z.string(),
  description,
  categories: category,
  custom: z.string(),
  customLabel,
  isFeatured: z.boolean(),
}) as z.ZodMiniType<unknown, ProductFormValues>

/** What the form starts with: B§5 for a new product. */
export function formValues(item: AdminProduct | null): ProductFormValues {
  if (item === null) {
    return {
      name: '',
      price: '',
      stock: '',
      stockStatus: 'In Stock',
      description: '',
      categories: '',
      custom: 'Enable',
      customLabel: '',
      isFeatured: false,
    }
  }
  return {
    name: item.name,
    price: Number.isInteger(item.price) ? String(item.price) : item.price.toFixed(2),
    stock: String(item.stockquantity),
    stockStatus: item.isOffered ? 'In Stock' : 'Out of Stock',
    description: item.description,
    categories: item.category.join(', '),
    custom: item.isCustom ? 'Enable' : 'Disable',
    customLabel: item.customLabel ?? '',
    isFeatured: item.featured,
  }
}

/** What the form sends (B§7). Values have passed `productForm`. */
export function productBody(values: ProductFormValues) {
  const isCustom = values.custom === 'Enable'
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    price: Number.parseFloat(values.price),
    category: normaliseCategories(values.categories),
    stockquantity: Math.max(0, Number.parseInt(values.stock, 10)),
    instock: values.stockStatus === 'In Stock',
    featured: values.isFeatured,
    customLabel: values.customLabel.trim() || null,
    isCustom,
    iscustom: isCustom,
  }
}

/** B§5: a stock below 0 becomes 0 as it is typed. */
export function clampStock(typed: string): string {
  return Number(typed) < 0 ? '0' : typed
}

const fieldOf: Record<string, keyof ProductFormValues> = {
  name: 'name',
  price: 'price',
  stockquantity: 'stock',
  instock: 'stockStatus',
  description: 'description',
  category: 'categories',
  customLabel: 'customLabel',
  isCustom: 'custom',
  featured: 'isFeatured',
}

/** The server's names of fields, as the form calls them. */
export function formFieldOf(serverField: string): keyof ProductFormValues | null {
  return fieldOf[serverField.split('.')[0] ?? ''] ?? null
}

/** What the fields are called, in the order of the form. */
export const fieldLabels: Record<keyof ProductFormValues, string> = {
  name: 'Name',
  price: 'Price (₹)',
  stock: 'Stock quantity',
  stockStatus: 'Stock status',
  description: 'Description',
  categories: 'Categories',
  custom: 'Custom',
  customLabel: 'Custom label',
  isFeatured: 'Featured',
}
