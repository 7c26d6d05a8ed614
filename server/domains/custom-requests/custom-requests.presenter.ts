import type { CustomRequest } from '../../../contract/custom-requests.ts'
import { imageFileOf, pictureOf } from '../../platform/pictures.ts'
import type { CustomRequestRow } from './custom-requests.repository.ts'

export function presentCustomRequest(row: CustomRequestRow): CustomRequest {
  const picture = pictureOf(row)
  const image = imageFileOf(picture)
  return {
    id: row.id,
    product_id: row.product_id,
    productId: row.product_id,
    comment: row.comment,
    images: JSON.stringify(image === null ? [] : [image]),
    imageUrl: image,
    picture,
    productName: row.product_name,
    productImage: row.product_base === null ? null : `${row.product_base}-${row.product_width}.jpg`,
    name: row.name,
    email: row.email,
    phone: row.phone,
    created_at: row.created_at,
  }
}
