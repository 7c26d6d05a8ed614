import { useQuery } from '@tanstack/react-query'
import { Download, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { daysAfter } from '../../../../../contract/catalogue/event-span.ts'
import type { Market } from '../../../../../contract/orders/florist.ts'
import { plural } from '../../../../../contract/plural.ts'
import { counted, dayText, formatRupees, joined } from '../../../../../contract/words.ts'
import { chatLink } from '../../../../lib/contact-links.ts'
import { query } from '../../../../lib/query.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { DateField } from '../../../../ui/date-field.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Note } from '../../../../ui/note.tsx'
import { HeadCells } from '../../../head-cells.tsx'
import { csvOf, downloadCsv } from '../../../list/csv.ts'
import { NotLoaded } from '../../../not-loaded.tsx'
import { PrintButton } from '../../../print-button.tsx'
import { SectionLink } from '../../../section-link.tsx'
import { keepHave, linesOf, listForChat, type MarketLine, readHave, totalOf } from './market-lines.ts'

export function MarketList({
  today,
  day,
  onDay,
}: {
  today: string
  day: string
  onDay: (day: string) => void
}) {
  const [span, setChosen] = useState({ from: day, to: day })
  const setSpan = (next: typeof span) => {
    setChosen(next)
    onDay(next.from)
  }
  const result = useQuery(query('GET /api/admin/florist/market', { query: span }))
  const spans = [
    ['Today', today, today],
    ['Tomorrow', daysAfter(today, 1), daysAfter(today, 1)],
    ['Next 7 days', today, daysAfter(today, 6)],
  ] as const
  const market = result.data?.data
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-3 print:hidden">
        <DateField
          label="From"
          className="min-w-0 grow basis-44 sm:grow-0"
          {...controlled(span.from, (from) => setSpan({ from, to: from > span.to ? from : span.to }))}
        />
        <DateField
          label="To"
          className="min-w-0 grow basis-44 sm:grow-0"
          {...controlled(span.to, (to) => setSpan({ ...span, to }))}
        />
        <div className="flex flex-wrap gap-2">
          {spans.map(([label, from, to]) => {
            const isChosen = span.from === from && span.to === to
            return (
              <Button
                key={label}
                size="sm"
                variant={isChosen ? 'primary' : 'outline'}
                aria-pressed={isChosen}
                onClick={() => setSpan({ from, to })}
              >
                {label}
              </Button>
            )
          })}
        </div>
      </div>
      {market && !result.error ? (
        <Bought market={market} today={today} />
      ) : (
        <NotLoaded of={result} title="We couldn’t load the list" loading="Counting the flowers…">
          {result.error && (Object.values(result.error.fields)[0] ?? result.error.message)}
        </NotLoaded>
      )}
    </>
  )
}

