import { useNavigate } from 'react-router'
import { SignUpPanel } from '../features/account/sign-up-panel.tsx'
import { AccountPage } from '../layout/visitor-page.tsx'

export default function SignUp() {
  const navigate = useNavigate()
  return (
    <AccountPage steps title="Sign up">
      <SignUpPanel onSignedIn={() => void navigate('/profile')} />
    </AccountPage>
  )
}
