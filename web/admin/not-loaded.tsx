import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../lib/api.ts'
import { FailedNote } from '../ui/failed-note.tsx'
import { Loading } from '../ui/spinner.tsx'

/** Shown in place of data that could not be loaded. `children` replaces the server's message. */
export function NotLoaded({
  of,
  title,
  loading,
  tone = 'error',
  children,
}: {
  of: UseQueryResult<unknown, ApiError>
  title: string
  loading: string
  tone?: 'warning' | 'error'
  children?: ReactNode
}) {
  if (!of.error) return <Loading>{loading}</Loading>
  return (
    <FailedNote title={title} tone={tone} of={of}>
      {children ?? (of.error.message || 'Check your connection and try again.')}
    </FailedNote>
  )
}
