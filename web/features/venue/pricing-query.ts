import { query } from '../../lib/query.ts'

/** The hall's prices; apart from the view, whose code comes when it is opened. */
export const pricingQuery = () => query('GET /api/admin/event-pricing')
