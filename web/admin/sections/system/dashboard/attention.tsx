import {
  CalendarX,
  CaseSensitive,
  Clock,
  HandCoins,
  IndianRupee,
  type LucideIcon,
  MailQuestionMark,
  MailWarning,
  MessageCircleQuestion,
  PackageX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { recordTable } from '../../../../../contract/records.ts'
import type { WhyMailWaits } from '../../../../../contract/school/mail-server.ts'
import { attentionMax, type Morning } from '../../../../../contract/system/dashboard.ts'
import {
  dayText,
  formatRupees,
  joined,
  momentText,
  timeInWords,
  weekMomentText,
} from '../../../../../contract/words.ts'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Note } from '../../../../ui/note.tsx'
import { recordKindNames } from '../../../record-kinds.ts'
import { SectionLink } from '../../../section-link.tsx'
import { useRight } from '../../../use-right.ts'

type PaidKind = Morning['toCheck']['first'][number]['kind']

const isOfOrder = (kind: PaidKind) => kind === 'order' || kind === 'order-charge'

function paidFor(kind: PaidKind, title: string): string {
  if (kind === 'order-charge') return `the second delivery of order ${title}`
  return kind === 'order' ? `order ${title}` : title
}

export function Attention({
  morning: {
    toCheck,
    holds,
    failedMessages,
    heldMessages,
    toGiveBack,
    soldOut,
    enquiries,
    onClosedDays,
    alikeNames,
  },
}: {
  morning: Morning
}) {
  return (
    <section aria-label="Needs your attention" className="grid gap-3 sm:grid-cols-2 md:gap-4">
      <Waiting
        icon={IndianRupee}
        title="Payments to check"
        none="No payments are to be checked."
        of={toCheck}
        line={({ kind, name, title, amount, holdUntil }) => [
          name,
          joined(
            [
              `says they’ve paid ${formatRupees(amount)} for ${paidFor(kind, title)}`,
              holdUntil && `held until ${momentText(holdUntil)}`,
            ],
            ', ',
          ),
        ]}
        to={
          toCheck.count > 0 && toCheck.first.every(({ kind }) => isOfOrder(kind))
            ? 'orders'
            : 'event-class-enrollments?payment=checking'
        }
        rowTo={({ kind, reference }) =>
          `${isOfOrder(kind) ? 'orders' : 'event-class-enrollments'}?q=${reference}`
        }
      />
      {toGiveBack && (
        <Waiting
          icon={HandCoins}
          title="Refunds due"
          none="No refunds are due."
          of={toGiveBack}
          line={({ name, title, amount }) => [name, `${title}, ${formatRupees(amount)}`]}
          to="money"
        />
      )}
      <Waiting
        icon={Clock}
        title="Holds about to expire"
        none="No holds expire in the next 12 hours."
        of={holds}
        line={({ name, courseTitle, holdUntil }) => [
          name,
          `${courseTitle}, until ${weekMomentText(holdUntil)}`,
        ]}
        to="event-class-enrollments?payment=due"
        rowTo={({ reference }) => `event-class-enrollments?q=${reference}`}
      />
      <Waiting
        icon={CalendarX}
        title="Planned on closed days"
        none="Nothing is planned on closed days."
        of={onClosedDays}
        line={({ title, day, from }) => [title, joined([dayText(day), from && timeInWords(from)])]}
        to="office-timing?view=days"
      />
      <Waiting
        icon={MailWarning}
        title="Failed messages"
        none="No messages have failed."
        of={failedMessages}
        line={({ id, recipient, error }) => [
          recipient,
          <span key={id} className="line-clamp-2">
            {error}
          </span>,
        ]}
        to="outbox?state=failed"
      />
      <Waiting
        icon={MailQuestionMark}
        title="E-mails on hold"
        none="No e-mails are on hold."
        of={heldMessages}
        line={({ recipient, created_at }) => [recipient, momentText(created_at)]}
        to="outbox?state=held"
      />
      <Waiting
        icon={MessageCircleQuestion}
        title="Unanswered enquiries"
        none="Every enquiry has been answered."
        of={enquiries}
        line={({ name, enquiry, created_at }) => [name, `${enquiry}, ${momentText(created_at)}`]}
        to="category-visitor-list?answered=no"
      />
      {soldOut && (
        <Waiting
          icon={PackageX}
          title="Sold out"
          none="No product is sold out."
          of={soldOut}
          line={({ name }) => [name, null]}
          to="products?instock=no"
        />
      )}
      <AlikeNames of={alikeNames} />
    </section>
  )
}

