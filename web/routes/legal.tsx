import { useLocation } from 'react-router'
import { Privacy } from '../features/site/legal/privacy.tsx'
import { Terms } from '../features/site/legal/terms.tsx'

/** Both addresses load this one file, so that what they share is not loaded with every page. */
export default function Legal() {
  return useLocation().pathname === '/terms' ? <Terms /> : <Privacy />
}
