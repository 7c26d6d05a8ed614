import { type ReactNode, useState } from 'react'

/**
 * A place for a popup beside its trigger, not at the end of `<body>`: there it would stand outside of every
 * landmark, and outside of the dialog it belongs to. Returns the place and the element to render. Positioners in it
 * need `positionMethod="fixed"`, so that scrolling boxes do not cut them off.
 */
export function usePortalPlace(): [HTMLElement | null, ReactNode] {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return [place, <span key="portal" ref={setPlace} className="absolute" />]
}
