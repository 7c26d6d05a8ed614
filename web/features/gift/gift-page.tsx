import type { Gift } from '../../../contract/gifts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Heading } from '../../ui/heading.tsx'
import { lazyDialog, useDialog } from '../../ui/lazy-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { Picture } from '../../ui/picture.tsx'
import { giftWords } from './gift-words.ts'

const NobodyHomeDialog = lazyDialog(() => import('./nobody-home-dialog.tsx'))

const photographWords = { ready: 'The bouquet when it was ready', door: 'The bouquet at the door' }

/** What the recipient sees: never a price. */
export default function GiftPage({ token, gift }: { token: string; gift: Gift }) {
  const { show, dialog } = useDialog()
  const { title, lead } = giftWords(gift)
  const { state } = gift
  const isOpen = state !== 'delivered' && state !== 'cancelled'
  return (
    <>
      <Heading level={1} size="2xl">
        {title}
      </Heading>
      <p className="mt-2 text-lg text-ink-soft">{lead}</p>
      {gift.cardMessage && <CardWords words={gift.cardMessage} />}
      {gift.photographs.length > 0 && (
        <ul className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-4">
          {gift.photographs.map(({ kind, picture }) => (
            <li key={kind}>
              <Picture
                picture={picture}
                alt={photographWords[kind]}
                sizes="(min-width: 40rem) 18rem, 100vw"
                className="petal aspect-square w-full object-cover"
              />
            </li>
          ))}
        </ul>
      )}
      {state !== 'cancelled' && (
        <ul className="mt-8 flex flex-col gap-4">
          {gift.lines.map(({ name, quantity, picture }, n) => (
            <li key={n} className="flex items-center gap-4">
              <Picture
                picture={picture}
                alt=""
                sizes="5rem"
                className="petal size-20 shrink-0 object-cover"
              />
              <p className="font-bold [overflow-wrap:anywhere]">
                {quantity > 1 && `${quantity} × `}
                {name}
              </p>
            </li>
          ))}
        </ul>
      )}
      {state === 'delivered' && gift.care.length > 0 && (
        <section aria-labelledby="gift-care" className="mt-10">
          <h2 id="gift-care" className="mb-3 text-xl">
            How to keep them
          </h2>
          {gift.care.map(({ name, text }) => (
            <p key={name} className="mb-3 [overflow-wrap:anywhere]">
              {gift.care.length > 1 && <strong>{name}: </strong>}
              {text}
            </p>
          ))}
        </section>
      )}
      {isOpen &&
        !gift.isPickup &&
        (gift.toldNobodyHome ? (
          <Note className="mt-8" role="status" title="We have your message.">
            Thank you. We try to bring the flowers as you say, and call if we cannot.
          </Note>
        ) : (
          <div className="mt-8">
            <p className="mb-3 text-ink-soft">Nobody at home then?</p>
            <Button
              variant="outline"
              onClick={() => show((props) => <NobodyHomeDialog {...props} token={token} />)}
            >
              Tell us
            </Button>
          </div>
        ))}
      {dialog}
    </>
  )
}

function CardWords({ words }: { words: string }) {
  return (
    <Card className="mt-8 p-6 md:p-8">
      <p className="mb-2 text-sm font-bold text-rose-ink">Your card</p>
      <p className="font-display text-xl whitespace-pre-line [overflow-wrap:anywhere]">{words}</p>
    </Card>
  )
}
