import { ImagePlus } from 'lucide-react'
import type { CustomRequest } from '../../../../../contract/people/custom-requests.ts'
import { schoolDayOf } from '../../../../../contract/school-day.ts'
import { dayText, momentText } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { telLink } from '../../../../lib/contact-links.ts'
import { imageAddress } from '../../../../lib/image-address.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { MailLink } from '../../../contact-link.tsx'
import { refusalSentence } from '../../../form-dialog.tsx'
import { PersonLink } from '../../../person-link.tsx'
import type { CardProps } from '../../../record.ts'
import { RecordCard } from '../../../record-card.tsx'
import { useDeed } from '../../../use-deed.ts'

export const pictureOf = ({ picture, imageUrl }: CustomRequest) => picture ?? imageAddress(imageUrl)

export function CustomRequestCard({ item, actions, reload }: CardProps<CustomRequest>) {
  const { name, email, phone, productId, productName } = item
  const link = 'link inline-flex min-h-11 items-center self-start'
  return (
    <RecordCard
      name={
        name === null ? (
          'Written down by the school'
        ) : (
          <PersonLink kind="request" id={item.id}>
            {name}
          </PersonLink>
        )
      }
      picture={pictureOf(item)}
      alt={item.imageUrl ? `The picture of ${name ?? 'this request'}` : ''}
      over={
        <>
          <KeepPicture item={item} onKept={reload} />
          <p className="text-sm text-ink-soft">{momentText(item.created_at)}</p>
        </>
      }
      actions={actions}
    >
      <p className="whitespace-pre-line wrap-anywhere">{item.comment}</p>
      {(email || phone) && (
        <p className="flex flex-col text-sm wrap-anywhere">
          {email && <MailLink email={email} className={link} />}
          {phone && (
            <a className={link} href={telLink(phone)}>
              {phone}
            </a>
          )}
        </p>
      )}
      {productId !== null && (
        <p className="flex items-center gap-3 rounded-sm bg-sunk p-2">
          <Picture
            picture={imageAddress(item.productImage)}
            alt=""
            sizes="56px"
            className="size-14 shrink-0 rounded-sm"
          />
          <span className="min-w-0 text-sm wrap-anywhere">
            <span className="block text-ink-soft">Begins from</span>
            {productName ?? `A product that is gone (${productId})`}
          </span>
        </p>
      )}
    </RecordCard>
  )
}

function KeepPicture({
  item: { id, name, pictureKeptUntil },
  onKept,
}: {
  item: CustomRequest
  onKept: () => void
}) {
  const keep = useDeed({
    run: () => api('POST /api/admin/custom-requests/:id/keep-picture', { params: { id } }),
    done: { title: 'The picture is kept' },
    failed: (error) => ({ title: 'The picture could not be kept', description: refusalSentence(error) }),
    onDone: onKept,
  })
  if (pictureKeptUntil === null) return null
  return (
    <div className="flex flex-col items-start gap-1 rounded-sm bg-sunk px-3 py-2 text-sm">
      <p>
        Only staff see this picture. It goes on {dayText(schoolDayOf(new Date(pictureKeptUntil)))} unless you
        keep it. A kept picture has an address that everybody can open.
      </p>
      <Button
        size="sm"
        variant="quiet"
        className="-ml-3"
        aria-label={`Keep the picture of ${name ?? 'this request'}`}
        busy={keep.isPending}
        onClick={() => keep.mutate()}
      >
        <Icon of={ImagePlus} />
        Keep picture
      </Button>
    </div>
  )
}
