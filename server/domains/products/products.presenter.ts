import { isInStock, ofEachSlot, productImageSlots } from '../../../contract/product-facts.ts'
import { type AdminProduct, adminProduct, type Product, product } from '../../../contract/products.ts'
import { imageFileOf, pictureOf } from '../../platform/pictures.ts'
import { presented } from '../../platform/presented.ts'
import type { PicturedProduct } from './products.repository.ts'

export function presentProduct(row: PicturedProduct): Product {
  return presented(product, row, {
    price: row.price_in_paise / 100,
    category: JSON.parse(row.categories) as string[],
    instock: isInStock({ isOffered: row.is_offered === 1, quantity: row.quantity }),
    featured: row.is_featured === 1,
    customLabel: row.custom_label,
    isCustom: row.is_custom === 1,
    pictures: row.pictures.flatMap((pictureRow) => {
      const slot = productImageSlots[pictureRow.slot]
      const picture = pictureOf(pictureRow)
      return slot && picture ? [{ slot, picture }] : []
    }),
  })
}

export function presentAdminProduct(row: PicturedProduct): AdminProduct {
  const shown = presentProduct(row)
  return presented(adminProduct, row, {
    ...shown,
    stockquantity: row.quantity,
    stockQuantity: row.quantity,
    inStock: shown.instock,
    isOffered: row.is_offered === 1,
    iscustom: shown.isCustom,
    ...ofEachSlot((slot) => imageFileOf(shown.pictures.find((one) => one.slot === slot)?.picture ?? null)),
  })
}
