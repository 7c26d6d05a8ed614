import { useSearchParams } from 'react-router'
import { oneOf, type PageHandle } from '../../contract/page.ts'
import * as text from '../features/store/shop/sample-products.en.tsx'
import { ProductCard, sampleProducts, shopCategories } from '../features/store/shop/sample-products.tsx'
import { fallbacksQuery } from '../lib/fallbacks.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { FilterLinks } from '../ui/filter-links.tsx'
import { PageHead } from '../ui/heading.tsx'
import { DialogButton, lazyDialog } from '../ui/lazy-dialog.tsx'
import { Note } from '../ui/note.tsx'
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
      <Container className="pt-10 md:pt-16">
        <PageHead eyebrow={text.eyebrow} lead={text.lead}>
          {text.heading}
        </PageHead>
        <ButtonLink to="/store" className="mt-6">
          {text.visitStore}
        </ButtonLink>
      </Container>
      <Section aria-label={text.title} className="pt-8! md:pt-10!">
        <FilterLinks values={shopCategories} current={category} />
        <ul className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map((product, at) => (
            <ProductCard key={product.name} product={product} isFirst={at === 0} />
          ))}
        </ul>
        <Note
          className="mt-12"
          title={text.customHeading}
          action={
            <DialogButton variant="outline" of={CustomRequestDialog}>
              {text.askForCustom}
            </DialogButton>
          }
        >
          {text.customLead}
        </Note>
      </Section>
    </>
  )
}
