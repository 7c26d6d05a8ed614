import { query } from '../../../lib/query.ts'

export const giftQuery = (token: string) => query('GET /api/gift/:token', { params: { token } })
