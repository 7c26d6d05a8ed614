import { createPath, type DataRouter } from 'react-router'
import { storage } from './storage.ts'

export function followRouter(router: DataRouter): () => boolean {
  loadWholly(router)
  return keepPlaces(router)
}

/** A page may take this long to grow to its former height. */
const patienceMs = 3_000
/** This many scroll positions are stored, so that a reload can restore them. */
const keptMax = 50

interface Place {
  y: number
  /**
   * The link that the visitor followed, and its distance from the top of the screen. After a return the page scrolls to
   * that link, because content above it may have changed its height.
   */
  link?: { path: string; top: number }
}

const kept = storage('placesLeft', 'sessionStorage')

/**
 * Remembers the scroll position of each history entry. The returned function scrolls to the position of the shown
 * entry, and returns false for a new page. The browser's own restoration would scroll the old page, before the new page
 * is rendered.
 */
function keepPlaces(router: DataRouter): () => boolean {
  const before = kept.readJson()
  const places = new Map<string, Place>(Array.isArray(before) ? before : [])
  let shown = router.state.location
  // A reload closes the dialog that owns this entry (`use-kept-dialog.ts`). If the page stayed on this entry, the next
  // Back would change nothing.
  if (shown.state?.isOfDialog && !document.querySelector('[role=dialog]')) history.back()
  // The browser restores no position of an entry that was left inside the site, where restoration is `manual`.
  if (history.scrollRestoration === 'manual') goTo(places.get(shown.key))
  const beManual = () => {
    history.scrollRestoration = 'manual'
  }
  beManual()
  addEventListener('pageshow', beManual)
  addEventListener('pagehide', () => {
    places.set(shown.key, { y: scrollY })
    kept.write(JSON.stringify([...places].slice(-keptMax).map(([key, { y }]) => [key, { y }])))
    // The browser itself restores the position after a reload and after a return from another site.
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
    // The browser itself scrolls to a fragment. An entry for a fragment has no key of its own.
    if (location.pathname !== left.pathname || location.key === 'default') return
    const place = placeOf(location)
    if (place) requestAnimationFrame(() => goTo(place))
  })
  return () => goTo(placeOf(shown))
}

// The router has moved on, so a fragment link's `href` property has the new address, while the attribute still has the
// old address.
const linkTo = (path: string) => document.querySelector(`main a[href="${CSS.escape(path)}"]`)

/**
 * Scrolls to a stored position, and again whenever the page's height changes, until the visitor acts or the focus
 * moves.
 */
function goTo(place: Place | undefined): boolean {
  if (!place) return false
  const { y, link } = place
  const put = () => {
    scrollTo(0, y)
    const anchor = link && linkTo(link.path)
    if (anchor) scrollBy(0, anchor.getBoundingClientRect().top - link.top)
  }
  // The class gives cards with `later` their real height (web/ui/utilities.css).
  const { classList } = document.documentElement
  classList.add('whole')
  put()
  const late = new ResizeObserver(put)
  late.observe(document.body)
  const end = () => {
    clearTimeout(timer)
    late.disconnect()
    classList.remove('whole')
    for (const type of visitorEvents) removeEventListener(type, end)
  }
  const timer = setTimeout(end, patienceMs)
  for (const type of visitorEvents) addEventListener(type, end, { passive: true })
  return true
}

const visitorEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin']

/**
 * React Router reloads the old page if the code of the next page fails to load. This function loads the next page from
 * the server instead, which brings the newer version of the site or the offline page. A browser without the Navigation
 * API reloads the old page.
 */
function loadWholly(router: DataRouter): void {
  window.navigation?.addEventListener('navigate', (event) => {
    // The next page is read from the router, because `useNavigation` knows it only after a render.
    const wanted = router.state.navigation.location
    if (event.navigationType !== 'reload' || !wanted || !event.cancelable) return
    event.preventDefault()
    location.assign(createPath(wanted))
  })
}
