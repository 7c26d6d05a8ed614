import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import type { ProductDetail } from '../../contract/store/products.ts'
import { FavouriteButton, useFavourites } from '../features/store/favourites/favourites.tsx'
import { storePath } from '../features/store/store/product-facts.ts'
import * as text from '../features/store/store/product-page.en.tsx'
import { ProductPage } from '../features/store/store/product-page.tsx'
import { laterPart } from '../lib/later-part.tsx'
import { usePageAssets } from '../lib/page-context.tsx'
import { isMissing, query } from '../lib/query.ts'
import { FailedNote } from '../ui/failed-note.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'
import { PartPage } from './parts/part-page.tsx'

const EnquiryDialog = lazyDialog(() => import('../features/people/enquiry/enquiry-dialog.tsx'))

const productQuery = (slug: string) => query('GET /api/products/:slug', { params: { slug } })

const deliveryFeesQuery = () => query('GET /api/delivery-fees')

/** The server alone reads this. */
const MissingPage = laterPart(() => import('./not-found.tsx'), null)

export const handle: PageHandle = import.meta.env.SSR
  ? {
      part: 'store',
      queries: ({ slug }) => [
        {
          ...productQuery(slug ?? ''),
          isRequired: true,
          // The product's one URL: its id and its slug in capitals redirect there.
          pathOf: (product: ProductDetail) => storePath(product.slug),
        },
        { ...deliveryFeesQuery(), isForPlainReaders: true },
      ],
    }
  : { part: 'store' }

export default function ProductRoute() {
  return (
    <PartPage part="store">
      <Product />
    </PartPage>
  )
}

function Product() {
  const { slug = '' } = useParams()
  const result = useQuery(productQuery(slug))
  const favourites = useFavourites('product')
  const client = useQueryClient()
  const wasMissing = usePageAssets().missingAt === useLocation().pathname && result.data === undefined
  if (wasMissing || isMissing(result)) return <MissingPage />
  const { data, error } = result
  const note = error && (
    <Container className="pt-6">
      <FailedNote title={data ? text.outOfDate : text.notLoaded} of={result}>
        {error.message}
      </FailedNote>
    </Container>
  )
  if (!data) return note ?? <Awaited label={text.loading} className="py-32" />
  return (
    <>
      {note}
      <ProductPage
        key={data.id}
        product={data}
        favourite={<FavouriteButton thing={{ id: data.id, title: data.name }} favourites={favourites} />}
        enquiry={EnquiryDialog}
        delivery={client.getQueryData(deliveryFeesQuery().queryKey)}
      />
    </>
  )
}
