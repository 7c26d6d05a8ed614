import { useContext, useEffect } from 'react'
import { createPath, UNSAFE_DataRouterContext } from 'react-router'

/**
 * Where the next page's code cannot be had, React Router loads the old page again, and the press is lost. The browser
 * goes to the new one instead, by a whole load: a page of a newer version comes so, and without a network the offline
 * page says what is the matter. Browsers without the Navigation API keep what React Router does.
 */
export function WholeLoads() {
  // The router's own state: what `useNavigation` tells waits for a render, and code may be refused before that.
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
