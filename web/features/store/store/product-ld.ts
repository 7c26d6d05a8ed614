import type { School } from '../../../../contract/school/school.ts'
import { shareFactsOfProduct, sharePicturePath } from '../../../../contract/site/share-pictures.ts'
import type { DeliveryFees } from '../../../../contract/store/delivery.ts'
import type { Product, ProductDetail } from '../../../../contract/store/products.ts'
import { breadcrumbsLd, listLd, schoolRefLd } from '../../../lib/json-ld.tsx'
import { theStore } from './product-facts.en.tsx'
import { storePath } from './product-facts.ts'

export function productLd(
  product: ProductDetail,
  school: School,
  delivery: DeliveryFees | undefined,
): Record<string, unknown>[] {
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
    seller: schoolRefLd(school),
    shippingDetails: delivery === undefined ? [] : shippingLd(product, delivery),
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'IN',
      // The school's terms allow no returns, because flowers cannot be sold twice.
      returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
      merchantReturnLink: `${school.siteUrl}/terms`,
    },
  }))
  return [
    {
      '@type': 'Product',
      name: product.name,
      description: product.description,
      sku: product.slug,
      url,
      category: product.category.join(', '),
      image:
        product.pictures.length > 0
          ? product.pictures.map(
              ({ picture }) => `${school.siteUrl}${picture.base}-${picture.widths.at(-1)}.jpg`,
            )
          : school.siteUrl + sharePicturePath(path, shareFactsOfProduct(product, school)),
      brand: { '@type': 'Brand', name: school.name },
      offers: offers.length === 1 ? offers[0] : offers,
    },
    breadcrumbsLd(school, [
      [theStore, '/store'],
      [product.name, path],
    ]),
  ]
}

/** The most places that the page names. A list of a thousand pincodes would make the page too long. */
const placesTold = 100

function shippingLd({ leadDays, ways }: ProductDetail, { fees, pincodes }: DeliveryFees) {
  const told = pincodes.slice(0, placesTold)
  const days = (minValue: number, maxValue: number) => ({
    '@type': 'QuantitativeValue',
    minValue,
    maxValue,
    unitCode: 'DAY',
  })
  return fees
    .filter(({ type }) => ways.includes(type))
    .map(({ least, most }) => ({
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', minValue: least, maxValue: most, currency: 'INR' },
      shippingDestination: {
        '@type': 'DefinedRegion',
        addressCountry: 'IN',
        postalCode: told.filter((pincode) => pincode.length === 6),
        postalCodePrefix: told.filter((pincode) => pincode.length < 6),
      },
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        // An order that comes after the daily deadline is made on the next day.
        handlingTime: days(leadDays, leadDays + 1),
        transitTime: days(0, 0),
      },
    }))
}

export function storeLd(products: readonly Product[], school: School): Record<string, unknown>[] {
  return listLd(
    school,
    products.map(({ name, slug }) => [name, storePath(slug)]),
  )
}
