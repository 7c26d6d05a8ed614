import { laterPart } from '../../../lib/later-part.tsx'

/** `search` is the choice as the address holds it. Until the part comes alive, the browser sends the form. */
export const Filters = laterPart<{ search: string }>(() => import('./filters.tsx'), <div className="h-20" />)