function AlikeNames({ of }: { of: Morning['alikeNames'] }) {
  const [first] = of.first
  if (first === undefined) return null
  return (
    <Waiting
      icon={CaseSensitive}
      title="Names that look the same"
      none=""
      of={of}
      line={({ kind, name, others }) => [
        name,
        `${recordKindNames[kind].name}, also written ${others.map((other) => `“${other}”`).join(', ')}`,
      ]}
      to={recordTable[first.kind].section}
    />
  )
}

const mailWords: Record<WhyMailWaits, { to: string; action: string; text: string }> = {
  'no-server': {
    to: 'school-settings?page=letters',
    action: 'Enter a mail server',
    text: 'There’s no mail server yet. Confirmations, receipts and codes wait until an owner enters one.',
  },
  unusable: {
    to: 'school-settings?page=letters',
    action: 'Enter it again',
    text: 'The stored mail server can’t be used. E-mails wait until an owner enters it again, with its password.',
  },
  'no-sender': {
    to: 'school-settings',
    action: 'Enter the address',
    text: 'The school has no e-mail address yet. E-mails wait until an owner enters it, because they come from it.',
  },
}

/** Says that e-mails wait, and why. */
export function MailWaits({ why }: { why: WhyMailWaits }) {
  const mayChange = useRight('payment-settings')
  const { to, action, text } = mailWords[why]
  return (
    <Note
      tone={why === 'unusable' ? 'error' : 'warning'}
      title="No e-mails are being sent"
      action={
        mayChange && (
          <SectionLink to={to} className="link inline-flex min-h-11 items-center font-bold">
            {action}
          </SectionLink>
        )
      }
    >
      {text}
    </Note>
  )
}

/** Lists the settings that the school runs without, because their stored values cannot be read. */
export function UnreadableSettings({ names }: { names: readonly string[] }) {
  const mayChange = useRight('settings')
  return (
    <Note tone="error" title="Some settings can’t be read">
      <p>
        The site does without them. Enter them again in the settings. What has no field there needs a backup
        from before.
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {names.map((name) => (
          <li key={name} className="wrap-anywhere">
            {mayChange && name.startsWith(ownPrefix) ? (
              <SectionLink
                to={`school-settings?setting=${name.slice(ownPrefix.length)}`}
                className="link inline-flex min-h-11 items-center font-bold"
              >
                {inWords(name.slice(ownPrefix.length))}
              </SectionLink>
            ) : (
              name
            )}
          </li>
        ))}
      </ul>
    </Note>
  )
}

const ownPrefix = 'school.'

/** Returns `Hold hours` for `holdHours`. */
function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const rowsShown = 3

interface WaitingProps<Row> {
  icon: LucideIcon
  title: string
  none?: string
  of: { count: number; first: readonly Row[] }
  line: (row: Row) => readonly [who: string, what: ReactNode]
  to: string
  rowTo?: (row: Row) => string
}

function Waiting<Row extends { id: string }>({ icon, title, none, of, line, to, rowTo }: WaitingProps<Row>) {
  const { count, first } = of
  return (
    <Card
      className={cx('relative flex flex-col gap-3 p-4', count > 0 && 'border-l-4 border-l-marigold-deep')}
    >
      <h2 className="flex items-center gap-2 font-text text-base font-bold wrap-break-word">
        <Icon of={icon} className={cx('max-sm:hidden', count > 0 ? 'text-marigold-ink' : 'text-ink-soft')} />
        <SectionLink
          to={to}
          className="flex-1 text-ink no-underline after:absolute after:inset-0 hover:text-leaf-ink"
        >
          {title}
        </SectionLink>
        <span className={cx('font-display text-xl', count === 0 && 'text-ink-soft')}>
          {count >= attentionMax ? `${attentionMax}+` : count}
        </span>
      </h2>
      {count === 0 ? (
        <p className="text-sm text-ink-soft">{none}</p>
      ) : (
        <ul className="flex flex-col gap-2 text-sm">
          {first.slice(0, rowsShown).map((row) => {
            const [who, what] = line(row)
            return (
              <li key={row.id}>
                <span className="block font-bold wrap-anywhere">
                  {rowTo === undefined ? (
                    who
                  ) : (
                    <SectionLink to={rowTo(row)} className="link relative z-1">
                      {who}
                    </SectionLink>
                  )}
                </span>
                {what}
              </li>
            )
          })}
        </ul>
      )}
      {count > rowsShown && <p className="text-sm text-ink-soft">and {count - rowsShown} more</p>}
    </Card>
  )
}
