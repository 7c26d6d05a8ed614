import { createPath, type DataRouter } from 'react-router'
import { storage } from './storage.ts'

export function followRouter(router: DataRouter): () => boolean {
  loadWholly(router)
  return keepPlaces(router)
}

/** A page may take this long to reach its former height again. */
const patienceMs = 3_000
/** The places of this many history entries outlive a reload. */
const keptMax = 50

interface Place {
  y: number
  /** The followed link; content above it may have another height after the return. */
  link?: { path: string; top: number }
}

const kept = storage('placesLeft', 'sessionStorage')

/**
 * The returned function goes to the place where the page was left, and answers false for a new page. The browser's own
 * way would scroll the old page, before the new one is drawn.
 */
function keepPlaces(router: DataRouter): () => boolean {
  const before = kept.readJson()
  const places = new Map<string, Place>(Array.isArray(before) ? before : [])
  let shown = router.state.location
  // A reload has closed the dialog of this entry (`use-kept-dialog.ts`), so Back would seem to do nothing.
  if (shown.state?.isOfDialog && !document.querySelector('[role=dialog]')) history.back()
  // The browser loads this entry again but restores nothing, because it was left by way of another entry.
  if (history.scrollRestoration === 'manual') goTo(places.get(shown.key))
  const beManual = () => {
    history.scrollRestoration = 'manual'
  }
  beManual()
  addEventListener('pageshow', beManual)
  addEventListener('pagehide', () => {
    places.set(shown.key, { y: scrollY })
    kept.write(JSON.stringify([...places].slice(-keptMax).map(([key, { y }]) => [key, { y }])))
    // The browser restores the place after a reload and a return from another site.
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
    // The browser scrolls to a fragment by itself; such an entry has no key of its own.
    if (location.pathname !== left.pathname || location.key === 'default') return
    const place = placeOf(location)
    if (place) requestAnimationFrame(() => goTo(place))
  })
  return () => goTo(placeOf(shown))
}

// Fragment links of the old page already resolve to the new address, but their attribute does not.
const linkTo = (path: string) => document.querySelector(`main a[href="${CSS.escape(path)}"]`)

/** Goes there again when content above comes late, until the visitor acts or a new view takes the focus. */
function goTo(place: Place | undefined): boolean {
  if (!place) return false
  const { y, link } = place
  const put = () => {
    scrollTo(0, y)
    const anchor = link && linkTo(link.path)
    if (anchor) scrollBy(0, anchor.getBoundingClientRect().top - link.top)
  }
  // `later` cards get their real height (web/ui/utilities.css).
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
 * React Router reloads the old page if a page's code cannot load. This loads the new page whole instead, which
 * brings a newer version or the offline page. Browsers without the Navigation API keep React Router's way.
 */
function loadWholly(router: DataRouter): void {
  window.navigation?.addEventListener('navigate', (event) => {
    // `useNavigation` would know it only after a render.
    const wanted = router.state.navigation.location
    if (event.navigationType !== 'reload' || !wanted || !event.cancelable) return
    event.preventDefault()
    location.assign(createPath(wanted))
  })
}
