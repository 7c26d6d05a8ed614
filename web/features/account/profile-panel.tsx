import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { EmailWords } from '../../ui/email-words.tsx'
import { FailedNote } from '../../ui/failed-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DetailsForm } from './details-form.tsx'
import { EmailForm } from './email-form.tsx'
import { OwnRegistrations } from './own-registrations.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordForm } from './password-form.tsx'
import { VerifyAddress } from './verify-address.tsx'

export const profileQuery = () => query('GET /api/profile')

/** Reading C2: what somebody enrolled in and booked, and their own account. */
export default function ProfilePanel() {
  const result = useQuery(profileQuery())
  const { data, error } = result
  const profile = data?.data
  if (error && profile === undefined) {
    return (
      <FailedNote tone="error" className="mt-8" title="Your profile could not be loaded." of={result}>
        {error.message || 'Please check your connection and try again.'}
      </FailedNote>
    )
  }
  if (profile === undefined) {
    return (
      <div
        aria-busy="true"
        role="status"
        aria-label="Loading your profile"
        className="mt-8 flex flex-col gap-4"
      >
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-32 w-full" />
      </div>
    )
  }
  return (
    <>
      <p className="mt-2 text-ink-soft [overflow-wrap:anywhere]">
        <EmailWords email={profile.email} />
      </p>
      <div className="mt-8 grid gap-x-14 gap-y-12 lg:grid-cols-[1.35fr_1fr]">
        <section aria-labelledby="own-registrations">
          <h2 id="own-registrations" className="text-xl">
            My courses and bookings
          </h2>
          {profile.emailVerified ? <OwnRegistrations /> : <VerifyAddress email={profile.email} />}
        </section>
        <div className="flex flex-col gap-12">
          <section aria-labelledby="own-details">
            <h2 id="own-details" className="text-xl">
              Your details
            </h2>
            <DetailsForm profile={profile} />
          </section>
          <section aria-labelledby="own-email">
            <h2 id="own-email" className="text-xl">
              E-mail address
            </h2>
            <EmailForm current={profile.email} />
          </section>
          <section aria-labelledby="own-password">
            <h2 id="own-password" className="text-xl">
              Password
            </h2>
            <PasswordForm email={profile.email} />
          </section>
          <section aria-labelledby="own-devices">
            <h2 id="own-devices" className="text-xl">
              Where you are signed in
            </h2>
            <OwnSessions />
          </section>
        </div>
      </div>
    </>
  )
}
