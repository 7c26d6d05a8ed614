import { createPath, type DataRouter } from 'react-router'

/**
 * Where the next page's code cannot be loaded, React Router reloads the old page, and the press is lost. This goes to the
 * new page by a whole load instead, which brings a newer version, or the offline page. Browsers without the Navigation
 * API keep what React Router does.
 */
export function loadWholly(router: DataRouter): void {
  window.navigation?.addEventListener('navigate', (event) => {
    // The router's own state, because `useNavigation` tells it only after a render.
    const wanted = router.state.navigation.location
    if (event.navigationType !== 'reload' || !wanted || !event.cancelable) return
    event.preventDefault()
    location.assign(createPath(wanted))
  })
}
