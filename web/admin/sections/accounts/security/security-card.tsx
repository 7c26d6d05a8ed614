import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { ApiError } from '../../../../lib/api.ts'
import { Card } from '../../../../ui/card.tsx'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import { Loading } from '../../../../ui/spinner.tsx'

export function SecurityCard<Answer>({
  title,
  badge,
  text,
  of,
  lost,
  children,
}: {
  title: string
  badge?: ReactNode
  text: string
  of: UseQueryResult<Answer, ApiError>
  lost: string
  children: (answer: Answer) => ReactNode
}) {
  const id = useId()
  return (
    <Card as="section" className="p-5 md:p-6" aria-labelledby={id}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={id} className="mr-auto text-xl">
          {title}
        </h2>
        {badge}
      </div>
      <p className="mt-2 text-ink-soft">{text}</p>
      {of.data !== undefined ? (
        children(of.data)
      ) : of.error ? (
        <FailedNote tone="error" className="mt-5" title={lost} of={of}>
          {of.error.message || 'Check your connection and try again.'}
        </FailedNote>
      ) : (
        <Loading />
      )}
    </Card>
  )
}
