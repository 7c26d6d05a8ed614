import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '../../lib/query.ts'
import { EmailWords } from '../../ui/email-words.tsx'
import { DetailsForm } from './details-form.tsx'
import { EmailForm } from './email-form.tsx'
import { OwnPart } from './own-part.tsx'
import { OwnRegistrations } from './own-registrations.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordForm } from './password-form.tsx'
import { VerifyAddress } from './verify-address.tsx'

export default function ProfilePanel() {
  return (
    <OwnPart
      of={useQuery(query('GET /api/profile'))}
      what="profile"
      heights={['h-8 w-64', 'h-32 w-full', 'h-32 w-full']}
      className="mt-8"
    >
      {(profile) => (
        <>
          <p className="mt-2 text-ink-soft [overflow-wrap:anywhere]">
            <EmailWords email={profile.email} />
          </p>
          <div className="mt-8 grid gap-x-14 gap-y-12 lg:grid-cols-[1.35fr_1fr]">
            <Part id="own-registrations" title="My courses and bookings">
              {profile.emailVerified ? <OwnRegistrations /> : <VerifyAddress email={profile.email} />}
            </Part>
            <div className="flex flex-col gap-12">
              <Part id="own-details" title="Your details">
                <DetailsForm profile={profile} />
              </Part>
              <Part id="own-email" title="E-mail address">
                <EmailForm current={profile.email} />
              </Part>
              <Part id="own-password" title="Password">
                <PasswordForm email={profile.email} />
              </Part>
              <Part id="own-devices" title="Where you are signed in">
                <OwnSessions />
              </Part>
            </div>
          </div>
        </>
      )}
    </OwnPart>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
