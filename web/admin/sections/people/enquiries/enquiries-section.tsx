import type { ReactNode } from 'react'
import { concernWords } from '../../../../../contract/orders/orders.en.ts'
import { type Enquiry, listedEnquiryKinds } from '../../../../../contract/people/enquiries.ts'
import { plural } from '../../../../../contract/plural.ts'
import { joined, momentText, shortMomentText } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { useDialog } from '../../../../ui/lazy-dialog.tsx'
import { DeleteDialog } from '../../../action-dialog.tsx'
import { answeredColumn, answeredFilter, MarkAnsweredButton, NotAnsweredBadge } from '../../../answered.tsx'
import { ConcernPhotographs } from '../../../concern-photographs.tsx'
import { MailLink, PhoneLink, ReplyLink } from '../../../contact-link.tsx'
import { emailColumn, momentColumn, wrapped } from '../../../list/columns.tsx'
import { DataList } from '../../../list/data-list.tsx'
import { byAge, onDays } from '../../../list/list-choices.ts'
import type { Column } from '../../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../../list/use-list.ts'
import { PersonLink, personColumn } from '../../../person-link.tsx'
import { RecordCard, RowCell } from '../../../record-card.tsx'
import { DeleteButton } from '../../../row-actions.tsx'
import { SectionLink } from '../../../section-link.tsx'

const kinds = listedEnquiryKinds.map((kind) => ({ value: kind, label: kind }))

const definition: ListDefinition<'GET /api/categoryuserdata'> = {
  id: 'category-visitor-list',
  endpoint: 'GET /api/categoryuserdata',
  search: { label: 'Search enquiries', placeholder: 'Name, e-mail, phone or question' },
  filters: [
    { name: 'enquiry', label: 'Enquiry', options: kinds },
    answeredFilter,
    ...onDays('Received from', 'Received until'),
  ],
  states: { filter: 'answered', counted: 'enquiries' },
  sorts: byAge,
  texts: {
    loading: 'Loading enquiries…',
    notLoaded: 'We couldn’t load the enquiries',
    loadFailed: 'Failed to fetch visitor data',
    refreshed: 'Enquiries refreshed',
  },
}

const deleted = { kind: 'enquiry', description: 'Enquiry deleted' } as const

const link = 'link inline-flex min-h-11 items-center self-start'

const columns: readonly Column<Enquiry>[] = [
  personColumn(() => 'enquiry', 'max-w-48 min-w-28'),
  emailColumn(({ email }) => email, {
    cell: ({ email }) => <MailLink email={email} className={link} />,
    className: `min-w-32 ${wrapped}`,
    isFolded: true,
  }),
  {
    header: 'Phone',
    text: ({ phone }) => phone,
    cell: (item) => <Phone of={item} />,
    isFolded: true,
    isContact: true,
  },
  { header: 'Enquiry', text: ({ enquiry }) => enquiry },
  {
    header: 'Question',
    text: ({ question }) => question ?? '',
    className: `min-w-40 whitespace-pre-line ${wrapped}`,
  },
  { header: 'Order', text: ({ order }) => order?.ordernumber ?? '', cell: (item) => <OrderLink of={item} /> },
  {
    header: 'What’s wrong',
    text: ({ concern }) => (concern === null ? '' : concernWords[concern]),
    className: 'min-w-28',
  },
  {
    header: 'Photographs',
    text: ({ photographs }) => (photographs.length === 0 ? '' : String(photographs.length)),
    cell: (item) => <ConcernPhotographs of={item} />,
  },
  momentColumn('Received', ({ created_at }) => created_at, { isDayInCsv: true, className: 'min-w-28' }),
  answeredColumn,
]

export default function CategoryVisitorListSection() {
  const list = useList(definition)
  const { show, dialog } = useDialog()
  const reload = () => void list.reload()
  const ask = ({ id, name }: Enquiry) =>
    show((props) => (
      <DeleteDialog
        {...props}
        title={`Delete the enquiry from “${name}”?`}
        failed="We couldn’t delete the enquiry. Try again."
        run={() => api('DELETE /api/admin/categoryuserdata/:id', { params: { id } })}
        deleted={{ ...deleted, ids: [id], onRestored: reload }}
        heading={list.heading}
        onDeleted={reload}
      />
    ))
  const actions = (item: Enquiry) => (
    <div className="flex flex-wrap items-center gap-1">
      <span className="max-sm:hidden">
        <ReplyLink email={item.email} name={item.name} subject={`Your ${item.enquiry} enquiry`} />
      </span>
      <MarkAnsweredButton kind="enquiry" item={item} name={item.name} onMarked={reload} />
      <DeleteButton name={item.name} onDelete={() => ask(item)} />
    </div>
  )
  return (
    <>
      <DataList
        list={list}
        counted={({ count }) => plural(count, { one: '1 enquiry', other: `${count} enquiries` })}
        rowName={({ name }) => name}
        columns={columns}
        card={(item) => <VisitorCard key={item.id} item={item} actions={actions(item)} />}
        actions={actions}
        actionsUnder
        empty={{
          title: 'No category visitors found',
          text: 'Enquiries from the contact page and the hall page, and concerns about orders, appear here.',
        }}
        fileName="category-visitors"
      />
      {dialog}
    </>
  )
}

const Phone = ({ of: { phone, enquiry } }: { of: Enquiry }) => (
  <PhoneLink phone={phone} code="" className={link} chat={{ about: 'enquiry', name: null, enquiry }} />
)

function OrderLink({ of: { order } }: { of: Enquiry }) {
  if (order === null) return null
  return (
    <SectionLink to={`orders?q=${order.ordernumber}`} className={link}>
      {order.ordernumber}
    </SectionLink>
  )
}

function VisitorCard({ item, actions }: { item: Enquiry; actions: ReactNode }) {
  return (
    <RecordCard
      name={
        <PersonLink kind="enquiry" id={item.id}>
          {item.name}
        </PersonLink>
      }
      badges={
        <>
          <Badge tone="leaf">{item.enquiry}</Badge>
          <NotAnsweredBadge of={item} />
          <span className="ml-auto text-sm text-ink-soft in-data-row:!hidden">
            {momentText(item.created_at)}
          </span>
        </>
      }
      actions={actions}
      rowUnder={shortMomentText(item.created_at)}
      cells={
        <>
          <div className="!grow-[2.5]">
            {item.order && (
              <p className="truncate">
                <OrderLink of={item} /> {item.concern && concernWords[item.concern]}
              </p>
            )}
            {item.question && (
              <p className="line-clamp-2 wrap-anywhere" title={item.question}>
                {item.question}
              </p>
            )}
            <ConcernPhotographs of={item} />
          </div>
          <RowCell
            className="!grow-[1.2] [&_a]:!min-h-0"
            title={joined([item.email, item.phone])}
            top={<MailLink email={item.email} />}
            under={<Phone of={item} />}
          />
        </>
      }
    >
      <p className="flex flex-col wrap-anywhere">
        <MailLink email={item.email} className={link} />
        <span className="flex flex-wrap gap-x-4">
          <Phone of={item} />
        </span>
      </p>
      {item.order && (
        <p>
          <OrderLink of={item} /> {item.concern && concernWords[item.concern]}
        </p>
      )}
      {item.question && <p className="text-sm whitespace-pre-line wrap-anywhere">{item.question}</p>}
      <ConcernPhotographs of={item} />
    </RecordCard>
  )
}
