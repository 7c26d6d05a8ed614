import { useNavigate } from 'react-router'
import { AccountPage } from '../features/account/account-page.tsx'
import { SignUpPanel } from '../features/account/sign-up-panel.tsx'

export default function SignUp() {
  const navigate = useNavigate()
  return (
    <AccountPage title="Sign up">
      <SignUpPanel onSignedIn={() => void navigate('/profile')} />
    </AccountPage>
  )
}
