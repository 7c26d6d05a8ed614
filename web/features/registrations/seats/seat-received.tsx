import type { ReactNode } from 'react'
import type { SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { dayText, formatRupees, momentText, timeInWords } from '../../../../contract/words.ts'
import { CalendarLink } from '../../../lib/calendar-links.tsx'
import { useSchool } from '../../../lib/school.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { Where } from '../../../lib/where.tsx'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { FactLines } from '../../../ui/facts.tsx'
import { payingOf, payingWords } from './paying-words.ts'

export const factColumns = '[--names:8.5rem] border-y border-line [&_dd]:font-bold'

/** Nothing is held or paid without a date. If there is no receipt, the page's own knowledge decides. */
export function isReserved(receipt: SeatReceipt | undefined, isUndated: boolean): boolean {
  return receipt ? receipt.status === 'pending' && receipt.holdUntil === null : isUndated
}

export function SeatReceived({
  receipt,
  day,
  dayName,
  time = null,
  batchId,
  hasPaid = false,
  children,
}: {
  receipt: SeatReceipt | undefined
  day: string
  dayName: string
  time?: string | null
  batchId: string | null
  hasPaid?: boolean
  children: ReactNode
}) {
  const today = useSchoolToday()
  const school = useSchool()
  const isToCome = isSchoolDay(day) && day >= today
  const sum = receipt && (Number(receipt.amount) > 0 ? formatRupees(receipt.amount) : 'Free')
  const isPlace = isReserved(receipt, false)
  return (
    <>
      <p className="text-lg">{children}</p>
      {receipt && <WhatNext receipt={receipt} hasPaid={hasPaid} isDated={isSchoolDay(day)} />}
      {receipt?.group && (
        <p className="text-ink-soft">
          Who has no name yet can be named from the link in your letter, until the batch begins.
        </p>
      )}
      <FactLines
        className={factColumns}
        facts={[
          ['Reference', receipt?.reference],
          ['Seats', receipt?.group && `${receipt.group.seats}, under one payer`],
          [dayName, [dayText(day), time && timeInWords(time)].filter(Boolean).join(', ')],
          ['Where', school && <Where key="where" room={receipt?.room} school={school} />],
          ['What to bring', school?.whatToBring],
          isPlace ? ['Fee', `${sum}, once there is a date`] : ['Amount', sum],
          ['Held until', receipt?.holdUntil && momentText(receipt.holdUntil)],
        ]}
      />
      {receipt?.status === 'confirmed' && (
        <p className="text-ink-soft">
          If you have a question, or cannot come, please <CallOrChat />.
        </p>
      )}
      {/* A seat in a class whose last batch is over waits for a new date. */}
      {batchId !== null && isToCome && <CalendarLink batchId={batchId} />}
    </>
  )
}

function WhatNext({
  receipt: { status, holdUntil, amount, reference, group },
  hasPaid,
  isDated,
}: {
  receipt: SeatReceipt
  hasPaid: boolean
  isDated: boolean
}) {
  const words = payingWords[payingOf(useSchool(), Number(amount))]
  return (
    <p className="text-ink-soft">
      {status === 'confirmed'
        ? `There is nothing more to do. ${isDated ? 'We look forward to seeing you.' : 'We write to you as soon as the date is fixed.'}`
        : holdUntil === null
          ? 'We write to you when the date is fixed; then you pay, or let the place go. Nothing is to be paid now.'
          : words.next({
              reference,
              sum: formatRupees(amount),
              until: momentText(holdUntil),
              isGroup: group !== undefined,
              hasPaid,
            })}
    </p>
  )
}

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
