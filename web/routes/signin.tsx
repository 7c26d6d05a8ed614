import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isPathOfSite } from '../../contract/addresses.ts'
import { SignInForm } from '../features/accounts/sign-in/sign-in-form.tsx'
import { AccountPage } from '../layout/visitor-page.tsx'
import { PageTitle } from '../ui/heading.tsx'

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
    <AccountPage title="Sign in">
      <PageTitle>
        Welcome <em>back</em>
      </PageTitle>
      <p className="mt-2 text-ink-soft">Sign in with the e-mail address of your account.</p>
      <SignInForm onSignedIn={leave} />
    </AccountPage>
  )
}
