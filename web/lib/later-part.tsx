import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Late } from './late.tsx'
import { useHydrated } from './use-hydrated.ts'
import { whenQuiet } from './when-quiet.ts'

/** A part that the server sends whole. Its code loads in the first quiet moment, and is not in the first load. */
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

/** The server's content stays meanwhile. */
async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  await new Promise((online) => addEventListener('online', online, { once: true }))
  return load().catch(() => untilLoaded(load))
}
