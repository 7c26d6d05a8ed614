import { useEffect, useRef } from 'react'
import { createPath, useNavigation } from 'react-router'

/**
 * Where the next page's code cannot be had, React Router loads the old page again, and the press is lost. The browser
 * goes to the new one instead, by a whole load: a page of a newer version comes so, and without a network the offline
 * page says what is the matter. Browsers without the Navigation API keep what React Router does.
 */
export function WholeLoads() {
  const { location: next } = useNavigation()
  const wanted = useRef<string | null>(null)
  wanted.current = next ? createPath(next) : null
  useEffect(() => {
    const onNavigate = (event: NavigateEvent) => {
      const path = wanted.current
      if (event.navigationType !== 'reload' || path === null || !event.cancelable) return
      event.preventDefault()
      location.assign(path)
    }
    window.navigation?.addEventListener('navigate', onNavigate)
    return () => window.navigation?.removeEventListener('navigate', onNavigate)
  }, [])
  return null
}
