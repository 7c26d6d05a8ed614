import { acceptedPath } from '../../contract/addresses.ts'
import { atSchool, dateText } from '../../contract/words.ts'

/** Leads to the terms that a buyer accepted, as they read then. */
export function TermsLink({ hash, at }: { hash: string; at: string }) {
  const [day] = atSchool(at)
  return (
    <a className="link" href={acceptedPath(hash)} target="_blank" rel="noopener">
      Accepted on {dateText(day)} {day.slice(0, 4)}
    </a>
  )
}
