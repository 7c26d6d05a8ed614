import {
  acceptInvitation,
  changeStaffAccount,
  invite,
  listStaffAccounts,
  resetTwoFactor,
  withdrawInvitation,
} from '../../../contract/staff-accounts.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import { bindAdd, bindChange, bindDelete } from '../../http/record-routes.ts'
import type { StaffAccountsService } from './staff-accounts.service.ts'

export function staffAccountsRoutes(staff: StaffAccountsService): BoundEndpoint[] {
  return [
    bind(listStaffAccounts, async ({ query }, context) => {
      const { next, ...lists } = await staff.list(requireCaller(context), query)
      context.nextPage(next)
      return { success: true, ...lists }
    }),
    bindChange(changeStaffAccount, (id, body, by) => staff.change(by, id, body)),
    bindChange(resetTwoFactor, (id, _body, by) => staff.resetTwoFactor(by, id)),
    bindAdd(invite, (tx, body, by) => staff.invite(tx, by, body)),
    bindDelete(withdrawInvitation, (id, by) => staff.withdraw(by, id)),
    // Not through `once`: the invitation is gone after the first time.
    bind(acceptInvitation, async ({ body }) => ({
      success: true,
      data: { email: await staff.accept(body) },
    })),
  ]
}
