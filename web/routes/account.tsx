import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isPathOfSite } from '../../contract/site-path.ts'
import { ForgotPasswordPanel } from '../features/account/forgot-password-panel.tsx'
import { SignUpPanel } from '../features/account/sign-up-panel.tsx'
import { SignInForm } from '../features/sign-in/sign-in-form.tsx'
import { AccountPage } from '../layout/visitor-page.tsx'
import { Heading } from '../ui/heading.tsx'

/** The three addresses load this one file, so that what they share is not loaded with every page. */
export default function Account() {
  const { pathname } = useLocation()
  if (pathname === '/signup') {
    return (
      <AccountPage steps title="Sign up">
        <SignUpPanel />
      </AccountPage>
    )
  }
  if (pathname === '/forgot-password') {
    return (
      <AccountPage steps title="Forgot your password?">
        <ForgotPasswordPanel />
      </AccountPage>
    )
  }
  return <SignIn />
}

function SignIn() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = search.get('next')
  function leave(isAdmin: boolean) {
    if (next !== null && isPathOfSite(next)) void navigate(next)
    else void navigate(isAdmin ? '/admin' : '/')
  }
  return (
    <AccountPage title="Sign in">
      <Heading level={1} size="2xl">
        Welcome <em>back</em>
      </Heading>
      <p className="mt-2 text-ink-soft">Sign in with the e-mail address of your account.</p>
      <SignInForm onSignedIn={leave} />
    </AccountPage>
  )
}
