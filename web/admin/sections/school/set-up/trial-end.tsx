import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import type { TrialEnd as End } from '../../../../../contract/registrations/trials.ts'
import { batchInWords, formatRupees } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { useStale } from '../../../../lib/query.ts'
import { Note } from '../../../../ui/note.tsx'
import { refusalSentence, useAction } from '../../../use-action.ts'

/** Reads the sealed result of a trial from the hash. The trial's page adds it when it leads back to the set-up. */
const trialIn = (hash: string) => new URLSearchParams(hash.split('?')[1]).get('trial')

/** Says how a trial enrolment ended. The call also lets the server record a trial that succeeded. */
export function TrialEnd() {
  const stale = useStale()
  const trial = trialIn(useLocation().hash)
  const end = useAction({
    run: (given: string) => api('POST /api/admin/set-up/trial', { body: { trial: given } }),
    failed: null,
    onDone: () => stale('GET /api/admin/set-up'),
  })
  const read = useEffectEvent(() => {
    if (trial !== null) end.mutate(trial)
  })
  useEffect(() => read(), [])
  if (end.refusal) return <Note tone="warning" title={refusalSentence(end.refusal)} />
  return end.data ? <Went {...end.data.data} /> : null
}

function Went({ courseTitle, day, startTime, seats, price, email, letter, unsent }: End) {
  const visitor = Number(price) > 0 ? `A visitor who has paid ${formatRupees(price)}` : 'A visitor'
  return (
    <div role="status" className="flex flex-col gap-3">
      <Note
        tone={letter === 'failed' ? 'warning' : 'success'}
        title={letter === 'failed' ? 'The e-mail of the trial wasn’t sent' : 'The trial worked'}
      >
        <p>
          {visitor} would now have {seats === 1 ? 'a seat' : `${seats} seats`} in {courseTitle}, on{' '}
          {batchInWords({ day, time: startTime })}.
        </p>
        <p>Nothing was kept. No seat is taken, and the trial doesn’t appear in any list or figure.</p>
        <p>{letterWords[letter]({ email })}</p>
      </Note>
      {unsent && (
        <section aria-label="The e-mail" className="rounded-sm border border-line bg-paper p-4">
          <p className="font-bold">{unsent.subject}</p>
          <p className="mt-2 wrap-anywhere whitespace-pre-line">{unsent.text}</p>
        </section>
      )}
    </div>
  )
}

const letterWords: Record<End['letter'], (facts: { email: string }) => string> = {
  sent: ({ email }) => `The e-mail went to ${email}, and to nobody else.`,
  unset: () => 'There’s no e-mail server yet, so the e-mail wasn’t sent. This is what it says:',
  senderless: () =>
    'The school has no e-mail address yet, so the e-mail wasn’t sent. We can’t send e-mails until you enter it. This is what it says:',
  failed: () =>
    'We couldn’t send the e-mail. Check the e-mail server and the school’s e-mail address, then try again. This is what it says:',
}
