import { type ChatSubject, chatWords } from '../../contract/messages/chat-words.ts'
import { chatLink } from '../lib/contact-links.ts'
import { EmailWords } from '../ui/email-words.tsx'

export function MailLink({ email, className = 'link' }: { email: string; className?: string }) {
  return (
    <a className={className} href={`mailto:${email}`}>
      <span>
        <EmailWords email={email} />
      </span>
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
  return (
    <a className={className} href={chatLink(chatNumber(phone), message)} target="_blank" rel="noreferrer">
      WhatsApp<span className="sr-only"> {phone} (opens in a new tab)</span>
    </a>
  )
}

/** A chat link needs the number with the country's code and without a leading zero. */
function chatNumber(phone: string): string {
  if (phone.trim().startsWith('+')) return phone
  const digits = phone.replace(/\D/g, '').replace(/^0/, '')
  return digits.length === 10 ? `91${digits}` : digits
}
