import { SignUpPanel } from '../features/account/sign-up-panel.tsx'
import { AccountPage } from '../layout/visitor-page.tsx'

export default function SignUp() {
  return (
    <AccountPage steps title="Sign up">
      <SignUpPanel />
    </AccountPage>
  )
}
