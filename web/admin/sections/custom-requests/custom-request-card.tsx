import { type ReactNode, useId } from 'react'
import type { CustomRequest } from '../../../../contract/custom-requests.ts'
import { momentText } from '../../../../contract/words.ts'
import { telLink } from '../../../lib/contact-links.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { Card } from '../../../ui/card.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { Picture } from '../../../ui/picture.tsx'

/** One wish, with its picture and the product that it begins from (B§2). */
export function CustomRequestCard({
  item,
  keep,
  actions,
}: {
  item: CustomRequest
  keep: ReactNode
  actions: ReactNode
}) {
  const title = useId()
  return (
    <Card as="li" aria-labelledby={title} className="flex flex-col">
      <Picture
        picture={item.picture ?? imageAddress(item.imageUrl)}
        alt={item.imageUrl ? `The picture of ${item.name ?? 'this request'}` : ''}
        sizes="(min-width: 40rem) 20rem, 92vw"
        className="aspect-[16/9] w-full"
      />
      <div className="flex flex-1 flex-col gap-3 p-4">
        {keep}
        <p className="text-sm text-ink-soft">{momentText(item.created_at)}</p>
        <h2 id={title} className="text-lg [overflow-wrap:anywhere]">
          {item.name ?? 'Written down by the school'}
        </h2>
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">{item.comment}</p>
        {(item.email || item.phone) && (
          <p className="flex flex-col text-sm [overflow-wrap:anywhere]">
            {item.email && (
              <a className="link inline-flex min-h-11 items-center self-start" href={`mailto:${item.email}`}>
                <span>
                  <EmailWords email={item.email} />
                </span>
              </a>
            )}
            {item.phone && (
              <a className="link inline-flex min-h-11 items-center self-start" href={telLink(item.phone)}>
                {item.phone}
              </a>
            )}
          </p>
        )}
        {item.productId !== null && (
          <p className="flex items-center gap-3 rounded-sm bg-sunk p-2">
            <Picture
              picture={imageAddress(item.productImage)}
              alt=""
              sizes="56px"
              className="size-14 shrink-0 rounded-sm"
            />
            <span className="min-w-0 text-sm [overflow-wrap:anywhere]">
              <span className="block text-ink-soft">Begins from</span>
              {item.productName ?? `A product that is gone (${item.productId})`}
            </span>
          </p>
        )}
        <div className="mt-auto -mb-1 border-t border-line pt-2">{actions}</div>
      </div>
    </Card>
  )
}
