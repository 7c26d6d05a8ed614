import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'

/** Gives up an unpaid seat or place. It asks once more, because somebody else may take it at once. */
export default function LetGo({ id, queryKey }: { id: string; queryKey: readonly unknown[] }): ReactNode {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const letGo = useMutation({
    mutationFn: () => api('POST /api/enrollments/:id/release', { params: { id } }),
    onSuccess: () => setIsAsking(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <div className="mt-8 border-t border-line pt-5 text-center print:hidden">
      {isAsking ? (
        <>
          <p>If you let it go, somebody else may take it at once.</p>
          <div className="mt-3 flex flex-wrap justify-center gap-3">
            <Button variant="outline" disabled={letGo.isPending} onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
            <Button busy={letGo.isPending && 'Processing...'} onClick={() => letGo.mutate()}>
              Let it go
            </Button>
          </div>
        </>
      ) : (
        <button
          type="button"
          className="link inline-flex min-h-11 items-center"
          onClick={() => setIsAsking(true)}
        >
          I cannot come: let it go
        </button>
      )}
      {letGo.error && (
        <Note tone="error" role="alert" className="mt-4 text-left">
          {letGo.error.message || 'It could not be given up. Please try again, or call us.'}
        </Note>
      )}
    </div>
  )
}
