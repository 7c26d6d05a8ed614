import { useQueryClient } from '@tanstack/react-query'
import {
  type ComponentType,
  lazy,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { Testimonials } from '../features/catalogue/testimonials/testimonials.tsx'
import { popupDelay, whenFree } from '../features/people/subscribe/when-free.ts'
import { Hero } from '../features/site/home/hero.tsx'
import * as text from '../features/site/home/home.en.tsx'
import { fallbacksQuery, useFallbacks } from '../lib/fallbacks.ts'
import { JsonLd, schoolLd } from '../lib/json-ld.tsx'
import { laterPart } from '../lib/later-part.tsx'
import { query, rowsIn } from '../lib/query.ts'
import { useHasPart, useSchool } from '../lib/school.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { storage } from '../lib/storage.ts'
import { onStoredChange } from '../lib/stored-changes.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Button } from '../ui/button.tsx'
import { Eyebrow, Heading } from '../ui/heading.tsx'
import { DialogButton, lazyDialog } from '../ui/lazy-dialog.tsx'
import { Picture } from '../ui/picture.tsx'
import { Section } from '../ui/section.tsx'
import { Loading } from '../ui/spinner.tsx'

const EnquiryDialog = lazyDialog(() => import('../features/people/enquiry/enquiry-dialog.tsx'))
const loadPopup = () => import('../features/people/subscribe/subscribe-popup.tsx')
const SubscribePopup = lazyDialog(loadPopup)
// No message appears if this part fails to load, because nobody asked for it.
const OwnEdge = lazy<ComponentType>(() =>
  import('./own-things.tsx').then(
    ({ OwnEdge }) => ({ default: OwnEdge }),
    () => ({ default: () => null }),
  ),
)
const loadVenue = () => import('../features/school/venue/venue-view.tsx')
const VenueView = lazy(loadVenue)

export const handle: PageHandle = {
  queries: () =>
    import.meta.env.SSR
      ? [
          query('GET /api/Feedback'),
          query('GET /api/admin/event-pricing'),
          fallbacksQuery(),
          { ...query('GET /api/office-timing'), isForPlainReaders: true },
        ]
      : [],
}

const OfferCards = laterPart(
  () => import('../features/site/home/offer-cards.tsx'),
  <div className="min-h-dvh" />,
)

const venueAfterMs = 4_000
const hallPricesKey = query('GET /api/admin/event-pricing').queryKey

const popupClosedAt = storage('subscribePopupClosedAt')
const dayMs = 24 * 60 * 60 * 1000

const hasOwn = () => seatsKept.read() !== null || ordersKept.read() !== null
const seatsKept = storage('seatsTaken')
const ordersKept = storage('placedOrder')

/** The router's key of the page that the visitor opened first. */
const firstPage = 'default'

/** The mark of a browser that has subscribed at a school of its own. */
const subscribed = 'never'

/** The popup stays away for `days` days after it was closed or sent; 0 means that it may always open. */
function mayOpenByItself(days: number): boolean {
  // A preview in a frame keeps nothing, so the popup would open after every change of the draft.
  if (window.frameElement || popupClosedAt.read() === subscribed) return false
  const at = Number(popupClosedAt.read())
  return days <= 0 || !at || Date.now() - at >= days * dayMs
}

export default function Home() {
  const school = useSchool()
  const hasHall = useHasPart('hall')
  const hasPopup = useHasPart('popup')
  const navigate = useNavigate()
  // The open venue has a hash in the URL, so that Back closes it and a link to it can be shared.
  const { hash, key } = useLocation()
  // The venue shows only after hydration: the server never sees the hash, and the first render must equal its HTML.
  const showsVenue = useHydrated(hash === '#venue') && hasHall
  const [popup, setPopup] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  const showsOwn = useSyncExternalStore(onStoredChange, hasOwn, () => false)
  const popupDays = school?.popupDays ?? 1

  // The venue's code is loaded ahead, after the page and the popup, so that the venue opens offline too.
  useEffect(() => {
    const timer = setTimeout(() => void loadVenue().catch(() => undefined), venueAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const isDemonstration = school?.isDemonstration !== false
  const closePopup = useCallback(() => {
    if (popupClosedAt.read() !== subscribed) popupClosedAt.write(String(Date.now()))
    setPopup('closed')
  }, [])

  const openUnasked = useCallback(() => {
    // A transition renders in slices, so that scrolling stays smooth.
    startTransition(() => setPopup((is) => (is === 'unloaded' ? 'open' : is)))
  }, [])

  return (
    <>
      <HomeTags />
      {showsVenue ? (
        <Suspense fallback={<Loading>{text.loadingHall}</Loading>}>
          <VenueView
            enquire={
              <DialogButton variant="outline" of={EnquiryDialog}>
                {text.askAboutHall}
              </DialogButton>
            }
          />
        </Suspense>
      ) : (
        <>
          <Hero />
          <OfferCards />
          {hasHall && <VenueBand onView={() => void navigate('#venue')} onUpdates={() => setPopup('open')} />}
          <Testimonials />
        </>
      )}
      {showsOwn && (
        <Suspense>
          <OwnEdge />
        </Suspense>
      )}
      {hasPopup && (
        <PopupTimer days={popupDays} waits={!isDemonstration && key === firstPage} onTime={openUnasked} />
      )}
      {popup !== 'unloaded' && (
        <Suspense>
          <SubscribePopup
            open={popup === 'open'}
            onClose={closePopup}
            onSubscribed={() => isDemonstration || popupClosedAt.write(subscribed)}
          />
        </Suspense>
      )}
    </>
  )
}

function HomeTags() {
  const school = useSchool()
  const fallbacks = useFallbacks()
  const client = useQueryClient()
  const named = { school: school?.name ?? '', city: school?.city ?? '' }
  return (
    <>
      <ShareTags
        wholeTitle={text.title(named)}
        description={fallbacks?.texts.homeDescription ?? text.description(named)}
        path="/"
      />
      {school && (
        <JsonLd
          facts={
            import.meta.env.SSR
              ? () => [
                  schoolLd(
                    school,
                    rowsIn(client.getQueryData(query('GET /api/office-timing').queryKey)),
                    fallbacks,
                  ),
                ]
              : null
          }
        />
      )}
    </>
  )
}

interface PopupTimerProps {
  days: number
  /** True if the visitor must first scroll, unless a page of ours led here. */
  waits: boolean
  onTime: () => void
}

/** Opens the popup after some time. As a component of its own it does not render the page again after hydration. */
function PopupTimer({ days, waits, onTime }: PopupTimerProps): null {
  const isHydrated = useHydrated()
  const [wasLoaded] = useState(!isHydrated)
  useEffect(() => {
    if (!mayOpenByItself(days)) return
    // A failure to load the popup is not reported, because nobody asked for it.
    const openOnceLoaded = () =>
      loadPopup()
        .then(whenFree)
        .then(onTime, () => undefined)
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const loadedAt = (wasLoaded && page?.loadEventStart) || null
      timer = setTimeout(openOnceLoaded, popupDelay(loadedAt, performance.now()))
    }
    const isFirst = waits && !document.referrer.startsWith(location.origin)
    if (isFirst) window.addEventListener('scroll', start, { once: true })
    else if (document.readyState === 'complete') start()
    else window.addEventListener('load', start, { once: true })
    return () => {
      window.removeEventListener('scroll', start)
      window.removeEventListener('load', start)
      clearTimeout(timer)
    }
  }, [days, waits, wasLoaded, onTime])
  return null
}

function VenueBand({ onView, onUpdates }: { onView: () => void; onUpdates: () => void }) {
  const { texts, pictures } = useFallbacks() ?? {}
  const [start, end] = (texts?.hallHeading ?? text.hallHeading).split('\n')
  const picture = pictures?.hallPicture[0] ?? pictures?.hallPictures[0]
  const prices = useQueryClient().getQueryData<{ data: object }>(hallPricesKey)?.data
  const isBare = prices && Object.keys(prices).length === 0 && !picture && texts
  // A hall that the school has said nothing about is not offered.
  if (isBare && !(texts.hallLead || texts.venueLead || texts.venueInclusions)) return null
  return (
    <Section ground="leaf" aria-labelledby="hall">
      <div className={picture ? 'grid items-center gap-10 md:grid-cols-[1fr_1.3fr] md:gap-16' : undefined}>
        {picture && (
          <Picture
            picture={picture}
            alt={picture.alt}
            sizes="(min-width: 76rem) 39.5rem, (min-width: 48rem) calc(58vw - 4.7rem), calc(133vw - 3.3rem)"
            className="aspect-square w-full arch"
          />
        )}
        <div>
          <Eyebrow>{text.hallEyebrow}</Eyebrow>
          <Heading id="hall">
            {start} <em>{end}</em>
          </Heading>
          <p className="mt-4 max-w-text text-lg whitespace-pre-line text-ink-soft">
            {texts && (texts.hallLead ?? text.hallLead)}
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <Button onClick={onView}>{text.viewVenue}</Button>
            <Button variant="outline" onClick={onUpdates}>
              {text.getUpdates}
            </Button>
          </div>
        </div>
      </div>
    </Section>
  )
}
