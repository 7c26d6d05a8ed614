import { useLocation } from 'react-router'
import { Privacy, Terms } from '../features/site/legal/legal.tsx'

/** Both addresses load this one file, so that what they share is not loaded with every page. */
export default function Legal() {
  return useLocation().pathname === '/terms' ? <Terms /> : <Privacy />
}
