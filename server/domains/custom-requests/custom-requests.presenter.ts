import { type CustomRequest, privatePictureDays } from '../../../contract/custom-requests.ts'
import { addMs } from '../../platform/clock.ts'
import { imageFileOf, pictureOf } from '../../platform/pictures.ts'
import type { PrivatePictureLinks } from '../../platform/private-picture-links.ts'
import type { CustomRequestRow } from './custom-requests.repository.ts'

const dayMs = 24 * 60 * 60_000

export function presentCustomRequest(row: CustomRequestRow, links: PrivatePictureLinks): CustomRequest {
  const picture = pictureOf(row, links)
  const image = imageFileOf(picture)
  return {
    id: row.id,
    product_id: row.product_id,
    productId: row.product_id,
    comment: row.comment,
    images: JSON.stringify(image === null ? [] : [image]),
    imageUrl: image,
    picture,
    pictureKeptUntil: row.private_since && addMs(row.private_since, privatePictureDays * dayMs),
    productName: row.product_name,
    productImage: row.product_base === null ? null : `${row.product_base}-${row.product_width}.jpg`,
    name: row.name,
    email: row.email,
    phone: row.phone,
    created_at: row.created_at,
  }
}
