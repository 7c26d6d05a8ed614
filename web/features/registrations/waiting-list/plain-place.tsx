import { useActionData } from 'react-router'
import type { WaitingPlace } from '../../../../contract/registrations/waiting-list.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import type { PlainAnswer } from './answer-plain-place.ts'

/** The choices about a place without scripts. Only the server draws them, and each press sends a form. */
export default function PlainPlace({ token, place }: { token: string; place: WaitingPlace }) {
  const answered = useActionData<PlainAnswer>()
  const isOffered = place.state === 'offered'
  return (
    <form method="post" action={`/waiting-list/${token}`} className="mt-6 flex flex-col items-start gap-5">
      <Note tone="error" role="alert">
        {answered?.sentence}
      </Note>
      <input type="hidden" name="batch" value={place.batch} />
      {place.state === 'unconfirmed' && (
        <Button type="submit" formMethod="post" name="what" value="confirm">
          Confirm my place
        </Button>
      )}
      {isOffered && (
        <Button type="submit" formMethod="post" name="what" value="take">
          Take the seat and pay
        </Button>
      )}
      <details>
        <summary className={buttonClass({ variant: 'outline' })}>
          {isOffered ? 'Let the seat go' : 'Leave the list'}
        </summary>
        <Button type="submit" formMethod="post" name="what" value="leave" variant="danger" className="mt-4">
          {isOffered ? 'Yes, let the seat go' : 'Yes, leave the list'}
        </Button>
      </details>
    </form>
  )
}