const spanText = ({ from, to }: Market) =>
  from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`

function Bought({ market, today }: { market: Market; today: string }) {
  const [have, setHave] = useState(() => readHave(today))
  const lines = linesOf(market.flowers, have)
  const title = `Market list for ${spanText(market)}`
  function put(flowerId: string, typed: string) {
    const next = { ...have, [flowerId]: typed }
    setHave(next)
    keepHave(today, next)
  }
  const csv = () =>
    downloadCsv(
      `market-${market.from}${market.to === market.from ? '' : `-to-${market.to}`}.csv`,
      csvOf(
        [
          { header: 'Flower', text: ({ flower }: MarketLine) => flower.name },
          { header: 'Needed', text: ({ flower }) => String(flower.needed) },
          { header: 'Unit', text: ({ flower }) => flower.unit },
          { header: 'Have', text: ({ have: there }) => String(there) },
          { header: 'Bunches', text: ({ bunches }) => String(bunches) },
          { header: 'In a bunch', text: ({ flower }) => String(flower.bunchSize) },
          { header: 'Cost', text: ({ cost }) => String(cost) },
        ],
        lines,
      ),
    )
  return (
    <>
      <p className="hidden text-xl font-bold print:mb-2 print:block">{title}</p>
      <p className="mb-4 text-ink-soft">
        Orders: {market.orders}. Class seats: {market.students}.
        {market.students > 0 &&
          ' A class’s recipe covers all its sessions, and each session counts its share.'}
        {market.unpaid > 0 &&
          ` ${plural(market.unpaid, { one: '1 unpaid order isn’t counted.', other: `${market.unpaid} unpaid orders aren’t counted.` })}`}
      </p>
      {market.without.length > 0 && (
        <Note tone="warning" className="mb-5" title="These aren’t on the list because they have no recipe">
          <ul>
            {market.without.map((gap) => (
              <li key={`${gap.kind} ${gap.name} ${gap.size}`}>
                {gap.kind === 'course'
                  ? joined([
                      gap.name,
                      plural(gap.count, { one: '1 student', other: `${gap.count} students` }),
                      gap.size,
                    ])
                  : joined([`${gap.count} × ${gap.name}`, gap.size])}
              </li>
            ))}
          </ul>
          <SectionLink to="recipes" className="link inline-flex min-h-11 items-center print:hidden">
            Add recipes
          </SectionLink>
        </Note>
      )}
      {lines.length === 0 ? (
        <EmptyState title="Nothing to buy">
          No orders or classes on these days need flowers from a recipe.
        </EmptyState>
      ) : (
        <>
          <MarketTable title={title} lines={lines} onHave={put} typed={have} />
          <div className="sticky bottom-0 mt-5 flex gap-2 border-t border-line bg-paper py-3 sm:static print:hidden">
            <PrintButton label="Print the market list" variant="primary" />
            <Button variant="outline" icon={Download} className="max-sm:grow max-sm:!px-3" onClick={csv}>
              CSV
            </Button>
            <ButtonLink
              variant="outline"
              icon={MessageCircle}
              className="max-sm:grow max-sm:!px-3"
              href={chatLink('', listForChat(title, lines))}
              target="_blank"
              rel="noopener noreferrer"
            >
              Share<span className="max-sm:sr-only"> on WhatsApp</span>
              <span className="sr-only"> (opens in a new tab)</span>
            </ButtonLink>
          </div>
        </>
      )}
    </>
  )
}

function MarketTable({
  title,
  lines,
  typed,
  onHave,
}: {
  title: string
  lines: readonly MarketLine[]
  typed: Readonly<Record<string, string>>
  onHave: (flowerId: string, typed: string) => void
}) {
  const cell = 'px-2 py-2.5 text-right tabular-nums'
  return (
    <table aria-label={title} className="w-full border-y border-line bg-raised sm:border-x">
      <thead className="border-b border-line bg-sunk text-sm">
        <tr>
          <HeadCells
            className="py-2"
            columns={[
              ['Flower', 'px-3 text-left'],
              ['Have', 'px-2 text-right'],
              ['Buy', 'px-2 text-right'],
              ['Cost', 'px-3 text-right max-sm:hidden print:table-cell'],
            ]}
          />
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {lines.map(({ flower, bunches, cost, have }) => (
          <tr key={flower.flowerId}>
            <th scope="row" className="px-3 py-2.5 text-left font-bold wrap-anywhere">
              {flower.name}
              <span className="block text-sm font-normal text-ink-soft">
                {counted(flower.needed, flower.unit)} needed, {flower.bunchSize} per bunch
              </span>
            </th>
            <td className={cell}>
              <input
                type="number"
                inputMode="numeric"
                min={0}
                aria-label={`${flower.name} in stock`}
                className="control ml-auto w-20 px-2 text-right print:hidden"
                value={typed[flower.flowerId] ?? ''}
                placeholder="0"
                onWheel={(event) => event.currentTarget.blur()}
                onChange={({ target }) => onHave(flower.flowerId, target.value)}
              />
              <span className="hidden print:inline">{have === 0 ? '' : have}</span>
            </td>
            <td className={cell}>
              <strong className="text-xl">{bunches}</strong>
              <span className="block text-sm text-ink-soft">
                {bunches === 1 ? 'bunch' : 'bunches'}
                <span className="sm:hidden print:hidden"> · {formatRupees(cost)}</span>
              </span>
            </td>
            <td className={`${cell} pr-3 max-sm:hidden print:table-cell`}>{formatRupees(cost)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="border-t border-line-strong font-bold">
        <tr>
          <th scope="row" colSpan={2} className="px-3 py-3 text-left">
            Estimated total
          </th>
          <td colSpan={2} className="px-3 py-3 text-right text-lg tabular-nums">
            {formatRupees(totalOf(lines))}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
