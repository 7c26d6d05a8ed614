import { listOwnRegistrations, listRegistrations } from '../../../contract/registrations.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { RegistrationsReport } from './registrations.report.ts'

export function registrationsRoutes(report: RegistrationsReport): BoundEndpoint[] {
  return [
    bind(listRegistrations, async ({ query }, { nextPage }) => {
      const { next, ...lists } = await report.list(query)
      nextPage(next)
      return { success: true, ...lists }
    }),
    bind(listOwnRegistrations, async ({ query }, context) => {
      const { registrations: data, next } = await report.listOwn(requireCaller(context).userId, query)
      context.nextPage(next)
      return { success: true, data }
    }),
  ]
}
