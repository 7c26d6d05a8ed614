import { createPath, type DataRouter } from 'react-router'

/**
 * If the next page's code cannot load, React Router reloads the old page, and the press is lost. This loads the new
 * page whole instead, which brings a newer version, or the offline page. Browsers that lack the Navigation API keep
 * React Router's way.
 */
export function loadWholly(router: DataRouter): void {
  window.navigation?.addEventListener('navigate', (event) => {
    // The router's own state is read, because `useNavigation` knows it only after a render.
    const wanted = router.state.navigation.location
    if (event.navigationType !== 'reload' || !wanted || !event.cancelable) return
    event.preventDefault()
    location.assign(createPath(wanted))
  })
}
