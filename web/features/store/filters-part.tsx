import { laterPart } from '../../lib/later-part.tsx'

/** `search`: the choice as the address says it. Until it comes alive the browser sends the form by itself. */
export const Filters = laterPart<{ search: string }>(() => import('./filters.tsx'), <div className="h-20" />)
