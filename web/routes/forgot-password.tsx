import { ForgotPasswordPanel } from '../features/account/forgot-password-panel.tsx'
import { AccountPage } from '../layout/visitor-page.tsx'

export default function ForgotPassword() {
  return (
    <AccountPage title="Forgot your password?">
      <ForgotPasswordPanel />
    </AccountPage>
  )
}
