import {
  askEmailChange,
  askVerification,
  changePassword,
  confirmEmailChange,
  forgotPassword,
  getCurrentUser,
  getProfile,
  resetPassword,
  signIn,
  signOut,
  signUp,
  updateProfile,
  verifyCode,
} from '../../../contract/accounts.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { AccountsService } from './accounts.service.ts'
import type { AddressProofService } from './address-proof.service.ts'
import { browserOf } from './device.ts'
import type { ProfileService } from './profile.service.ts'

/** None of these goes through `once`: what it keeps would open an account, or be a person's data. */
export function accountsRoutes(
  accounts: AccountsService,
  proofs: AddressProofService,
  profile: ProfileService,
): BoundEndpoint[] {
  return [
    bind(signIn, async ({ body: { deviceTokens, ...credentials } }, { userAgent }) => ({
      success: true,
      ...(await accounts.signIn(credentials, browserOf(userAgent, deviceTokens))),
    })),
    bind(getCurrentUser, async (_input, context) => {
      const { userId, lacksSecondFactor } = requireCaller(context)
      return { ...(await accounts.getUser(userId)), lacksSecondFactor }
    }),
    bind(signOut, async (_input, context) => {
      await accounts.signOut(context.token)
      return { success: true }
    }),
    bind(signUp, async ({ body }, { network }) => ({
      success: true,
      data: { ticket: await proofs.signUp(body, network) },
    })),
    bind(forgotPassword, async ({ body }, { network }) => ({
      success: true,
      data: { ticket: await proofs.forgotPassword(body.email, network) },
    })),
    bind(verifyCode, async ({ body }, { userAgent }) => ({
      success: true,
      data: await proofs.verify(body.ticket, body.code, browserOf(userAgent)),
    })),
    bind(resetPassword, async ({ body }, { userAgent }) => ({
      success: true,
      data: await proofs.resetPassword(body.ticket, body.password, browserOf(userAgent)),
    })),
    bind(getProfile, async (_input, context) => ({
      success: true,
      data: await profile.get(requireCaller(context).userId),
    })),
    bind(updateProfile, async ({ body }, context) => ({
      success: true,
      data: await profile.update(requireCaller(context).userId, body),
    })),
    bind(changePassword, async ({ body }, context) => {
      await profile.changePassword(requireCaller(context), body)
      return { success: true }
    }),
    bind(askEmailChange, async ({ body }, context) => {
      const { userId } = requireCaller(context)
      await profile.requirePassword(userId, body.currentPassword, 'currentPassword')
      const ticket = await proofs.askEmailChange(userId, body.email, context.network)
      return { success: true, data: { ticket } }
    }),
    bind(confirmEmailChange, async ({ body }, context) => ({
      success: true,
      data: await proofs.changeEmail(requireCaller(context), body.ticket, body.code),
    })),
    bind(askVerification, async (_input, context) => ({
      success: true,
      data: { ticket: await proofs.askVerification(requireCaller(context).userId, context.network) },
    })),
  ]
}
