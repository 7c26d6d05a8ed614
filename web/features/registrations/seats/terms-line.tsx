import * as text from './seats.en.tsx'

/** Says what the visitor accepts by sending. The terms open in another tab, so that nothing typed is lost. */
export function TermsLine({ summary }: { summary: string | null }) {
  return (
    <p className="text-sm text-ink-soft">
      {summary}{' '}
      {text.acceptTerms((words) => (
        <a className="link" href="/terms/courses" target="_blank" rel="noopener">
          {words}
        </a>
      ))}
    </p>
  )
}
