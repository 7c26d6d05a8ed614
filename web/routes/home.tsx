import { lazy, Suspense, startTransition, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { EnquiryButton } from '../features/enquiry/enquiry-button.tsx'
import { Hero } from '../features/home/hero.tsx'
import { OfferCards, VenueBand } from '../features/home/landing.tsx'
import { mayOpenByItself, rememberClosed } from '../features/subscribe/popup-memory.ts'
import { Testimonials, testimonialsQuery } from '../features/testimonials/testimonials.tsx'
import { pricingQuery } from '../features/venue/pricing-query.ts'
import { JsonLd } from '../lib/json-ld.tsx'
import { useSchool } from '../lib/school.ts'
import { schoolLd } from '../lib/school-ld.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Loading } from '../ui/spinner.tsx'

const loadPopup = () => import('../features/subscribe/subscribe-popup.tsx')
const SubscribePopup = lazyDialog(loadPopup)
const loadVenue = () => import('../features/venue/venue-view.tsx')
const VenueView = lazy(loadVenue)

export const handle: PageHandle = { queries: () => [testimonialsQuery(), pricingQuery()] }

/** P§9: the popup opens by itself this long after the page has loaded. */
const popupAfterMs = 2_000
const venueAfterMs = 4_000

export default function Home() {
  const school = useSchool()
  const navigate = useNavigate()
  // The venue takes the landing page's place; in the address it is a mark, so that Back and a shared link work.
  const { hash } = useLocation()
  // Not the address's business alone: the page that the server sent knows no mark, and need not be rendered again.
  const showsVenue = useHydrated(hash === '#venue')
  const [popup, setPopup] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  const popupDays = school?.popupDays ?? 1

  useEffect(() => {
    if (!mayOpenByItself(popupDays)) return
    // Nobody asked for it: where its code cannot be had, it stays away without a word.
    const openOnceLoaded = () =>
      loadPopup().then(
        // In slices: nobody waits for it, and who is scrolling meanwhile is not held up.
        () => startTransition(() => setPopup((is) => (is === 'unloaded' ? 'open' : is))),
        () => undefined,
      )
    const timer = setTimeout(openOnceLoaded, popupAfterMs)
    return () => clearTimeout(timer)
  }, [popupDays])
  // The view's code comes last of all, when the page and the popup have come: whoever goes offline can still open it.
  useEffect(() => {
    const timer = setTimeout(() => void loadVenue().catch(() => undefined), venueAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const closePopup = useCallback(() => {
    rememberClosed()
    setPopup('closed')
  }, [])

  return (
    <>
      <ShareTags
        wholeTitle={`${school?.name ?? 'Malar'} · Floral design courses in ${school?.city ?? 'Chennai'}`}
        description={`Floral design diplomas and workshops, bouquets and a hall for celebrations in ${school?.city ?? 'Chennai'}.`}
        path="/"
      />
      {school && <JsonLd facts={import.meta.env.SSR ? () => [schoolLd(school)] : null} />}
      {showsVenue ? (
        <Suspense fallback={<Loading>Loading the hall…</Loading>}>
          <VenueView
            onBack={() => void navigate('/')}
            enquire={
              <EnquiryButton kind="Venue" variant="outline">
                Ask about the hall
              </EnquiryButton>
            }
          />
        </Suspense>
      ) : (
        <>
          <Hero />
          <OfferCards />
          <VenueBand onView={() => void navigate('#venue')} onUpdates={() => setPopup('open')} />
        </>
      )}
      {!showsVenue && <Testimonials />}
      {popup !== 'unloaded' && (
        <Suspense>
          <SubscribePopup open={popup === 'open'} onClose={closePopup} />
        </Suspense>
      )}
    </>
  )
}
