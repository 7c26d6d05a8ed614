import { type ReactNode, useId } from 'react'
import type { EndpointResponse } from '../../../../../contract/endpoint.ts'
import type { Api } from '../../../../../contract/index.ts'
import { plural } from '../../../../../contract/plural.ts'
import type { Morning, MorningBatch } from '../../../../../contract/system/dashboard.ts'
import { dayText, formatRupees, grouped, timeInWords } from '../../../../../contract/words.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { EmailWords } from '../../../../ui/email-words.tsx'
import { HeadCells } from '../../../head-cells.tsx'
import { SeatMeter } from '../../../seat-meter.tsx'
import { SectionLink } from '../../../section-link.tsx'

export function Panel({
  title,
  aside,
  to,
  className,
  children,
}: {
  title: string
  aside: ReactNode
  to?: string
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('min-w-0', className)}>
      <Card className="h-full p-4 sm:p-5">
        <header className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          <div className="text-sm text-ink-soft">
            {to ? (
              <SectionLink to={to} className="link inline-flex min-h-11 items-center">
                {aside}
              </SectionLink>
            ) : (
              aside
            )}
          </div>
        </header>
        {children}
      </Card>
    </section>
  )
}

export function Batches({ morning: { today, batches, slowBatches } }: { morning: Morning }) {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Panel title="This week’s batches" aside="All rosters" to="rosters">
        {batches.length === 0 ? (
          <p className="text-ink-soft">No batches start in the next seven days.</p>
        ) : (
          <BatchList batches={batches} today={today} />
        )}
      </Panel>
      {slowBatches.length > 0 && (
        <Panel title="Filling slowly" aside="Starting within three weeks and less than half full">
          <BatchList batches={slowBatches} today={today} />
        </Panel>
      )}
    </div>
  )
}

function BatchList({ batches, today }: { batches: readonly MorningBatch[]; today: string }) {
  return (
    <ul className="divide-y divide-line">
      {batches.map((batch) => (
        <li key={batch.id} className="relative grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[1fr_10rem]">
          <div className="min-w-0">
            <SectionLink
              to={`rosters?view=day&day=${batch.day}`}
              className="font-bold text-ink no-underline after:absolute after:inset-0 hover:text-leaf-ink"
            >
              {batch.courseTitle}
            </SectionLink>
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
              {batch.day === today && <Badge tone="marigold">Today</Badge>}
              {dayText(batch.day)}
              {batch.time && `, ${timeInWords(batch.time)}`}
            </p>
          </div>
          <div>
            <SeatMeter item={{ capacity: batch.capacity, enrolled: batch.taken }} />
            {batch.dueSeats > 0 && (
              <p className="mt-1 text-sm font-bold text-marigold-ink">
                {plural(batch.dueSeats, {
                  one: `${formatRupees(batch.dueAmount)} due for 1 seat`,
                  other: `${formatRupees(batch.dueAmount)} due for ${batch.dueSeats} seats`,
                })}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

type LandingContacts = EndpointResponse<Api['GET /api/landing/contacts']>

export function Subscribers({ contacts: { subscribers, total_subscribers } }: { contacts: LandingContacts }) {
  if (subscribers === null || total_subscribers === null) return null
  return (
    <Newest
      title="Newsletter subscribers"
      none="No subscribers yet"
      to="subscribers"
      of={subscribers}
      total={total_subscribers}
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-6 text-sm">
        {subscribers.map(({ email }) => (
          <li key={email} className="border-b border-line py-1.5 wrap-anywhere">
            <EmailWords email={email} />
          </li>
        ))}
      </ul>
    </Newest>
  )
}

export function Visitors({ contacts: { contacts, total_contacts } }: { contacts: LandingContacts }) {
  return (
    <Newest title="Recent visitors" none="No visitors yet" to="visitors" of={contacts} total={total_contacts}>
      <div className="@container">
        <table className="w-full text-sm">
          <thead className="text-left text-ink-soft @max-md:sr-only">
            <tr>
              <HeadCells className="py-1 pr-3 font-normal" columns={[['Name'], ['Email'], ['Phone']]} />
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {contacts.map(({ id, name, email, phone }) => (
              <tr
                key={id}
                className="align-top @max-md:grid @max-md:grid-cols-[1fr_auto] @max-md:py-2 @max-md:*:nth-2:order-1"
              >
                <th scope="row" className="pr-3 text-left wrap-anywhere @md:py-1.5">
                  {name || '-'}
                </th>
                <td className="pr-3 wrap-anywhere @md:py-1.5">
                  <EmailWords email={email || '-'} />
                </td>
                <td className="whitespace-nowrap @md:py-1.5">{phone || '-'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Newest>
  )
}

function Newest({
  of,
  total,
  none,
  children,
  ...panel
}: {
  title: string
  to: string
  of: readonly unknown[]
  total: number
  none: string
  children: ReactNode
}) {
  const aside = of.length < total ? `${of.length} of ${grouped(total)}` : `${grouped(total)} in total`
  return (
    <Panel {...panel} aside={aside}>
      {of.length === 0 ? <p className="text-ink-soft">{none}</p> : children}
    </Panel>
  )
}
