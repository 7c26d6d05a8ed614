import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isPathOfSite } from '../../contract/site-path.ts'
import { SignInForm } from '../features/sign-in/sign-in-form.tsx'
import { useSchool } from '../lib/school.ts'
import { Heading } from '../ui/heading.tsx'
import { Container } from '../ui/section.tsx'

export default function SignIn() {
  const school = useSchool()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = sameOrigin(search.get('next'))
  const onSignedIn = useCallback(
    (isAdmin: boolean) => void navigate(next ?? (isAdmin ? '/admin' : '/')),
    [navigate, next],
  )
  return (
    <Container className="max-w-[30rem]! py-12 md:py-20">
      <title>{`Sign in · ${school?.name ?? 'Malar'}`}</title>
      <meta name="robots" content="noindex" />
      <Heading level={1} size="2xl">
        Welcome <em>back</em>
      </Heading>
      <p className="mt-2 text-ink-soft">Sign in with the e-mail address of your account.</p>
      <SignInForm onSignedIn={onSignedIn} />
    </Container>
  )
}

/** A path on this site, or null. */
function sameOrigin(next: string | null): string | null {
  return next !== null && isPathOfSite(next) ? next : null
}
