import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '../../../../contract/accounts/security.ts'
import { momentText } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { OwnPart } from './own-part.tsx'

export function OwnSessions() {
  const queryClient = useQueryClient()
  const result = useQuery(query('GET /api/auth/sessions'))
  const end = useMutation<unknown, ApiError, string | null>({
    mutationFn: (id) =>
      id === null
        ? api('POST /api/auth/sessions/end-others')
        : api('DELETE /api/auth/sessions/:id', { params: { id } }),
    onSuccess: (_, id) =>
      toast({
        title: id === null ? 'Every other device is signed out' : 'The device is signed out',
        tone: 'success',
      }),
    onError: (failure) =>
      toast({
        title: 'The device could not be signed out',
        description: failure.message || 'Please check your connection and try again.',
        tone: 'error',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['GET /api/auth/sessions'] }),
  })
  return (
    <OwnPart of={result} what="devices" heights={['h-24 w-full']}>
      {(list) => (
        <>
          <ul aria-label="Devices" className="mt-4 divide-y divide-line border-y border-line">
            {list.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                <div className="min-w-0 flex-1 basis-48">
                  <p className="font-bold">{deviceText(one)}</p>
                  <p className="text-sm text-ink-soft">
                    Last used {momentText(one.lastUsedAt)}, signed in {momentText(one.created_at)}
                  </p>
                </div>
                {one.isThis ? (
                  <Badge tone="leaf">This device</Badge>
                ) : (
                  <Button
                    size="sm"
                    variant="outline"
                    busy={end.isPending && end.variables === one.id}
                    aria-label={`Sign out: ${deviceText(one)}, last used ${momentText(one.lastUsedAt)}`}
                    onClick={() => end.mutate(one.id)}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {list.length > 1 && (
            <Button
              className="mt-4"
              variant="outline"
              busy={end.isPending && end.variables === null}
              onClick={() => end.mutate(null)}
            >
              Sign out every other device
            </Button>
          )}
        </>
      )}
    </OwnPart>
  )
}

const deviceText = ({ device }: OwnSession) => device ?? 'A device that did not say what it is'
