import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { api } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { useSessionToken } from '../../lib/use-session.ts'
import { toast } from '../../ui/toast-store.ts'
import { guestFavourites } from './guest-favourites.ts'

const favourites = query('GET /api/favorites')

/** Kept in the browser for guests, by the server for signed-in people. A guest's are merged when a session begins. */
export function useFavourites(): { has(id: string): boolean; toggle(id: string): void } {
  const token = useSessionToken()
  const queryClient = useQueryClient()
  const guest = useSyncExternalStore(
    guestFavourites.subscribe,
    guestFavourites.read,
    () => guestFavourites.none,
  )
  const { data } = useQuery({ ...favourites, enabled: token !== null })
  const ids = token === null ? guest : (data?.data ?? guestFavourites.none)

  const setIds = (next: string[]) =>
    queryClient.setQueryData(favourites.queryKey, { success: true, data: next })
  /** Cancels a list that was asked for before the change: it would put the old one back. */
  const settle = async ({ data: next }: { data: string[] }) => {
    await queryClient.cancelQueries(favourites)
    setIds(next)
  }
  const merge = useMutation({
    mutationFn: (courseIds: string[]) => api('POST /api/favorites', { body: { courseIds } }),
    onSuccess(joined) {
      guestFavourites.write([])
      return settle(joined)
    },
  })
  const change = useMutation({
    mutationFn: ({ id, add }: { id: string; add: boolean }) =>
      add
        ? api('POST /api/favorites', { body: { courseIds: [id] } })
        : api('DELETE /api/favorites/:id', { params: { id } }),
    onMutate: ({ id, add }) => {
      const before = [...ids]
      setIds(add ? [...before, id] : before.filter((one) => one !== id))
      return before
    },
    onSuccess: settle,
    onError: (_error, _change, before) => {
      if (before) setIds(before)
      toast({ title: 'Your favourites could not be saved', description: 'Please try again.', tone: 'error' })
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
    has: (id) => ids.includes(id),
    toggle(id) {
      const add = !ids.includes(id)
      if (token !== null) change.mutate({ id, add })
      else guestFavourites.write(add ? [...guest, id] : guest.filter((one) => one !== id))
    },
  }
}
