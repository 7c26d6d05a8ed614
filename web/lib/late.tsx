import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { takeOverEarly } from './early-events.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * A part of a page that the server sends whole, and that comes alive after the rest. What is typed and pressed in it
 * before waits for it (`web/lib/early-events.ts`).
 */
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
  // React takes away what the server sent, and shows the fallback, if the boundary changes before its code is there. So
  // it stays the same until then.
  const [sent] = useState(isSent ? { pathname, boundary } : null)
  return (
    <div ref={part} data-late="" className="contents">
      {!isAlive && sent?.pathname === pathname ? sent.boundary : boundary}
    </div>
  )
}

/** Its effect runs after those of the part. */
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
