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
    <a className={className} href={`tel:${code}${phone}`}>
      {phone}
    </a>
  )
}
