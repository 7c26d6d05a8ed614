import { type ReactNode, use, useId } from 'react'
import { Card } from '../ui/card.tsx'
import { cx } from '../ui/class-names.ts'
import { type Fact, FactLines } from '../ui/facts.tsx'
import { Picture, type PictureProps } from '../ui/picture.tsx'
import { FoldButton } from './list/list-table.tsx'

export function RecordCard({
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
  children,
}: {
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
  children?: ReactNode
}) {
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
          className="aspect-[16/9] w-full object-cover"
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
