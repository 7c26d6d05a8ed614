import { laterPart } from '../../lib/later-part.tsx'

/** The page of an address whose record is gone. Its code loads later, because visitors seldom see it. */
export const MissingPage = laterPart(() => import('../not-found.tsx'), <div className="min-h-dvh" />)
