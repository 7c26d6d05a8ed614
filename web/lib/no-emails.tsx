import * as text from './no-emails.en.tsx'
import { CallOrChat } from './without-scripts.tsx'

/** Stands in for what works only by an e-mail, while the school's e-mails only wait. It loads on demand. */
export default function NoEmails() {
  return <p className="mt-4">{text.noEmails(<CallOrChat />)}</p>
}
