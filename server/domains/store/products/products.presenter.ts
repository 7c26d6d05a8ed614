import { deliveryWays } from '../../../../contract/store/delivery-facts.ts'
import { isInStock, ofEachSlot, productImageSlots } from '../../../../contract/store/product-facts.ts'
import {
  type AdminProduct,
  adminProduct,
  type Product,
  product,
} from '../../../../contract/store/products.ts'
import { imageFileOf, pictureOf } from '../../../platform/pictures.ts'
import { presented } from '../../../platform/presented.ts'
import type { ShownProduct } from './products.repository.ts'

export function presentProduct(row: ShownProduct): Product {
  return presented(product, row, {
    price: row.price_in_paise / 100,
    category: JSON.parse(row.categories) as string[],
    instock: isInStock({ isOffered: row.is_offered === 1, quantity: row.quantity }),
    isOffered: row.is_offered === 1,
    featured: row.is_featured === 1,
    customLabel: row.custom_label,
    isCustom: row.is_custom === 1,
    pictures: row.pictures.flatMap((pictureRow) => {
      const slot = productImageSlots[pictureRow.slot]
      const picture = pictureOf(pictureRow)
      return slot && picture ? [{ slot, picture }] : []
    }),
    originalPrice: row.original_price_in_paise === null ? null : row.original_price_in_paise / 100,
    sizes: row.sizes.map((size) => ({
      id: size.id,
      name: size.name,
      price: size.price_in_paise / 100,
      stems: size.stems,
    })),
    leadDays: row.lead_days,
    ways: row.ways === null ? [...deliveryWays] : (JSON.parse(row.ways) as Product['ways']),
    isAddon: row.is_addon === 1,
  })
}

export function presentAdminProduct(row: ShownProduct): AdminProduct {
  const { inside: _, ...shown } = presentProduct(row)
  return presented(adminProduct, row, {
    ...shown,
    stockquantity: row.quantity,
    stockQuantity: row.quantity,
    inStock: shown.instock,
    iscustom: shown.isCustom,
    showsRecipe: row.shows_recipe === 1,
    ...ofEachSlot((slot) => imageFileOf(shown.pictures.find((one) => one.slot === slot)?.picture ?? null)),
  })
}
