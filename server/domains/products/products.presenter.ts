import { isInStock, productImageSlots } from '../../../contract/product-facts.ts'
import type { AdminProduct, Product } from '../../../contract/products.ts'
import { imageFileOf, pictureOf } from '../../platform/pictures.ts'
import type { PicturedProduct } from './products.repository.ts'

export function presentProduct(row: PicturedProduct): Product {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
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
  }
}

export function presentAdminProduct(row: PicturedProduct): AdminProduct {
  const product = presentProduct(row)
  const fileIn = (slot: (typeof productImageSlots)[number]) =>
    imageFileOf(product.pictures.find((one) => one.slot === slot)?.picture ?? null)
  return {
    ...product,
    stockquantity: row.quantity,
    stockQuantity: row.quantity,
    inStock: product.instock,
    isOffered: row.is_offered === 1,
    iscustom: product.isCustom,
    image: fileIn('image'),
    imagefirst: fileIn('imagefirst'),
    imagesecond: fileIn('imagesecond'),
    imagethirder: fileIn('imagethirder'),
    imagefoure: fileIn('imagefoure'),
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  }
}
