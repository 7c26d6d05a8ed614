import { usePageAssets } from '../../../lib/page-context.tsx'
import { CallOrChat } from '../../../lib/without-scripts.tsx'

/** Stands in for an order or enrollment that could not be loaded. Only the server renders it. */
export default function PlainMissing({ what = 'order' }: { what?: 'order' | 'enrollment' }) {
  const { isUnloaded } = usePageAssets()
  return (
    <p>
      {isUnloaded
        ? `Your ${what} could not be loaded. Please load this page again, or `
        : `We do not know this ${what}. Please use the link in our letter, or `}
      <CallOrChat />.
    </p>
  )
}
