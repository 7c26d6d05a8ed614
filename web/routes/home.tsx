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

const popupAfterMs = 2_000
const venueAfterMs = 4_000

export default function Home() {
  const school = useSchool()
  const navigate = useNavigate()
  // The venue is a mark in the address, so that Back and a shared link work.
  const { hash } = useLocation()
  // Only after hydration: the server never sees the mark, and its HTML must match the first render.
  const showsVenue = useHydrated(hash === '#venue')
  const [popup, setPopup] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  const popupDays = school?.popupDays ?? 1

  useEffect(() => {
    if (!mayOpenByItself(popupDays)) return
    // Nobody asked for the popup, so that a failure to load it is not told.
    const openOnceLoaded = () =>
      loadPopup().then(
        // A transition renders in slices, so that scrolling stays smooth.
        () => startTransition(() => setPopup((is) => (is === 'unloaded' ? 'open' : is))),
        () => undefined,
      )
    const timer = setTimeout(openOnceLoaded, popupAfterMs)
    return () => clearTimeout(timer)
  }, [popupDays])
  // Loaded ahead, after page and popup, so that it opens without a network too.
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
