import { Link } from 'react-router'
import type { AdminClass } from '../../../../../contract/catalogue/courses.ts'
import { counted, dayText, formatRupees, timeInWords } from '../../../../../contract/words.ts'
import { priceText } from '../../../../features/catalogue/courses/course-facts.ts'
import { imageAddress } from '../../../../lib/image-address.ts'
import { useSchoolToday } from '../../../../lib/use-school-today.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Facts } from '../../../../ui/facts.tsx'
import { useDialog } from '../../../../ui/lazy-dialog.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { ShortDay } from '../../../list/columns.tsx'
import { OffSiteBadge, OnSiteButton, RecordPreview } from '../../../on-site.tsx'
import type { CardProps, ViewProps } from '../../../record.ts'
import { RecordCard, RecordView, RowCell } from '../../../record-card.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { SeatMeter } from '../../../seat-meter.tsx'
import { ClassBatches } from './class-batches.tsx'
import { CopyClassDialog } from './copy-class.tsx'

export function ClassCard({ item, selectBox, actions, reload }: Omit<CardProps<AdminClass>, 'facts'>) {
  const { show, dialog } = useDialog()
  const today = useSchoolToday()
  const isOver = item.nextbatch !== null && item.nextbatch < today
  return (
    <RecordCard
      name={item.title}
      picture={pictureOf(item)}
      badges={<Badges item={item} />}
      selectBox={selectBox}
      // The dialog is not in `more`, which closes when one of its buttons is pressed.
      actions={
        <>
          {actions}
          {dialog}
        </>
      }
      more={
        <>
          <Link
            to={`#rosters?course=${item.id}`}
            aria-label={`Roster of ${item.title}`}
            className="link inline-flex min-h-11 items-center px-4 text-sm"
          >
            Roster
          </Link>
          <RecordPreview kind="class" id={item.id} name={item.title} />
          <RowButton
            label="Copy"
            of={`“${item.title}”`}
            hasColon
            onClick={() => show((props) => <CopyClassDialog {...props} item={item} onCopied={reload} />)}
          />
          <OnSiteButton kind="class" item={item} name={item.title} onDone={reload} />
        </>
      }
      // A title is longer than a line, and staff know what a class is about.
      rowUnder={null}
      cells={
        <>
          <RowCell
            className="w-36 !flex-none"
            top={
              <strong>
                <ShortDay day={item.nextbatch} none="Coming soon" />
                {isOver && <span className="font-normal"> (ended)</span>}
              </strong>
            }
            under={`${item.duration} · ${counted(item.sessions, 'session')}`}
          />
          <div className="w-36 !flex-none">
            <SeatMeter item={item} />
          </div>
          <div className="w-20 !flex-none text-right [&_s]:ml-0 [&_s]:block">
            <Price item={item} />
          </div>
        </>
      }
    >
      <p className="line-clamp-2 text-sm text-ink-soft">{item.description}</p>
      <Facts
        small
        facts={[
          [
            isOver ? 'Last batch' : 'Next batch',
            <span key="batch" className="font-bold">
              {item.nextbatch ? dayText(item.nextbatch) : 'Coming soon'}
              {isOver && <span className="font-normal text-ink-soft"> (ended)</span>}
            </span>,
          ],
          ['Price', <Price key="price" item={item} />],
          ['Duration', `${item.duration} · ${counted(item.sessions, 'session')}`],
        ]}
      />
      <div className="mt-auto pt-1">
        <SeatMeter item={item} />
      </div>
    </RecordCard>
  )
}

export function ClassView({ item, facts }: ViewProps<AdminClass>) {
  return (
    <RecordView
      seen={
        <>
          <Picture
            picture={pictureOf(item)}
            alt=""
            sizes="(min-width: 48rem) 20rem, 92vw"
            className="aspect-[4/3] w-full rounded-sm"
          />
          <div className="flex flex-wrap gap-2">
            <Badges item={item} />
          </div>
          <SeatMeter item={item} />
          <Link to={`#rosters?course=${item.id}`} className={link}>
            Roster
          </Link>
          {item.isOnSite && (
            <a href={`/classes/${item.slug}`} target="_blank" rel="noopener" className={link}>
              View on the site
            </a>
          )}
          <span className="-mx-4">
            <RecordPreview kind="class" id={item.id} name={item.title} />
          </span>
        </>
      }
      facts={[
        ...facts(['Next batch']),
        ['Start time', item.startTime ? timeInWords(item.startTime) : 'Not set'],
        ...facts(['Price']),
        ['Original price', item.originalPrice === null ? 'None' : formatRupees(item.originalPrice)],
        ...facts(['Duration', 'Sessions', 'Instructor', 'Added'], 'Not set'),
      ]}
      above={<ClassBatches item={item} />}
      description={item.description}
    >
      <h3 className="mt-5 text-lg">Features</h3>
      {item.features.length === 0 ? (
        <p className="mt-1 text-ink-soft">No features listed</p>
      ) : (
        <ul className="mt-1 flex list-disc flex-col gap-1 pl-5 marker:text-rose-ink">
          {item.features.map((feature, n) => (
            // The same text may be listed twice, so the key has the index.
            <li key={`${n} ${feature}`}>{feature}</li>
          ))}
        </ul>
      )}
      {item.faq.length > 0 && (
        <>
          <h3 className="mt-5 text-lg">Questions</h3>
          <dl className="mt-1 flex flex-col gap-2">
            {item.faq.map(({ question, answer }) => (
              <div key={question}>
                <dt className="font-bold">{question}</dt>
                <dd className="whitespace-pre-line">{answer}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </RecordView>
  )
}

const link = 'link inline-flex min-h-11 items-center self-start'
export const pictureOf = ({ picture, image }: AdminClass) => picture ?? imageAddress(image)

function Badges({ item }: { item: AdminClass }) {
  return (
    <>
      <OffSiteBadge item={item} />
      <Badge tone="leaf">{item.category}</Badge>
      {item.popular && <Badge tone="marigold">Popular</Badge>}
    </>
  )
}

function Price({ item: { price, originalPrice } }: { item: AdminClass }) {
  return (
    <>
      {priceText(price)}
      {originalPrice !== null && (
        <s className="ml-2 text-ink-soft">
          <span className="sr-only">instead of </span>
          {formatRupees(originalPrice)}
        </s>
      )}
    </>
  )
}
