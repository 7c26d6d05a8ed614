import {
  CalendarX,
  CaseSensitive,
  CircleCheckBig,
  Clock,
  HandCoins,
  IndianRupee,
  type LucideIcon,
  MailQuestionMark,
  MailWarning,
  MessageCircleQuestion,
  PackageX,
  PenLine,
} from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { shortened } from '../../../../../contract/graphemes.ts'
import { recordTable } from '../../../../../contract/records.ts'
import type { Morning } from '../../../../../contract/system/dashboard.ts'
import {
  dayText,
  formatRupees,
  joined,
  momentText,
  shortMomentText,
  timeInWords,
  weekMomentText,
} from '../../../../../contract/words.ts'
import { Card } from '../../../../ui/card.tsx'
import { EmailWords } from '../../../../ui/email-words.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { countText } from '../../../attention.ts'
import { mailErrorInWords } from '../../../mail-errors.ts'
import { recordKindNames } from '../../../record-kinds.ts'
import { SectionLink } from '../../../section-link.tsx'
import { MarkAnsweredPress, MarkPaidPress, RefundPress, SendPress, type Tools } from './presses.tsx'

type PaidKind = Morning['toCheck']['first'][number]['kind']

const isOfOrder = (kind: PaidKind) => kind === 'order' || kind === 'order-charge'

function paidFor(kind: PaidKind, title: string): string {
  if (kind === 'order-charge') return `the second delivery of order ${title}`
  return kind === 'order' ? `order ${title}` : title
}

interface WaitingRow {
  id: string
  who: string
  what: ReactNode
  /** The section that shows the record. */
  to: string
  /** The button that deals with the record. */
  press?: ReactNode
}

interface Matter {
  icon: LucideIcon
  title: string
  /** The matter's name in the line of matters in which nothing waits. */
  short: string
  to: string
  count: number
  rows: readonly WaitingRow[]
}

/** Returns the matters of the morning, the worst first. A matter that the role may not see is left out. */
function mattersOf(morning: Morning, tools: Tools): Matter[] {
  const { toGiveBack, soldOut, alikeNames } = morning
  return [
    ...moneyMatters(morning, tools),
    matter(morning.failedMessages, {
      icon: MailWarning,
      title: 'Failed messages',
      short: 'failed messages',
      to: 'outbox?state=failed',
      row: ({ id, recipient, error, canResend }) => ({
        who: recipient,
        what: error && (
          <span className="line-clamp-2" title={error}>
            {mailErrorInWords(error)}
          </span>
        ),
        to: 'outbox?state=failed',
        press: canResend && <SendPress id={id} recipient={recipient} label="Send again" {...tools} />,
      }),
    }),
    matter(morning.onClosedDays, {
      icon: CalendarX,
      title: 'Planned on closed days',
      short: 'closed days',
      to: 'office-timing?view=days',
      row: ({ kind, title, day, from }) => ({
        who: title,
        what: joined([dayText(day), from && timeInWords(from)]),
        to: kind === 'order' ? `orders?q=${title}` : `rosters?view=day&day=${day}`,
      }),
    }),
    ...(toGiveBack
      ? [
          matter(toGiveBack, {
            icon: HandCoins,
            title: 'Refunds due',
            short: 'refunds',
            to: 'money?view=back',
            row: ({ kind, id, reference, name, title, amount }) => ({
              who: name,
              what: (
                <>
                  <strong className="text-ink">{formatRupees(amount)}</strong> for {title}
                </>
              ),
              to: `money?view=back&q=${reference}`,
              press: <RefundPress of={{ kind, id, name, reference }} {...tools} />,
            }),
          }),
        ]
      : []),
    matter(morning.enquiries, {
      icon: MessageCircleQuestion,
      title: 'Unanswered enquiries',
      short: 'enquiries',
      to: 'category-visitor-list?answered=no',
      row: ({ id, name, enquiry, created_at }) => ({
        who: name,
        what: `${enquiry} · ${momentText(created_at)}`,
        to: `person?of=enquiry.${id}`,
        press: <MarkAnsweredPress kind="enquiry" id={id} name={name} {...tools} />,
      }),
    }),
    matter(morning.customRequests, {
      icon: PenLine,
      title: 'Unanswered custom requests',
      short: 'custom requests',
      to: 'custom-requests?answered=no',
      row: ({ id, name, comment, created_at }) => ({
        who: name ?? 'Added by staff',
        what: `${shortened(comment, 60)} · ${momentText(created_at)}`,
        to: name === null ? 'custom-requests?answered=no' : `person?of=request.${id}`,
        press: (
          <MarkAnsweredPress kind="custom-request" id={id} name={name ?? shortened(comment, 40)} {...tools} />
        ),
      }),
    }),
    matter(morning.heldMessages, {
      icon: MailQuestionMark,
      title: 'E-mails on hold',
      short: 'held e-mails',
      to: 'outbox?state=held',
      row: ({ id, recipient, created_at }) => ({
        who: recipient,
        what: momentText(created_at),
        to: 'outbox?state=held',
        press: <SendPress id={id} recipient={recipient} label="Send" {...tools} />,
      }),
    }),
    ...(soldOut
      ? [
          matter(soldOut, {
            icon: PackageX,
            title: 'Sold out',
            short: 'stock',
            to: 'products?instock=no',
            row: ({ name }) => ({ who: name, what: null, to: `products?q=${encodeURIComponent(name)}` }),
          }),
        ]
      : []),
    ...(alikeNames.first[0]
      ? [
          matter(alikeNames, {
            icon: CaseSensitive,
            title: 'Names that look the same',
            short: 'names',
            to: recordTable[alikeNames.first[0].kind].section,
            row: ({ kind, name, others }) => ({
              who: name,
              what: `${recordKindNames[kind].name}, also written ${others.map((other) => `“${other}”`).join(', ')}`,
              to: recordTable[kind].section,
            }),
          }),
        ]
      : []),
  ]
}

