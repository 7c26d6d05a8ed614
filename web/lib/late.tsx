import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { takeOverEarly } from './early-events.ts'
import { useHydrated } from './use-hydrated.ts'

/** The server sends this part whole; early words and presses in it wait for it (`web/lib/early-events.ts`). */
export function Late({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const isSent = !useHydrated()
  const [isAlive, setAlive] = useState(false)
  const boundary = (
    <Suspense fallback={fallback}>
      {children}
      <TakenOver part={part} onAlive={setAlive} />
    </Suspense>
  )
  // The boundary stays the same until its code is there; else React removes the server's content and shows the
  // fallback.
  const [sent] = useState(isSent ? { pathname, boundary } : null)
  return (
    <div ref={part} data-late="" className="contents">
      {!isAlive && sent?.pathname === pathname ? sent.boundary : boundary}
    </div>
  )
}

/** It stands last, so that its effect runs after the part's effects. */
function TakenOver({
  part,
  onAlive,
}: {
  part: RefObject<HTMLDivElement | null>
  onAlive: (isAlive: true) => void
}) {
  useEffect(() => {
    if (part.current) takeOverEarly(part.current)
    onAlive(true)
  }, [part, onAlive])
  return null
}
