import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { use } from 'react'
import { useWatch } from 'react-hook-form'
import { shortened } from '../../../../../contract/graphemes.ts'
import {
  type CustomRequest,
  customRequestForm,
  requestImageBytesMax,
} from '../../../../../contract/people/custom-requests.ts'
import { plural } from '../../../../../contract/plural.ts'
import { listLimitMax } from '../../../../../contract/primitives.ts'
import { schoolDayOf } from '../../../../../contract/school-day.ts'
import type { AdminProduct } from '../../../../../contract/store/products.ts'
import { dayText, joined, momentText } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { telLink } from '../../../../lib/contact-links.ts'
import { imageAddress } from '../../../../lib/image-address.ts'
import { query, rowsIn } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { FileField } from '../../../../ui/file-field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { RefusalNote } from '../../../../ui/refusal-note.tsx'
import {
  answeredColumn,
  answeredFilter,
  MarkAnsweredButton,
  markAnswered,
  NotAnsweredBadge,
} from '../../../answered.tsx'
import { MailLink, ReplyLink } from '../../../contact-link.tsx'
import { Foldable } from '../../../foldable.tsx'
import { emailColumn, fewWords, momentColumn, ShortDay } from '../../../list/columns.tsx'
import { byAge } from '../../../list/list-choices.ts'
import { InRow } from '../../../list/list-table.tsx'
import { PersonLink } from '../../../person-link.tsx'
import type { CardProps } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { RecordCard } from '../../../record-card.tsx'
import { area, choice, orNone } from '../../../record-fields.tsx'
import type { FormParts } from '../../../record-form.tsx'
import { recordSection } from '../../../record-section.tsx'
import { refusalSentence, useAction } from '../../../use-action.ts'

const fields = {
  // The layout loads the products, so there are no options here. The server checks that the product exists.
  product_id: orNone(choice('Product', [], { start: '', hint: 'The product it’s based on (optional)' })),
  comment: area('Comment', customRequestForm.shape.comment, { required: true, maxLength: 2000 }),
}

function Layout({ input, form, pictureProps }: FormParts<CustomRequest, typeof fields>) {
  const products = useQuery(
    query('GET /api/admin/products', { query: { limit: listLimitMax, sort: 'name' } }),
  )
  const chosen = useWatch({ control: form.control, name: 'product_id' })
  const offered = rowsIn<AdminProduct>(products.data).map(({ id, name }) => ({ value: id, label: name }))
  // A draft kept earlier may name a product that is not loaded yet or was deleted.
  const isOther = chosen !== '' && !offered.some(({ value }) => value === chosen)
  const other = { value: chosen, label: products.data ? 'Deleted product' : 'Loading…' }
  const none = { value: '', label: 'None' }
  return (
    <>
      <RefusalNote error={products.error} />
      {input('product_id', { options: [none, ...offered, ...(isOther ? [other] : [])] })}
      {input('comment')}
      <FileField {...pictureProps} />
    </>
  )
}

const wishOf = ({ comment }: { comment: string }) => shortened(comment, 40)

const pictureOf = ({ picture, imageUrl }: CustomRequest) => picture ?? imageAddress(imageUrl)

export default recordSection({
  kind: 'custom-request',
  calls: callsOf('/api/admin/custom-requests'),
  namedBy: 'comment',
  nameOf: (item) => item.name ?? wishOf(item),
  actionNameOf: (item) => (item.name ? `${item.name}’s request` : `the request “${wishOf(item)}”`),
  draftName: (values) => wishOf(values),
  texts: {
    add: 'Add Request',
    edit: 'Edit Custom Request',
    added: 'Custom request submitted',
    addFailed: 'Failed to submit custom request',
    updated: 'Custom request updated successfully',
    updateFailed: 'Failed to update custom request. Please try again.',
    changed: 'Someone else changed this custom request.',
    keptDraft: 'We’ve kept the request you typed.',
    loading: 'Loading custom requests…',
    notLoaded: 'We couldn’t load the custom requests',
    loadFailed: 'Failed to fetch custom requests',
    refreshed: 'Custom requests refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 entry', other: `${count} entries` }),
    deleteOne: ({ name }) => (name ? `Delete the request from “${name}”?` : 'Delete this request?'),
    deleted: () => 'Custom request deleted successfully',
    deleteFailed: 'Failed to delete custom request. Please try again.',
    empty: {
      title: 'No custom requests found',
      text: 'Requests for custom bouquets appear here.',
      add: 'Add First Request',
    },
  },
  list: {
    id: 'custom-requests',
    endpoint: 'GET /api/admin/custom-requests',
    pageSize: 48,
    search: { label: 'Search custom requests', placeholder: 'Name, wish or product' },
    filters: [answeredFilter],
    states: { filter: 'answered', counted: 'custom-requests' },
    sorts: byAge,
  },
  columns: [
    ['comment', { isLong: true }],
    {
      header: 'Image',
      isFolded: true,
      text: ({ imageUrl }) => imageUrl ?? '',
      cell: (item) => (
        <Picture picture={pictureOf(item)} alt="" sizes="64px" className="size-16 rounded-sm" />
      ),
    },
    { header: 'Product', text: ({ productName, productId }) => productName ?? productId ?? '' },
    { header: 'Name', text: ({ name }) => name ?? '', className: 'min-w-28 wrap-anywhere' },
    emailColumn(({ email }: CustomRequest) => email ?? '', { className: fewWords, isFolded: true }),
    { header: 'Phone', text: ({ phone }) => phone ?? '', isFolded: true },
    momentColumn('Received', ({ created_at }: CustomRequest) => created_at, {
      isDayInCsv: true,
      isFolded: true,
      className: 'min-w-32',
    }),
    answeredColumn,
  ],
  Card: CustomRequestCard,
  Buttons: RequestButtons,
  bulk: [
    {
      label: 'Mark answered',
      question: ({ count }) =>
        plural(count, { one: 'Mark 1 request as answered?', other: `Mark ${count} requests as answered?` }),
      text: 'Nothing is sent.',
      appliesTo: ({ answered_at }) => answered_at === null,
      run: ({ id }) => markAnswered('custom-request', id),
    },
  ],
  pictureOf,
  form: {
    submit: ['Submit Request', 'Submitting...'],
    fields,
    Layout,
    picture: { name: 'imageUrl', label: 'Image', bytesMax: requestImageBytesMax, of: () => null },
  },
})

