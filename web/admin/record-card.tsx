import { Popover } from '@base-ui/react/popover'
import { EllipsisVertical } from 'lucide-react'
import { type ReactNode, use, useId, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { cx } from '../ui/class-names.ts'
import { type Fact, FactLines } from '../ui/facts.tsx'
import { Picture, type PictureProps } from '../ui/picture.tsx'
import { FoldButton } from './list/folded-rows.tsx'
import { InRow } from './list/list-table.tsx'

interface RecordCardProps {
  name: ReactNode
  picture?: PictureProps['picture']
  alt?: string
  portrait?: PictureProps['picture']
  badges?: ReactNode
  over?: ReactNode
  under?: ReactNode
  beside?: ReactNode
  foot?: ReactNode
  selectBox?: ReactNode
  actions: ReactNode
  /** Buttons that are used less often. A row has them behind one button. */
  more?: ReactNode
  /** The columns that a row shows instead of `children` and `beside`. */
  cells?: ReactNode
  /** The line below the name in a row, instead of `under`. */
  rowUnder?: ReactNode
  /** The name of a row for screen readers, if `name` is a button that says what it does. */
  label?: string
  children?: ReactNode
}

/** A record of a list: a card or, in a wide list, a row. */
export function RecordCard(props: RecordCardProps) {
  return use(InRow) ? <RecordRow {...props} /> : <TallCard {...props} />
}

function RecordRow({
  name,
  picture,
  alt = '',
  portrait,
  badges,
  over,
  under,
  beside,
  foot,
  selectBox,
  actions,
  more,
  cells,
  rowUnder = under,
  label,
  children,
}: RecordCardProps) {
  const id = useId()
  const small = { alt, sizes: '40px', className: 'size-10 shrink-0 object-cover' }
  return (
    <li
      aria-label={label}
      aria-labelledby={label === undefined ? id : undefined}
      data-row
      className="flex flex-wrap items-center justify-end gap-x-4 px-3 py-0.5 text-sm leading-5 tabular-nums transition-colors hover:bg-sunk"
    >
      {selectBox && <span className="-mr-3.5 -ml-2">{selectBox}</span>}
      {picture !== undefined && (
        <Picture {...small} picture={picture} className={`${small.className} rounded-sm`} />
      )}
      {portrait !== undefined && (
        <Picture {...small} picture={portrait} className={`${small.className} rounded-full`} />
      )}
      {/* The basis moves the badges and buttons of a narrow list to a second line. */}
      <div className="flex min-h-11 min-w-0 flex-1 basis-96 flex-wrap items-center justify-end gap-x-3 gap-y-1 *:min-w-0 *:flex-1 *:basis-30">
        <div>
          <h2
            id={id}
            className={cx(
              'font-text text-sm leading-5 font-bold tracking-normal',
              rowUnder ? 'truncate' : 'line-clamp-2',
            )}
          >
            {name}
          </h2>
          {rowUnder && <div className="truncate text-ink-soft">{rowUnder}</div>}
        </div>
        {cells ?? (
          <>
            {children}
            {beside}
          </>
        )}
      </div>
      {badges && (
        <div className="flex w-36 shrink-0 flex-wrap gap-1 [&>span]:line-clamp-2 [&>span]:!px-2 [&>span]:!py-0">
          {badges}
        </div>
      )}
      {foot}
      <div className="-mr-2 flex shrink-0 items-center justify-end">
        {actions}
        {more && (
          <MoreActions of={label} labelledBy={id}>
            {more}
          </MoreActions>
        )}
      </div>
      {over && <div className="basis-full empty:hidden">{over}</div>}
    </li>
  )
}

/** Two lines in a row of a list. A line that is too long is cut off, and its tooltip has the whole text. */
export function RowCell({
  top,
  under,
  title,
  className,
}: {
  top: ReactNode
  under?: ReactNode
  title?: string
  className?: string
}) {
  return (
    <div className={cx('[&_wbr]:hidden', className)} title={title}>
      <div className="truncate">{top}</div>
      {under && <div className="truncate text-ink-soft">{under}</div>}
    </div>
  )
}

function MoreActions({
  of,
  labelledBy,
  children,
}: {
  of: string | undefined
  labelledBy: string
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <IconButton
            id={id}
            label={of === undefined ? 'More actions for' : `More actions for ${of}`}
            aria-labelledby={of === undefined ? `${id} ${labelledBy}` : undefined}
            title="More"
            icon={EllipsisVertical}
            className="text-ink-soft pointer-fine:!w-9"
          />
        }
      />
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={4} collisionPadding={12} className="z-50">
          <Popover.Popup
            className="flex min-w-48 flex-col items-stretch rounded-sm border border-line bg-raised p-1.5 text-ink shadow-soft outline-none [&_button]:justify-start [&>*]:!m-0 [&>*]:!flex-col [&>*]:!flex-nowrap"
            onClick={() => setOpen(false)}
          >
            <InRow value={false}>{children}</InRow>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function TallCard({
  name,
  picture,
  alt = '',
  portrait,
  badges,
  over,
  under,
  beside,
  foot,
  selectBox,
  actions,
  more,
  children,
}: RecordCardProps) {
  const id = useId()
  const fold = use(FoldButton)
  const controls = (selectBox || fold) && (
    <span className="flex">
      {selectBox}
      {fold}
    </span>
  )
  return (
    <Card as="li" aria-labelledby={id} className="flex flex-col">
      {picture !== undefined && (
        <Picture
          picture={picture}
          alt={alt}
          sizes="(min-width: 40rem) 20rem, 92vw"
          className="aspect-[16/9] max-h-48 w-full object-cover"
        />
      )}
      <div className="flex flex-1 flex-col gap-3 p-4">
        {badges && (
          <div className="-mt-2 -mb-2 flex min-h-11 flex-wrap items-center gap-2">
            {badges}
            {controls && <span className="-mr-2.5 ml-auto">{controls}</span>}
          </div>
        )}
        {over}
        <div className={cx('flex flex-wrap gap-4', portrait === undefined ? 'items-start' : 'items-center')}>
          {portrait !== undefined && (
            <Picture picture={portrait} alt="" sizes="80px" className="size-20 shrink-0 rounded-full" />
          )}
          <div className="min-w-0 flex-1 basis-24">
            <h2 id={id} className="line-clamp-3 text-lg">
              {name}
            </h2>
            {under && <div className="text-sm text-ink-soft">{under}</div>}
          </div>
          {beside}
          {!badges && controls && <span className="-mt-2 -mr-2">{controls}</span>}
        </div>
        <div className="flex flex-1 flex-col gap-3 empty:hidden">{children}</div>
        {more && <div className="-mx-4 -mb-2 flex flex-wrap items-center">{more}</div>}
        <div
          className={cx(
            'mt-auto -mb-1 border-t border-line pt-2',
            foot ? 'flex flex-wrap items-center justify-between gap-2' : undefined,
          )}
        >
          {foot}
          {actions}
        </div>
      </div>
    </Card>
  )
}

export function RecordView({
  seen,
  facts,
  above,
  description,
  children,
}: {
  seen: ReactNode
  facts: readonly Fact[]
  /** Controls of the card, shown above its read-only texts. */
  above?: ReactNode
  description: string
  children?: ReactNode
}) {
  return (
    <div className="grid gap-6 md:grid-cols-[20rem_1fr]">
      <div className="flex flex-col gap-4">{seen}</div>
      <div className="min-w-0">
        <FactLines facts={facts} />
        {above}
        <h3 className="mt-5 text-lg">Description</h3>
        <p className="mt-1 whitespace-pre-line">{description}</p>
        {children}
      </div>
    </div>
  )
}
