import type { Product, ProductDetail } from '../../../contract/products.ts'
import type { School } from '../../../contract/school.ts'
import { shareFactsOfProduct, sharePicturePath } from '../../../contract/share-pictures.ts'
import { breadcrumbsLd, listLd } from '../../lib/json-ld.tsx'
import { storePath } from './product-facts.ts'

/** What search engines are told: the product, and an offer for each of its sizes. */
export function productLd(product: ProductDetail, school: School): Record<string, unknown>[] {
  const path = storePath(product.slug)
  const url = school.siteUrl + path
  const priced = product.sizes.length > 0 ? product.sizes : [{ id: null, name: null, price: product.price }]
  const offers = priced.map((size) => ({
    '@type': 'Offer',
    ...(size.name === null ? {} : { name: `${product.name}, ${size.name}` }),
    sku:
      size.name === null || priced.length === 1 ? product.slug : `${product.slug}-${size.name.toLowerCase()}`,
    url,
    price: size.price,
    priceCurrency: 'INR',
    availability: `https://schema.org/${product.instock ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@id': `${school.siteUrl}/#school` },
  }))
  return [
    {
      '@type': 'Product',
      name: product.name,
      description: product.description,
      sku: product.slug,
      url,
      category: product.category.join(', '),
      image: school.siteUrl + sharePicturePath(path, shareFactsOfProduct(product, school)),
      brand: { '@type': 'Brand', name: school.name },
      offers: offers.length === 1 ? offers[0] : offers,
    },
    breadcrumbsLd(school, [
      ['The store', '/store'],
      [product.name, path],
    ]),
  ]
}

export function storeLd(products: readonly Product[], school: School): Record<string, unknown>[] {
  return listLd(
    school,
    products.map(({ name, slug }) => [name, storePath(slug)]),
  )
}
