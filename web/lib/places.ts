import type { DataRouter } from 'react-router'
import { storage } from './storage.ts'

/** So long a page to which somebody came back may take to be as high as it was. */
const patienceMs = 3_000
/** Of so many entries of the history the place outlives a reload. */
const keptMax = 50

interface Place {
  y: number
  /** The link that was followed, and where on the screen it stood: what stands above it may be another height by then. */
  link?: { path: string; top: number }
}

const kept = storage('placesLeft', 'sessionStorage')

/**
 * Keeps where each page was left, and answers how to return there on Back and Forward: false where the page is a new one.
 * The browser's own way scrolls the old page, before the new one is drawn.
 */
export function keepPlaces(router: DataRouter): () => boolean {
  const before = kept.readJson()
  const places = new Map<string, Place>(Array.isArray(before) ? before : [])
  let shown = router.state.location
  // The entry of a dialog that a reload has closed (`use-own-entry.ts`): Back would seem to do nothing.
  if (shown.state?.isOfDialog && !document.querySelector('[role=dialog]')) history.back()
  // The browser asks for this entry anew, and restores nothing: it was left by way of another one.
  if (history.scrollRestoration === 'manual') goTo(places.get(shown.key))
  const beManual = () => {
    history.scrollRestoration = 'manual'
  }
  beManual()
  addEventListener('pageshow', beManual)
  addEventListener('pagehide', () => {
    places.set(shown.key, { y: scrollY })
    kept.write(JSON.stringify([...places].slice(-keptMax).map(([key, { y }]) => [key, { y }])))
    // Whoever comes back from another site, or loads the page again, is shown the place by the browser.
    history.scrollRestoration = 'auto'
  })
  const placeOf = ({ key }: { key: string }) =>
    router.state.historyAction === 'POP' ? places.get(key) : undefined
  router.subscribe(({ location }) => {
    if (location === shown) return
    const left = shown
    const link = linkTo(location.pathname)
    places.delete(left.key)
    places.set(left.key, {
      y: scrollY,
      ...(link && { link: { path: location.pathname, top: link.getBoundingClientRect().top } }),
    })
    shown = location
    // The browser scrolls to the fragment of a link by itself; such an entry has no key of its own.
    if (location.pathname !== left.pathname || location.key === 'default') return
    const place = placeOf(location)
    if (place) requestAnimationFrame(() => goTo(place))
  })
  return () => goTo(placeOf(shown))
}

// By its attribute: where the address has changed already, fragments of the old page count as of the new one.
const linkTo = (path: string) => document.querySelector(`main a[href="${CSS.escape(path)}"]`)

/**
 * Returns there now, and again when what stands above comes late, until the visitor does something or a new view takes the
 * focus.
 */
function goTo(place: Place | undefined): boolean {
  if (!place) return false
  const { y, link } = place
  const put = () => {
    scrollTo(0, y)
    const anchor = link && linkTo(link.path)
    if (anchor) scrollBy(0, anchor.getBoundingClientRect().top - link.top)
  }
  // The cards above count as high as they are (`later` in web/ui/utilities.css).
  const { classList } = document.documentElement
  classList.add('whole')
  put()
  const late = new ResizeObserver(put)
  late.observe(document.body)
  const end = () => {
    clearTimeout(timer)
    late.disconnect()
    classList.remove('whole')
    for (const type of doings) removeEventListener(type, end)
  }
  const timer = setTimeout(end, patienceMs)
  for (const type of doings) addEventListener(type, end, { passive: true })
  return true
}

const doings = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin']
