import { useLocation } from 'react-router'
import { ForgotPasswordPanel } from '../features/accounts/account/forgot-password-panel.tsx'
import { SignUpPanel } from '../features/accounts/account/sign-up-panel.tsx'
import { AccountPage } from '../layout/visitor-page.tsx'

/** Both addresses load this one file, so that what they share is not loaded with every page. */
export default function Account() {
  if (useLocation().pathname === '/signup') {
    return (
      <AccountPage steps title="Sign up">
        <SignUpPanel />
      </AccountPage>
    )
  }
  return (
    <AccountPage steps title="Forgot your password?">
      <ForgotPasswordPanel />
    </AccountPage>
  )
}
