import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../../lib/api.ts'
import { cx } from '../../../ui/class-names.ts'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

export function OwnPart<Data>({
  of,
  failed,
  loading,
  heights,
  className = 'mt-5',
  children,
}: {
  of: UseQueryResult<{ data: Data }, ApiError>
  failed: string
  loading: string
  heights: readonly string[]
  className?: string
  children: (data: Data) => ReactNode
}) {
  if (of.data !== undefined) return children(of.data.data)
  if (of.error) {
    return <LoadFailure tone="error" className={className} title={failed} of={of} />
  }
  return (
    <div aria-busy="true" role="status" aria-label={loading} className={cx('flex flex-col gap-4', className)}>
      {heights.map((height, n) => (
        <Skeleton key={n} className={height} />
      ))}
    </div>
  )
}
