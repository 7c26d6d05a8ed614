import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { FavouriteKind } from '../../../../contract/store/favourites.ts'
import { api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { jsonOf, storage } from '../../../lib/storage.ts'
import { onStoredChange, tellStoredChange } from '../../../lib/stored-changes.ts'
import { useSessionToken } from '../../../lib/use-session.ts'
import { cx } from '../../../ui/class-names.ts'
import { toast } from '../../../ui/toast-store.ts'
import * as text from './favourites.en.ts'

const bodyOf = {
  course: (courseIds: string[]) => ({ courseIds }),
  product: (productIds: string[]) => ({ productIds }),
}

/** Makes the query of a call. A call without `kind` is about courses. */
const asked = (kind: FavouriteKind) => (kind === 'course' ? {} : { kind })

const favouritesQuery = (kind: FavouriteKind) => query('GET /api/favorites', { query: asked(kind) })

export type Favourites = ReturnType<typeof useFavourites>

/**
 * Returns the visitor's favourites. A guest's favourites are in the browser, and an account's are on the server.
 * Signing in merges both.
 */
export function useFavourites(kind: FavouriteKind) {
  const token = useSessionToken()
  const queryClient = useQueryClient()
  const favourites = favouritesQuery(kind)
  const ofGuest = guests[kind]
  const guest = useSyncExternalStore(onStoredChange, ofGuest.read, () => none)
  const result = useQuery({ ...favourites, enabled: token !== null })
  const ids = token === null ? guest : (result.data?.data ?? none)

  const setIds = (next: string[]) =>
    queryClient.setQueryData(favourites.queryKey, { success: true, data: next })
  /**
   * Shows the list after a change. A request for the list that has not ended yet is cancelled, because its response
   * would undo the change.
   */
  const settle = async ({ data: next }: { data: string[] }) => {
    await queryClient.cancelQueries(favourites)
    setIds(next)
  }
  const merge = useMutation({
    mutationFn: (marked: string[]) =>
      api('POST /api/favorites', { query: asked(kind), body: bodyOf[kind](marked) }),
    onSuccess(joined) {
      ofGuest.write([])
      return settle(joined)
    },
  })
  const change = useMutation({
    mutationFn: ({ id, add }: { id: string; add: boolean }) =>
      add
        ? api('POST /api/favorites', { query: asked(kind), body: bodyOf[kind]([id]) })
        : api('DELETE /api/favorites/:id', { params: { id }, query: asked(kind) }),
    onMutate: ({ id, add }) => {
      const before = [...ids]
      setIds(add ? [...before, id] : before.filter((one) => one !== id))
      return before
    },
    onSuccess: settle,
    onError: (_error, _change, before) => {
      if (before) setIds(before)
      toast({ title: text.notSaved, description: text.tryAgain, tone: 'error' })
    },
  })

  const mergedFor = useRef<string | null>(null)
  const mergeGuest = merge.mutate
  useEffect(() => {
    if (token === null || mergedFor.current === token || guest.length === 0) return
    mergedFor.current = token
    mergeGuest([...guest])
  }, [token, guest, mergeGuest])

  return {
    ids,
    result: token === null ? null : result,
    has: (id: string) => ids.includes(id),
    toggle(id: string) {
      const add = !ids.includes(id)
      if (token !== null) return change.mutate({ id, add })
      // The stored list is read again, because another tab may have changed it meanwhile.
      const others = ofGuest.read().filter((one) => one !== id)
      ofGuest.write(add ? [...others, id] : others)
    },
  }
}

/**
 * The list on the server and during hydration. The array is always the same one, so that React does not render again.
 */
const none: readonly string[] = []

function guestList(name: 'favouriteCourses' | 'favouriteProducts') {
  const stored = storage(name)
  /** The list as JSON if the browser's storage is off. */
  let unsaved: string | null = null
  let cached = { json: '', ids: none }
  return {
    read(): readonly string[] {
      const json = stored.read() ?? unsaved
      if (json === null) return none
      if (json !== cached.json) cached = { json, ids: idsIn(json) }
      return cached.ids
    },
    write(ids: readonly string[]): void {
      const json = ids.length === 0 ? null : JSON.stringify(ids)
      stored.write(json)
      unsaved = stored.read() === json ? null : json
      tellStoredChange()
    },
  }
}

const guests = { course: guestList('favouriteCourses'), product: guestList('favouriteProducts') }

function idsIn(json: string): readonly string[] {
  const value = jsonOf(json)
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : none
}

export function FavouriteButton({
  thing: { id, title },
  favourites,
}: {
  thing: { id: string; title: string }
  favourites: Pick<Favourites, 'has' | 'toggle'>
}) {
  const isOn = favourites.has(id)
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={text.favourite({ title })}
      onClick={() => favourites.toggle(id)}
      className="grid size-11 place-items-center rounded-full border border-line-strong bg-raised text-rose-ink transition-colors hover:bg-rose-tint print:hidden"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        width="22"
        height="22"
        stroke="currentColor"
        strokeWidth="1.75"
        className={cx('transition-transform', isOn ? 'scale-110 fill-current' : 'fill-none')}
      >
        <path d="M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.3a4.3 4.3 0 0 1 7.5 2.7c0 5.4-7.5 10-7.5 10Z" />
      </svg>
    </button>
  )
}
