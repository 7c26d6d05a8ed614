import type { WhyMailWaits } from '../../../../../contract/school/mail-server.ts'
import { Note } from '../../../../ui/note.tsx'
import { SectionLink } from '../../../section-link.tsx'
import { useRight } from '../../../use-right.ts'

const mailWords: Record<WhyMailWaits, { to: string; action: string; text: string }> = {
  'no-server': {
    to: 'school-settings?page=letters',
    action: 'Enter an e-mail server',
    text: 'There’s no e-mail server yet. We can’t send confirmations, receipts and codes until an owner enters one.',
  },
  unusable: {
    to: 'school-settings?page=letters',
    action: 'Enter it again',
    text: 'The stored e-mail server can’t be used. We can’t send e-mails until an owner enters it again, with its password.',
  },
  'no-sender': {
    to: 'school-settings',
    action: 'Enter the address',
    text: 'The school has no e-mail address yet. We can’t send e-mails until an owner enters one, because e-mails come from it.',
  },
}

/** Says that e-mails wait, and why. */
export function MailWaits({ why }: { why: WhyMailWaits }) {
  const mayChange = useRight('payment-settings')
  const { to, action, text } = mailWords[why]
  return (
    <Note
      tone={why === 'unusable' ? 'error' : 'warning'}
      title="No e-mails are being sent"
      action={
        mayChange && (
          <SectionLink to={to} className="link inline-flex min-h-11 items-center font-bold">
            {action}
          </SectionLink>
        )
      }
    >
      {text}
    </Note>
  )
}

/** Lists the settings that the school runs without, because their stored values cannot be read. */
export function UnreadableSettings({ names }: { names: readonly string[] }) {
  const mayChange = useRight('settings')
  return (
    <Note tone="error" title="Some settings can’t be read">
      <p>
        The site works without them. Enter them again in Settings. To recover a setting that has no field
        there, restore an earlier backup.
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {names.map((name) => (
          <li key={name} className="wrap-anywhere">
            {mayChange && name.startsWith(ownPrefix) ? (
              <SectionLink
                to={`school-settings?setting=${name.slice(ownPrefix.length)}`}
                className="link inline-flex min-h-11 items-center font-bold"
              >
                {inWords(name.slice(ownPrefix.length))}
              </SectionLink>
            ) : (
              name
            )}
          </li>
        ))}
      </ul>
    </Note>
  )
}

const ownPrefix = 'school.'

/** Returns `Hold hours` for `holdHours`. */
function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
