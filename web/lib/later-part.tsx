import {
  type ComponentType,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { takeOverEarly } from './early-events.ts'
import { useHydrated } from './use-hydrated.ts'
import { whenQuiet } from './when-quiet.ts'

/** A part that the server sends whole, and whose code loads in the first quiet moment. */
export function laterPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  place: ReactNode,
) {
  const Part = lazy(async () => {
    if (!import.meta.env.SSR) await new Promise<void>((quiet) => whenQuiet(quiet))
    return load().catch(() => untilLoaded(load))
  })
  return function LaterPart(props: Props) {
    return (
      <Late fallback={place}>
        <Part {...props} />
      </Late>
    )
  }
}

/** A part that belongs to one visitor, so the server sends only its `place`. */
export function browserPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  place: ReactNode,
) {
  const Part = lazy(load)
  return function BrowserPart(props: Props) {
    if (!useHydrated()) return place
    return (
      <Suspense fallback={place}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** The time helps where a browser says that it is online before its first call succeeds. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  await new Promise((again) => {
    addEventListener('online', again, { once: true })
    setTimeout(again, 15_000)
  })
  return load().catch(() => untilLoaded(load))
}

/** Early words and presses in this part wait until it is alive (`web/lib/early-events.ts`). */
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
  // React would show the fallback if the boundary changed before its code is there.
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
