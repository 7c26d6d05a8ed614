import type { PageHandle } from '../../contract/page.ts'
import * as text from '../features/store/favourites/favourites.en.ts'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { browserPart } from '../lib/later-part.tsx'
import { WithoutScripts } from '../lib/without-scripts.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'

const OwnFavourites = browserPart(
  () => import('./parts/own-favourites.tsx'),
  <>
    <WithoutScripts of="page" />
    <Awaited label={text.loading} className="py-24 noscript:hidden" />
  </>,
)

export const handle: PageHandle = { isPrivate: true }

const [start, end] = text.heading.split('\n')

export default function Favourites() {
  return (
    <Container tall className="py-8 md:py-14">
      <UnlistedTags title={text.title} />
      <PageTitle>
        {start} <em>{end}</em>
      </PageTitle>
      {/* This text is longer than any below, so the largest contentful paint waits for no script. */}
      <p className="mt-3 max-w-text text-ink-soft">{text.lead}</p>
      <OwnFavourites />
    </Container>
  )
}
