import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Late } from './late.tsx'
import { useHydrated } from './use-hydrated.ts'
import { whenQuiet } from './when-quiet.ts'

/**
 * A part of a page that the server sends whole, and that comes alive after the rest: its code loads in the first quiet
 * moment, and is no part of the first load (P5).
 */
export function laterPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  place: ReactNode,
) {
  const Part = lazy(quietly(load))
  return function LaterPart(props: Props) {
    return (
      <Late fallback={place}>
        <Part {...props} />
      </Late>
    )
  }
}

/** A part that belongs to one visitor, so that the server sends only its `place`. */
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

/**
 * Loads in the first quiet moment, or once it is needed if that is sooner; and again once there is a network where there is
 * none.
 */
export function quietly<T>(load: () => Promise<T>, untilNeeded?: () => Promise<void>): () => Promise<T> {
  return async () => {
    if (!import.meta.env.SSR) {
      const quiet = new Promise<void>((resolve) => whenQuiet(resolve))
      await (untilNeeded ? Promise.race([quiet, untilNeeded()]) : quiet)
    }
    return load().catch(() => untilLoaded(load))
  }
}

/** What the server sent stays meanwhile. */
async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  await new Promise((online) => addEventListener('online', online, { once: true }))
  return load().catch(() => untilLoaded(load))
}
