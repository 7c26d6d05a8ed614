import { getCurrentUser, signIn, signOut } from '../../../contract/accounts.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { AccountsService } from './accounts.service.ts'

export function accountsRoutes(accounts: AccountsService): BoundEndpoint[] {
  return [
    bind(signIn, async ({ body }) => ({ success: true, ...(await accounts.signIn(body)) })),
    bind(getCurrentUser, (_input, context) => accounts.getUser(requireCaller(context).userId)),
    bind(signOut, async (_input, context) => {
      await accounts.signOut(context.token)
      return { success: true }
    }),
  ]
}
