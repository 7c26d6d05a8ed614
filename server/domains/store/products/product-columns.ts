import { deliveryWays } from '../../../../contract/store/delivery-facts.ts'
import {
  type AdminProduct,
  lowestPrice,
  type ProductInput,
  type ProductPatch,
  sizesText,
} from '../../../../contract/store/products.ts'
import { flag } from '../../../db/flag.ts'
import type { AuditFields } from '../../../platform/audit.ts'
import { imageFileOf } from '../../../platform/pictures.ts'

/** A form that leaves these out means: in stock, custom enabled. */
export function newColumns(input: ProductInput) {
  const given = columnsOf(input)
  return {
    name: input.name,
    description: input.description,
    price_in_paise: lowestPrice(input.sizes, input.price),
    categories: given.categories ?? '[]',
    quantity: given.quantity ?? 0,
    is_offered: given.is_offered ?? 1,
    is_featured: given.is_featured ?? 0,
    is_custom: given.is_custom ?? 1,
    custom_label: given.custom_label ?? null,
    badge: given.badge ?? null,
    original_price_in_paise: given.original_price_in_paise ?? null,
    lead_days: given.lead_days ?? 0,
    ways: given.ways ?? null,
    is_addon: given.is_addon ?? 0,
    shows_recipe: given.shows_recipe ?? 0,
    care: given.care ?? null,
    substitution: given.substitution ?? null,
  }
}

/** An undefined field stays. Some fields have two spellings; the left one counts if both are sent. */
export function columnsOf(patch: ProductPatch) {
  return {
    name: patch.name,
    description: patch.description,
    price_in_paise: patch.price,
    categories: patch.category && JSON.stringify(patch.category),
    quantity: patch.stockquantity ?? patch.stockQuantity,
    is_offered: flag(patch.instock ?? patch.inStock),
    is_featured: flag(patch.featured),
    is_custom: flag(patch.isCustom ?? patch.iscustom),
    custom_label: orNull(patch.customLabel),
    slug: patch.slug,
    badge: orNull(patch.badge),
    original_price_in_paise: patch.originalPrice,
    lead_days: patch.leadDays,
    ways: patch.ways && waysColumn(patch.ways),
    is_addon: flag(patch.isAddon),
    shows_recipe: flag(patch.showsRecipe),
    care: orNull(patch.care),
    substitution: orNull(patch.substitution),
  }
}

/** Null stands for all ways, so that a way that is added later is one of them. */
function waysColumn(ways: readonly string[]): string | null {
  const chosen = deliveryWays.filter((way) => ways.includes(way))
  return chosen.length === deliveryWays.length ? null : JSON.stringify(chosen)
}

/** An empty text says that there is none. */
function orNull<Text extends string | null | undefined>(text: Text): Text | null {
  return text === '' ? null : text
}

/** The audit log has each field once, under the name that the form gives it. */
export function fieldsOf(shown: AdminProduct): AuditFields {
  return {
    name: shown.name,
    address: shown.slug,
    description: shown.description,
    price: shown.price,
    'original price': shown.originalPrice,
    sizes: sizesText(shown.sizes),
    category: shown.category,
    stock: shown.stockquantity,
    'stock status': shown.isOffered ? 'In Stock' : 'Out of Stock',
    featured: shown.featured,
    badge: shown.badge,
    custom: shown.isCustom ? 'Enable' : 'Disable',
    'custom label': shown.customLabel,
    'lead days': shown.leadDays,
    delivery: shown.ways,
    'add-on': shown.isAddon,
    'show what is inside': shown.showsRecipe,
    care: shown.care,
    substitution: shown.substitution,
    pictures: shown.pictures.map(({ picture }) => imageFileOf(picture)),
  }
}
