import * as z from 'zod/mini'
import { acceptInvitationForm } from '../../../../contract/accounts/accounts.ts'
import { api } from '../../../lib/api.ts'
import { telLink } from '../../../lib/contact-links.ts'
import { lastEmail } from '../../../lib/last-email.ts'
import { forgetOwnWords } from '../../../lib/own-words.ts'
import { useSchool } from '../../../lib/school.ts'
import { session } from '../../../lib/session.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { noteOf } from '../../../lib/use-page-form.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PageTitle, Statement } from '../../../ui/heading.tsx'
import { NewPasswordField } from '../../../ui/password-fields.tsx'
import * as formText from './account-form.en.tsx'
import { AccountForm, NameFields, ReadyToSignIn } from './account-form.tsx'
import * as text from './invitation.en.tsx'

export default function InvitationPanel() {
  const isHydrated = useHydrated()
  const {
    field,
    sending: accept,
    onSubmit,
  } = useSentForm({
    rules: z.omit(acceptInvitationForm, { token: true }),
    send: async (body) =>
      (await api('POST /api/auth/invitation', { body: { ...body, token: location.hash.slice(1) } })).data,
    onSent: ({ email }) => {
      // Another person may have been signed in here before, so that person's typed text is dropped.
      forgetOwnWords()
      session.end()
      lastEmail.write(email)
    },
  })
  if (accept.isSuccess) {
    return <ReadyToSignIn lead={text.accountReadyLead(accept.data)}>{text.accountReadyHeading}</ReadyToSignIn>
  }
  if (isHydrated && location.hash.length < 2) return <IncompleteLink />
  // The server reports a bad token as an error of the field `token`, which the page does not have.
  const note = accept.error?.fields['token'] ?? noteOf(accept.error)
  return (
    <>
      <PageTitle>{text.invitationHeading}</PageTitle>
      <p className="mt-2 text-ink-soft">{text.invitationLead}</p>
      <AccountForm aria-label={text.invitationTitle} note={note} className="mt-8" onSubmit={onSubmit}>
        <NameFields field={field} />
        <NewPasswordField label={formText.password} {...field('password')} />
        <Button type="submit" wide busy={accept.isPending && formText.sending}>
          {text.acceptInvitation}
        </Button>
      </AccountForm>
    </>
  )
}

function IncompleteLink() {
  const phone = useSchool()?.phone
  return (
    <>
      <Statement title={text.incompleteLink}>{text.incompleteLinkLead}</Statement>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/signin">{text.signIn}</ButtonLink>
        {phone && (
          <ButtonLink href={telLink(phone)} variant="outline">
            {text.call({ phone })}
          </ButtonLink>
        )}
      </div>
    </>
  )
}