function RequestButtons({ item, reload }: Pick<CardProps<CustomRequest>, 'item' | 'reload'>) {
  const { name, email } = item
  return (
    <>
      {email && <ReplyLink email={email} name={name ?? email} subject="Your request for a bouquet" />}
      <MarkAnsweredButton kind="custom-request" item={item} name={name ?? wishOf(item)} onMarked={reload} />
    </>
  )
}

function CustomRequestCard({ item, selectBox, actions, reload }: CardProps<CustomRequest>) {
  const { name, comment } = item
  const isInRow = use(InRow)
  const picture = pictureOf(item)
  const state = <NotAnsweredBadge of={item} />
  return (
    <RecordCard
      name={
        name === null ? (
          'Added by staff'
        ) : (
          <PersonLink kind="request" id={item.id}>
            {name}
          </PersonLink>
        )
      }
      {...(picture && { picture })}
      alt={item.imageUrl ? (name === null ? 'Picture of this request' : `Picture sent by ${name}`) : ''}
      selectBox={selectBox}
      badges={!isInRow && state}
      over={
        <>
          <KeepPicture item={item} onKept={reload} />
          <p className="text-sm text-ink-soft in-data-row:hidden">{momentText(item.created_at)}</p>
        </>
      }
      actions={isInRow ? <div className="flex w-36 justify-end">{actions}</div> : actions}
      rowUnder={
        <span title={joined([momentText(item.created_at), item.email])}>
          <ShortDay day={schoolDayOf(new Date(item.created_at))} />
          {item.phone && (
            <>
              {' · '}
              <a className="link" href={telLink(item.phone)}>
                {item.phone}
              </a>
            </>
          )}
        </span>
      }
      cells={
        <>
          <div className="!grow-[5] !basis-40">
            <Foldable
              text={comment}
              className={item.productId === null ? 'line-clamp-2' : 'block truncate'}
            />
            <BasedOn item={item} />
          </div>
          <div className="flex w-28 !flex-none [&>span]:!px-2 [&>span]:!py-0 [&>span]:whitespace-nowrap">
            {state}
          </div>
        </>
      }
    >
      <p className="whitespace-pre-line wrap-anywhere">{comment}</p>
      <Contact item={item} />
      <BasedOn item={item} />
    </RecordCard>
  )
}

function Contact({ item: { email, phone } }: { item: CustomRequest }) {
  const link = 'link inline-flex min-h-11 items-center self-start'
  if (!email && !phone) return null
  return (
    <p className="flex flex-col text-sm wrap-anywhere">
      {email && <MailLink email={email} className={link} />}
      {phone && (
        <a className={link} href={telLink(phone)}>
          {phone}
        </a>
      )}
    </p>
  )
}

/** The product on which the request is based. */
function BasedOn({ item: { productId, productName, productImage } }: { item: CustomRequest }) {
  if (productId === null) return null
  return (
    <p className="flex items-center gap-3 text-sm not-in-data-row:rounded-sm not-in-data-row:bg-sunk not-in-data-row:p-2 in-data-row:gap-1.5">
      <Picture
        picture={imageAddress(productImage)}
        alt=""
        sizes="56px"
        className="size-14 shrink-0 rounded-sm object-cover in-data-row:size-5"
      />
      <span className="min-w-0 wrap-anywhere in-data-row:truncate">
        <span className="text-ink-soft not-in-data-row:block">Based on </span>
        {productName ?? `Deleted product (${productId})`}
      </span>
    </p>
  )
}

function KeepPicture({
  item: { id, name, pictureKeptUntil },
  onKept,
}: {
  item: CustomRequest
  onKept: () => void
}) {
  const keep = useAction({
    run: () => api('POST /api/admin/custom-requests/:id/keep-picture', { params: { id } }),
    done: { title: 'Picture kept' },
    failed: (error) => ({ title: 'We couldn’t keep the picture', description: refusalSentence(error) }),
    onDone: onKept,
  })
  if (pictureKeptUntil === null) return null
  return (
    <div className="flex flex-col items-start gap-1 rounded-sm bg-sunk px-3 py-2 text-sm">
      <p>
        Only staff can see this picture. It will be deleted on{' '}
        {dayText(schoolDayOf(new Date(pictureKeptUntil)))} unless you keep it. If you keep it, anyone with its
        link can open it.
      </p>
      <Button
        size="sm"
        variant="quiet"
        className="-ml-3"
        aria-label={name === null ? 'Keep the picture of this request' : `Keep the picture from ${name}`}
        busy={keep.isPending}
        onClick={() => keep.mutate()}
      >
        <Icon of={ImagePlus} />
        Keep picture
      </Button>
    </div>
  )
}
