import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Returns a function that says whether the user pressed something within this time. A timer that asks the server stops
 * for an absent user, because it would keep the session alive. `onReturn` runs with the first press afterwards.
 */
export function usePresence(presentForMs: number, onReturn: () => void): () => boolean {
  const lastPress = useRef(0)
  const isPresent = () => Date.now() - lastPress.current < presentForMs
  const notePress = useEffectEvent(() => {
    const wasPresent = isPresent()
    lastPress.current = Date.now()
    if (!wasPresent) onReturn()
  })
  useEffect(() => {
    lastPress.current = Date.now()
    const onPress = () => notePress()
    document.addEventListener('pointerdown', onPress, true)
    document.addEventListener('keydown', onPress, true)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      document.removeEventListener('keydown', onPress, true)
    }
  }, [])
  return isPresent
}
