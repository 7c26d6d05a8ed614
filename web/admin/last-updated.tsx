import { momentText } from '../../contract/words.ts'

export function LastUpdated({ readAt }: { readAt: number }) {
  return (
    <p className="mb-4 text-sm text-ink-soft empty:hidden print:hidden">
      {readAt > 0 && `Last updated: ${momentText(new Date(readAt).toISOString())}`}
    </p>
  )
}
