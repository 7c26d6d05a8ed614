import { useSearchParams } from 'react-router'
import { oneOf, type PageHandle } from '../../contract/page.ts'
import * as text from '../features/store/shop/sample-products.en.tsx'
import {
  CategoryStrip,
  ProductCard,
  sampleProducts,
  shopCategories,
} from '../features/store/shop/sample-products.tsx'
import { fallbacksQuery } from '../lib/fallbacks.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Heading, PageHead } from '../ui/heading.tsx'
import { DialogButton, lazyDialog } from '../ui/lazy-dialog.tsx'
import { Container, Section } from '../ui/section.tsx'
import { PartPage } from './parts/part-page.tsx'

const CustomRequestDialog = lazyDialog(
  () => import('../features/people/custom-requests/custom-request-dialog.tsx'),
)

export const handle: PageHandle = {
  part: 'sampleShop',
  queries: () => (import.meta.env.SSR ? [{ ...fallbacksQuery(), isForPlainReaders: true }] : []),
  searchParams: { category: oneOf(shopCategories.slice(1)) },
}

export default function Shop() {
  return (
    <PartPage part="sampleShop">
      <SamplePage />
    </PartPage>
  )
}

function SamplePage() {
  const [search] = useSearchParams()
  // oxlint-disable-next-line malar/text-in-catalogue -- a value of the address
  const category = shopCategories.find((one) => one === search.get('category')) ?? 'All'
  const shown = sampleProducts.filter((product) => category === 'All' || product.category === category)
  return (
    <>
      <ShareTags title={text.title} description={text.shareDescription} path="/shop" />
      <Container className="pt-3 md:pt-6">
        <PageHead eyebrow={text.eyebrow}>{text.heading}</PageHead>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="max-w-text text-ink-soft">{text.lead}</p>
          <ButtonLink to="/store" size="sm">
            {text.visitStore}
          </ButtonLink>
        </div>
        <div className="mt-4">
          <CategoryStrip current={category} />
        </div>
      </Container>
      <Container className="pt-4 pb-16 md:pb-24">
        <section aria-label={text.title}>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,34%)),1fr))] gap-x-4 gap-y-8 md:grid-cols-3 md:gap-x-6 md:gap-y-10 lg:grid-cols-4">
            {shown.map((product, at) => (
              <ProductCard key={product.name} product={product} isLarge={category === 'All' && at === 0} />
            ))}
          </ul>
        </section>
      </Container>
      <Section ground="marigold" aria-labelledby="custom">
        <div className="grid items-end gap-x-14 gap-y-4 lg:grid-cols-2">
          <Heading id="custom">{text.customHeading}</Heading>
          <div>
            <p className="mb-4 max-w-text text-lg text-ink-soft">{text.customLead}</p>
            <DialogButton of={CustomRequestDialog}>{text.askForCustom}</DialogButton>
          </div>
        </div>
      </Section>
    </>
  )
}
