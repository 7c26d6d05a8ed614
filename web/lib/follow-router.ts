import { createPath, type DataRouter } from 'react-router'
import { storage } from './storage.ts'

/** The returned function goes back to the place where a page was left. */
export function followRouter(router: DataRouter): () => boolean {
  loadWholly(router)
  return keepPlaces(router)
}

/** A page may take this long to reach its former height after somebody returns to it. */
const patienceMs = 3_000
/** The places of this many history entries outlive a reload. */
const keptMax = 50

interface Place {
  y: number
  /** The followed link and its place on the screen, because the content above it may have another height later. */
  link?: { path: string; top: number }
}

const kept = storage('placesLeft', 'sessionStorage')

/**
 * Keeps the place where each page was left. The returned function goes back there on Back and Forward, and answers
 * false for a new page. The browser's own way would scroll the old page, before the new one is drawn.
 */
function keepPlaces(router: DataRouter): () => boolean {
  const before = kept.readJson()
  const places = new Map<string, Place>(Array.isArray(before) ? before : [])
  let shown = router.state.location
  // A reload has closed this entry's dialog (`use-kept-dialog.ts`), so Back would seem to do nothing.
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
    // The browser itself restores the place after a return from another site and after a reload.
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
    // The browser scrolls to a link's fragment by itself; such an entry has no key of its own.
    if (location.pathname !== left.pathname || location.key === 'default') return
    const place = placeOf(location)
    if (place) requestAnimationFrame(() => goTo(place))
  })
  return () => goTo(placeOf(shown))
}

// The attribute counts, because the old page's fragment links already resolve to the new address.
const linkTo = (path: string) => document.querySelector(`main a[href="${CSS.escape(path)}"]`)

/** Returns there now, and again when content above comes late, until the visitor acts or a new view takes the focus. */
function goTo(place: Place | undefined): boolean {
  if (!place) return false
  const { y, link } = place
  const put = () => {
    scrollTo(0, y)
    const anchor = link && linkTo(link.path)
    if (anchor) scrollBy(0, anchor.getBoundingClientRect().top - link.top)
  }
  // The cards above count with their real height (`later` in web/ui/utilities.css).
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

/**
 * If the next page's code cannot load, React Router reloads the old page, and the press is lost. This loads the new
 * page whole instead, which brings a newer version, or the offline page. Browsers that lack the Navigation API keep
 * React Router's way.
 */
function loadWholly(router: DataRouter): void {
  window.navigation?.addEventListener('navigate', (event) => {
    // The router's own state is read, because `useNavigation` knows it only after a render.
    const wanted = router.state.navigation.location
    if (event.navigationType !== 'reload' || !wanted || !event.cancelable) return
    event.preventDefault()
    location.assign(createPath(wanted))
  })
}
