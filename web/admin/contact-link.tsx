import { MessageCircle } from 'lucide-react'
import { use } from 'react'
import { type ChatSubject, chatWords } from '../../contract/messages/chat-words.ts'
import { chatLink } from '../lib/contact-links.ts'
import { buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { EmailWords } from '../ui/email-words.tsx'
import { Icon } from '../ui/icon.tsx'
import { InRow } from './list/list-table.tsx'

export function MailLink({ email, className = 'link' }: { email: string; className?: string }) {
  // A link that is a block of its own cannot be cut off at the end of its cell.
  const isInRow = use(InRow)
  return (
    <a className={isInRow ? 'link' : className} href={`mailto:${email}`}>
      <span>
        <EmailWords email={email} />
      </span>
    </a>
  )
}

/** A button of a record that begins an e-mail to the person. */
export function ReplyLink({ email, name, subject }: { email: string; name: string; subject: string }) {
  return (
    <a
      className={cx(buttonClass({ variant: 'quiet', size: 'sm' }), 'max-sm:!px-1')}
      href={`mailto:${email}?subject=${encodeURIComponent(subject)}`}
    >
      Reply<span className="sr-only"> to {name}</span>
    </a>
  )
}

export function PhoneLink({
  phone,
  code = '+91',
  className = 'link',
  chat,
}: {
  phone: string
  code?: string
  className?: string
  /** The subject of a chat message. If a subject is given, a second link opens the chat. */
  chat?: ChatSubject
}) {
  return (
    <>
      <a className={className} href={`tel:${phone.startsWith('+') ? phone : code + phone}`}>
        {phone}
      </a>
      {chat && phone !== '' && (
        <>
          {' '}
          <ChatLink phone={phone} message={chatWords(chat)} className={`${className} print:hidden`} />
        </>
      )}
    </>
  )
}

export function ChatLink({
  phone,
  message,
  className = 'link',
}: {
  phone: string
  message: string
  className?: string
}) {
  const isInRow = use(InRow)
  return (
    <a
      className={
        isInRow ? 'inline-flex h-9 w-8 align-middle items-center justify-center text-leaf-ink' : className
      }
      title={isInRow ? 'WhatsApp' : undefined}
      href={chatLink(chatNumber(phone), message)}
      target="_blank"
      rel="noreferrer"
    >
      {isInRow && <Icon of={MessageCircle} className="!size-5" />}
      <span className={isInRow ? 'sr-only' : undefined}>WhatsApp</span>
      <span className="sr-only"> {phone} (opens in a new tab)</span>
    </a>
  )
}

/** A chat link needs the number with the country's code and without a leading zero. */
function chatNumber(phone: string): string {
  if (phone.trim().startsWith('+')) return phone
  const digits = phone.replace(/\D/g, '').replace(/^0/, '')
  return digits.length === 10 ? `91${digits}` : digits
}
