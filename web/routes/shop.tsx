import { useSearchParams } from 'react-router'
import { oneOf, type PageHandle } from '../../contract/page.ts'
import { ProductCard, sampleProducts, shopCategories } from '../features/store/shop/sample-products.tsx'
import { ShareTags } from '../lib/share-tags.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { FilterLinks } from '../ui/filter-links.tsx'
import { PageHead } from '../ui/heading.tsx'
import { DialogButton, lazyDialog } from '../ui/lazy-dialog.tsx'
import { Note } from '../ui/note.tsx'
import { Container, Section } from '../ui/section.tsx'

const CustomRequestDialog = lazyDialog(
  () => import('../features/people/custom-requests/custom-request-dialog.tsx'),
)

export const handle: PageHandle = {
  searchParams: { category: oneOf(shopCategories.slice(1)) },
}

export default function Shop() {
  const [search] = useSearchParams()
  const category = shopCategories.find((one) => one === search.get('category')) ?? 'All'
  const shown = sampleProducts.filter((product) => category === 'All' || product.category === category)
  return (
    <>
      <ShareTags
        title="Bouquets"
        description="Samples of our bouquets, with prices in US dollars. What you can order is in our store."
        path="/shop"
      />
      <Container className="pt-10 md:pt-16">
        <PageHead
          eyebrow="The sample collection"
          lead="These bouquets are samples, with prices in US dollars. You can’t order them here. What you can order, in rupees, is in our store."
        >
          Exquisite <em>Bouquets</em>
        </PageHead>
        <ButtonLink to="/store" className="mt-6">
          Go to the store
        </ButtonLink>
      </Container>
      <Section aria-label="Bouquets" className="pt-8! md:pt-10!">
        <FilterLinks values={shopCategories} current={category} />
        <ul className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map((product, at) => (
            <ProductCard key={product.name} product={product} isFirst={at === 0} />
          ))}
        </ul>
        <Note
          className="mt-12"
          title="Not what you had in mind?"
          action={
            <DialogButton variant="outline" of={CustomRequestDialog}>
              Ask for a custom bouquet
            </DialogButton>
          }
        >
          Tell us the occasion, the colours and your budget, and we tie it for you.
        </Note>
      </Section>
    </>
  )
}
