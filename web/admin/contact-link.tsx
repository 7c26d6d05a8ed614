import { EmailWords } from '../ui/email-words.tsx'

/** An address that opens the mail program. */
export function MailLink({ email, className = 'link' }: { email: string; className?: string }) {
  return (
    <a className={className} href={`mailto:${email}`}>
      <span>
        <EmailWords email={email} />
      </span>
    </a>
  )
}

/** A ten-digit number that opens the telephone. */
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
    <a className={className} href={`tel:${code}${phone}`}>
      {phone}
    </a>
  )
}
