import type { useTerms } from '../../../lib/accepted-terms.ts'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import * as text from './seats.en.tsx'

/**
 * Names the terms that the visitor accepts by sending. Nothing can be sent before this line is shown. The terms open in
 * another tab, so that nothing typed is lost.
 */
export function TermsLine({
  of: { hash, summary, result },
}: {
  of: Pick<ReturnType<typeof useTerms>, 'hash' | 'summary' | 'result'>
}) {
  // An answer without these terms is a failure too: nobody could learn from it what is accepted.
  if (hash === undefined)
    return result.isPending ? (
      <Awaited label={text.termsLoading} />
    ) : (
      <LoadFailure title={text.termsNotLoaded} of={result} />
    )
  return (
    <p>
      {summary}{' '}
      {text.acceptTerms((words) => (
        <a className="link" href="/terms/courses" target="_blank" rel="noopener">
          {words}
        </a>
      ))}
    </p>
  )
}
