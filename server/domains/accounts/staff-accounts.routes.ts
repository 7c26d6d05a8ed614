import {
  acceptInvitation,
  changeStaffAccount,
  invite,
  listStaffAccounts,
  resetTwoFactor,
  withdrawInvitation,
} from '../../../contract/staff-accounts.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { StaffAccountsService } from './staff-accounts.service.ts'

export function staffAccountsRoutes(staff: StaffAccountsService): BoundEndpoint[] {
  return [
    bind(listStaffAccounts, async ({ query }, context) => {
      const { next, ...lists } = await staff.list(requireCaller(context), query)
      context.nextPage(next)
      return { success: true, ...lists }
    }),
    bind(changeStaffAccount, async ({ params, body }, context) => ({
      success: true,
      data: await staff.change(requireCaller(context), params.id, body),
    })),
    bind(resetTwoFactor, async ({ params }, context) => ({
      success: true,
      data: await staff.resetTwoFactor(requireCaller(context), params.id),
    })),
    bind(invite, ({ body }, context) =>
      context.once(async (tx) => ({
        success: true,
        data: await staff.invite(tx, requireCaller(context), body),
      })),
    ),
    bind(withdrawInvitation, async ({ params }, context) => {
      await staff.withdraw(requireCaller(context), params.id)
      return { success: true }
    }),
    // Not through `once`: a repeat of it is no invitation any more.
    bind(acceptInvitation, async ({ body }) => ({
      success: true,
      data: { email: await staff.accept(body) },
    })),
  ]
}
