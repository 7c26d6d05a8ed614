import type { api } from '../lib/api.ts'
import { useAction } from './use-action.ts'

type Begun = Awaited<ReturnType<typeof api<'POST /api/admin/site/preview'>>>

/** Opens a preview in a new tab. */
export function usePreview(begin: () => Promise<Begun>, onBegun: (preview: Begun['data']) => void) {
  const action = useAction({
    run: async (tab: Window | null) => {
      try {
        const { data } = await begin()
        tab?.location.replace(data.path)
        return data
      } catch (error) {
        tab?.close()
        throw error
      }
    },
    onDone: onBegun,
  })
  return {
    isPending: action.isPending,
    // The tab opens with the press, because browsers block a tab that opens later.
    open: () => action.mutate(window.open('', '_blank')),
  }
}
