import { useLocation } from 'react-router'
import { Privacy } from '../features/legal/privacy.tsx'
import { Terms } from '../features/legal/terms.tsx'

/** Two addresses of one file: what they share is loaded with them, and not with every page (P5). */
export default function Legal() {
  return useLocation().pathname === '/terms' ? <Terms /> : <Privacy />
}
