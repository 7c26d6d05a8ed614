import { AccountPage } from '../features/account/account-page.tsx'
import { ForgotPasswordPanel } from '../features/account/forgot-password-panel.tsx'

export default function ForgotPassword() {
  return (
    <AccountPage title="Forgot your password?">
      <ForgotPasswordPanel />
    </AccountPage>
  )
}
