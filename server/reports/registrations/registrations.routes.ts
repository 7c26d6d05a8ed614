import { listOwnRegistrations, listRegistrations } from '../../../contract/registrations.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindPage } from '../../http/record-routes.ts'
import type { RegistrationsReport } from './registrations.report.ts'

export function registrationsRoutes(report: RegistrationsReport): BoundEndpoint[] {
  return [
    bind(listRegistrations, async ({ query }, { nextPage }) => {
      const { next, ...lists } = await report.list(query)
      nextPage(next)
      return { success: true, ...lists }
    }),
    bindPage(listOwnRegistrations, report.listOwn),
  ]
}
