import type { ReactNode } from 'react'
import { EmailWords } from '../../../ui/email-words.tsx'

/** Nothing is held yet: the note says what holds the seat, and what happens then. */
export function ConfirmByLetter({ email, children }: { email: string; children?: ReactNode }) {
  return (
    <>
      <p className="text-lg">
        Open the letter we sent to{' '}
        <strong>
          <EmailWords email={email} />
        </strong>{' '}
        and press the link: it holds your seat, if one is left then.
      </p>
      <p className="text-ink-soft">
        {children} Nothing is held, and nothing is to be paid, before. The link is good for a day. Has no
        letter come in some minutes? Look where unwanted mail goes, or call us.
      </p>
    </>
  )
}
