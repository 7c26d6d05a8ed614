import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '../../../../contract/accounts/security.ts'
import { momentText } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { OwnPart } from './own-part.tsx'
import * as text from './profile.en.tsx'

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
        title: id === null ? text.allOthersSignedOut : text.deviceSignedOut,
        tone: 'success',
      }),
    onError: (failure) =>
      toast({
        title: text.signOutFailed,
        description: failure.message || text.checkConnection,
        tone: 'error',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['GET /api/auth/sessions'] }),
  })
  return (
    <OwnPart of={result} failed={text.devicesFailed} loading={text.devicesLoading} heights={['h-24 w-full']}>
      {(list) => (
        <>
          <ul aria-label={text.devices} className="mt-4 divide-y divide-line border-y border-line">
            {list.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                <div className="min-w-0 flex-1 basis-48">
                  <p className="font-bold">{deviceText(one)}</p>
                  <p className="text-sm text-ink-soft">
                    {text.deviceUsed({
                      lastUsed: momentText(one.lastUsedAt),
                      signedIn: momentText(one.created_at),
                    })}
                  </p>
                </div>
                {one.isThis ? (
                  <Badge tone="leaf">{text.thisDevice}</Badge>
                ) : (
                  <Button
                    size="sm"
                    variant="outline"
                    busy={end.isPending && end.variables === one.id}
                    aria-label={text.signOutDevice({
                      device: deviceText(one),
                      lastUsed: momentText(one.lastUsedAt),
                    })}
                    onClick={() => end.mutate(one.id)}
                  >
                    {text.signOut}
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
              {text.signOutOthers}
            </Button>
          )}
        </>
      )}
    </OwnPart>
  )
}

const deviceText = ({ device }: OwnSession) => device ?? text.unknownDevice
