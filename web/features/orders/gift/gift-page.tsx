import type { Gift } from '../../../../contract/orders/gifts.ts'
import { cardTextSize } from '../../../lib/card-text-size.ts'
import { WithoutScripts } from '../../../lib/without-scripts.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { GiftCard } from '../../../ui/gift-card.tsx'
import { Heading } from '../../../ui/heading.tsx'
import { lazyDialog, useDialog } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { Picture } from '../../../ui/picture.tsx'
import '../../../ui/more.css'
import { slotHours } from '../../../../contract/store/delivery-hours.ts'
import { dayText } from '../../../../contract/words.ts'
import * as text from './gift.en.ts'

const NobodyHomeDialog = lazyDialog(() => import('./nobody-home-dialog.tsx'))

/** The recipient's page, which never shows a price. */
export default function GiftPage({ token, gift }: { token: string; gift: Gift }) {
  const { show, dialog } = useDialog()
  const { title, lead } = giftWords(gift)
  const { state } = gift
  const isOpen = state !== 'delivered' && state !== 'cancelled'
  const hasManyPictures = gift.photographs.length > 0 || gift.lines.length > 1
  return (
    <div
      className={cx('grid items-start gap-x-16 gap-y-8', state !== 'cancelled' && 'lg:grid-cols-[7fr_6fr]')}
    >
      <GiftPicture gift={gift} />
      <div className="min-w-0 max-w-text lg:py-6">
        <Heading level={1}>{title}</Heading>
        <p className="mt-4 text-lg text-ink-soft">{lead}</p>
        {gift.cardMessage && (
          <section aria-label={text.yourCard} className="mt-8">
            <GiftCard words={gift.cardMessage} size={cardTextSize(gift.cardMessage)} sender={gift.from} />
          </section>
        )}
        {state !== 'cancelled' && (
          <ul className="mt-8 flex flex-col gap-4 border-y border-line py-5">
            {gift.lines.map(({ name, quantity, picture }, n) => (
              <li key={n} className="flex items-center gap-4">
                {hasManyPictures && (
                  <Picture
                    picture={picture}
                    alt=""
                    sizes="5rem"
                    className="petal size-20 shrink-0 object-cover"
                  />
                )}
                <p className="font-bold wrap-anywhere">
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
              {text.caring}
            </h2>
            {gift.care.map(({ name, text: advice }) => (
              <p key={name} className="mb-3 wrap-anywhere">
                {gift.care.length > 1 && <strong>{name}: </strong>}
                {advice}
              </p>
            ))}
          </section>
        )}
        {isOpen &&
          !gift.isPickup &&
          (gift.toldNobodyHome ? (
            <Note className="mt-8" role="status" title={text.messageReceived}>
              {text.messageReceivedLead}
            </Note>
          ) : (
            <div className="petal mt-8 bg-leaf-tint p-5">
              <p className="font-display text-lg">{text.notHome}</p>
              <p className="mb-4 text-ink-soft">{text.notHomeLead}</p>
              <WithoutScripts />
              <Button
                variant="outline"
                className="noscript:hidden"
                onClick={() => show((props) => <NobodyHomeDialog {...props} token={token} />)}
              >
                {text.tellUs}
              </Button>
            </div>
          ))}
        {dialog}
      </div>
    </div>
  )
}

function GiftPicture({ gift: { photographs, lines, state } }: { gift: Gift }) {
  if (state === 'cancelled') return null
  const [first, ...others] = photographs
  return (
    <div className="min-w-0">
      <Picture
        picture={first?.picture ?? lines[0]?.picture}
        alt={first ? text.photographs[first.kind] : (lines[0]?.name ?? '')}
        eager="beside"
        sizes="(min-width: 40rem) 36rem, 92vw"
        className="petal aspect-[4/5] w-full object-cover sm:aspect-square lg:aspect-[4/5] lg:max-h-[44rem]"
      />
      {others.length > 0 && (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3">
          {others.map(({ kind, picture }) => (
            <li key={kind}>
              <Picture
                picture={picture}
                alt={text.photographs[kind]}
                sizes="10rem"
                className="petal aspect-square w-full object-cover"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function giftWords({
  recipientName,
  from,
  day,
  slot,
  isPickup,
  state,
}: Pick<Gift, 'recipientName' | 'from' | 'day' | 'slot' | 'isPickup' | 'state'>) {
  const isCancelled = state === 'cancelled'
  const firstName = recipientName.split(' ')[0]
  const flowersFor = firstName ? text.flowersFor({ name: firstName }) : text.flowersForYou
  return {
    title: isCancelled ? text.cancelledTitle : flowersFor,
    lead: (isPickup ? text.leadsOfCollection : text.leads)[state]({
      sender: from ?? text.someone,
      when: text.dayAndTime({ day: dayText(day), time: slotHours(slot) }),
    }),
  }
}
