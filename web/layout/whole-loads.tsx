import { useContext, useEffect } from 'react'
import { createPath, UNSAFE_DataRouterContext } from 'react-router'

/**
 * Where the next page's code cannot be loaded, React Router reloads the old page, and the press is lost. This goes to the
 * new page by a whole load instead, which brings a newer version, or the offline page. Browsers without the Navigation
 * API keep what React Router does.
 */
export function WholeLoads() {
  // The router's own state, because `useNavigation` tells it only after a render.
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    const onNavigate = (event: NavigateEvent) => {
      const wanted = router?.state.navigation.location
      if (event.navigationType !== 'reload' || !wanted || !event.cancelable) return
      event.preventDefault()
      location.assign(createPath(wanted))
    }
    window.navigation?.addEventListener('navigate', onNavigate)
    return () => window.navigation?.removeEventListener('navigate', onNavigate)
  }, [router])
  return null
}
