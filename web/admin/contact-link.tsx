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
}: {
  phone: string
  code?: string
  className?: string
}) {
  return (
    <a className={className} href={`tel:${withCode(phone, code)}`}>
      {phone}
    </a>
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
    <a
      className={className}
      href={chatLink(withCode(phone, '+91'), message)}
      target="_blank"
      rel="noreferrer"
    >
      WhatsApp<span className="sr-only"> {phone} (opens in a new tab)</span>
    </a>
  )
}

/** Of buyers abroad the number has its country's code. */
const withCode = (phone: string, code: string) => (phone.startsWith('+') ? phone : `${code}${phone}`)
