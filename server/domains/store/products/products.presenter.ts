import { isInStock, ofEachSlot, productImageSlots } from '../../../../contract/store/product-facts.ts'
import {
  type AdminProduct,
  adminProduct,
  type Product,
  product,
  productFields,
} from '../../../../contract/store/products.ts'
import { imageFileOf, pictureOf } from '../../../platform/pictures.ts'
import { presented } from '../../../platform/presented.ts'
import { readFields } from '../../../platform/record-fields.ts'
import type { ShownProduct } from './products.repository.ts'

function shownOf(row: ShownProduct) {
  const isOffered = row.is_offered === 1
  return {
    ...readFields(productFields, row),
    instock: isInStock({ isOffered, quantity: row.quantity }),
    isOffered,
    pictures: row.pictures.flatMap((pictureRow) => {
      const slot = productImageSlots[pictureRow.slot]
      const picture = pictureOf(pictureRow)
      return slot && picture ? [{ slot, picture }] : []
    }),
    sizes: row.sizes.map((size) => ({
      id: size.id,
      name: size.name,
      price: size.price_in_paise / 100,
      stems: size.stems,
    })),
  }
}

export const presentProduct = (row: ShownProduct): Product => presented(product, row, shownOf(row))

export function presentAdminProduct(row: ShownProduct): AdminProduct {
  const shown = shownOf(row)
  return presented(adminProduct, row, {
    ...shown,
    stockQuantity: row.quantity,
    inStock: shown.instock,
    iscustom: shown.isCustom,
    ...ofEachSlot((slot) => imageFileOf(shown.pictures.find((one) => one.slot === slot)?.picture ?? null)),
  })
}
