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

/** A part of a page that the server sends as complete HTML, and whose code loads when the browser is idle. */
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

/** A part of a page that differs by visitor. The server sends only `place`, its placeholder. */
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

/** Loads code again when the browser is online, and every 15 seconds, as `online` may come before a call succeeds. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  await new Promise((again) => {
    addEventListener('online', again, { once: true })
    setTimeout(again, 15_000)
  })
  return load().catch(() => untilLoaded(load))
}

/**
 * A part that React takes over later. React then repeats the text and clicks from before (`web/lib/early-events.ts`).
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
  // The boundary is kept: if it were rendered anew before its code has loaded, React would show the fallback.
  const [sent] = useState(isSent ? { pathname, boundary } : null)
  return (
    <div ref={part} data-late="" className="contents">
      {!isAlive && sent?.pathname === pathname ? sent.boundary : boundary}
    </div>
  )
}

/** The last child of a part, so that its effect runs after the part's own effects. */
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
