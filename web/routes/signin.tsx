import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { isPathOfSite } from '../../contract/site-paths.ts'
import * as text from '../features/accounts/sign-in/sign-in.en.tsx'
import { SignInForm } from '../features/accounts/sign-in/sign-in-form.tsx'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { Container } from '../ui/section.tsx'

export const handle: PageHandle = { isOpenEarly: true }

export default function SignIn() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = search.get('next')
  const { section = '' } = (useLocation().state ?? {}) as { section?: string }
  function leave(isAdmin: boolean) {
    if (next !== null && isPathOfSite(next)) void navigate(next)
    else void navigate(isAdmin ? `/admin${section}` : '/')
  }
  return (
    <Container className="beside-ikebana py-12 md:py-20">
      <UnlistedTags title={text.signIn} />
      <PageTitle>{text.heading}</PageTitle>
      <p className="mt-2 text-ink-soft">{text.lead}</p>
      <SignInForm onSignedIn={leave} />
    </Container>
  )
}
