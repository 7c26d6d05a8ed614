import type { PageHandle } from '../../contract/page.ts'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { browserPart } from '../lib/later-part.tsx'
import { WithoutScripts } from '../lib/without-scripts.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'

const FavouritesPanel = browserPart(
  () => import('../features/store/favourites/favourites-panel.tsx'),
  <>
    <WithoutScripts of="page" />
    <Awaited label="Loading your favourites" className="py-24 noscript:hidden" />
  </>,
)

export const handle: PageHandle = { isPrivate: true }

export default function Favourites() {
  return (
    <Container tall className="py-8 md:py-14">
      <UnlistedTags title="Your favourites" />
      <PageTitle>
        Your <em>favourites</em>
      </PageTitle>
      {/* This text is longer than any below, so the largest contentful paint waits for no script. */}
      <p className="mt-3 max-w-text text-ink-soft">
        Flowers and courses that you marked with a heart. They wait on this device; once you sign in, they are
        in your account and on your other devices too.
      </p>
      <FavouritesPanel />
    </Container>
  )
}