function moneyMatters({ holds, toCheck }: Morning, tools: Tools): Matter[] {
  return [
    matter(holds, {
      icon: Clock,
      title: 'Holds about to expire',
      short: 'holds',
      to: 'event-class-enrollments?payment=due',
      row: ({ kind, id, name, reference, courseTitle, holdUntil }) => ({
        who: name,
        what: `${courseTitle}, until ${weekMomentText(holdUntil)}`,
        to: `event-class-enrollments?q=${reference}`,
        press: <MarkPaidPress of={{ kind, id, name, reference }} {...tools} />,
      }),
    }),
    matter(toCheck, {
      icon: IndianRupee,
      title: 'Payments to check',
      short: 'payments',
      to:
        toCheck.count > 0 && toCheck.first.every(({ kind }) => isOfOrder(kind))
          ? 'orders'
          : 'event-class-enrollments?payment=checking',
      row: ({ kind, id, name, title, reference, amount, holdUntil }) => ({
        who: name,
        what: (
          <>
            says they’ve paid <strong className="text-ink">{formatRupees(amount)}</strong> for{' '}
            {joined([paidFor(kind, title), holdUntil && `held until ${shortMomentText(holdUntil)}`])}
          </>
        ),
        to: `${isOfOrder(kind) ? 'orders' : 'event-class-enrollments'}?q=${reference}`,
        press: (kind === 'enrolment' || kind === 'event-booking') && (
          <MarkPaidPress of={{ kind, id, name, reference }} {...tools} />
        ),
      }),
    }),
  ]
}

const rowsShown = 3

function matter<Row extends { id: string }>(
  { count, first }: { count: number; first: readonly Row[] },
  { row, ...words }: Omit<Matter, 'count' | 'rows'> & { row: (of: Row) => Omit<WaitingRow, 'id'> },
): Matter {
  return { ...words, count, rows: first.slice(0, rowsShown).map((one) => ({ id: one.id, ...row(one) })) }
}

export function Attention({ morning, ...tools }: { morning: Morning } & Tools) {
  const matters = mattersOf(morning, tools)
  const waiting = matters.filter(({ count }) => count > 0)
  const quiet = matters.filter(({ count }) => count === 0)
  if (waiting.length === 0) {
    return (
      <Card className="flex items-center gap-3 p-4 sm:p-5">
        <Icon of={CircleCheckBig} className="text-leaf-ink" />
        <p>Nothing needs your attention.</p>
      </Card>
    )
  }
  return (
    <Card>
      <ul className="divide-y divide-line">
        {waiting.map((one) => (
          <Waiting key={one.title} {...one} />
        ))}
      </ul>
      {quiet.length > 0 && (
        <p className="border-t border-line bg-sunk px-4 py-3 text-sm text-ink-soft">
          Nothing to do in{' '}
          {quiet.map(({ title, short, to }, n) => (
            <Fragment key={title}>
              {n > 0 && ', '}
              <SectionLink to={to} className="whitespace-nowrap text-ink-soft">
                {short}
              </SectionLink>
            </Fragment>
          ))}
          .
        </p>
      )}
    </Card>
  )
}

function Waiting({ icon, title, to, count, rows }: Matter) {
  return (
    <li className="px-4 py-1.5">
      <h3 className="relative flex min-h-9 items-center gap-2 font-text text-sm font-bold tracking-normal">
        <Icon of={icon} className="text-marigold-ink" />
        <SectionLink
          to={to}
          className="text-ink no-underline after:absolute after:inset-0 hover:text-leaf-ink"
        >
          {title}
        </SectionLink>
        <span className="min-w-6 shrink-0 rounded-full bg-marigold-tint px-1.5 text-center text-marigold-ink">
          {countText(count)}
        </span>
      </h3>
      <div className="min-w-0 text-sm">
        <ul className="divide-y divide-line">
          {rows.map(({ id, who, what, to: rowTo, press }) => (
            <li
              key={id}
              className="relative flex min-h-11 items-center gap-2 py-1.5 leading-5 pointer-fine:min-h-9 pointer-fine:[&_button]:-my-1.5 [&_button]:pointer-fine:!min-h-9"
            >
              <div className="min-w-0 flex-1 gap-x-4 wrap-anywhere lg:grid lg:grid-cols-[10.5rem_minmax(0,1fr)]">
                <SectionLink to={rowTo} className="link font-bold after:absolute after:inset-0">
                  <EmailWords email={who} />
                </SectionLink>
                {what && <span className="text-ink-soft max-lg:block">{what}</span>}
              </div>
              {press && <span className="relative z-1 -mr-2 shrink-0">{press}</span>}
            </li>
          ))}
        </ul>
        {count > rows.length && (
          <SectionLink to={to} className="link inline-flex min-h-11 items-center pointer-fine:min-h-9">
            and {countText(count - rows.length)} more
          </SectionLink>
        )}
      </div>
    </li>
  )
}
