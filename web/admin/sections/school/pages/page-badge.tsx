import type { PageState } from '../../../../../contract/school/pages.ts'
import { StateBadge } from '../../../state-badge.tsx'

export function PageBadge({ of: { draft, published } }: { of: Pick<PageState, 'draft' | 'published'> }) {
  if (draft) return <StateBadge label="Draft" tone="marigold" />
  return published ? (
    <StateBadge label="Published" tone="leaf" />
  ) : (
    <StateBadge label="Not edited yet" tone="neutral" />
  )
}
