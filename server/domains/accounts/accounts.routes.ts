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
import { bindOwn } from '../../http/record-routes.ts'
import type { AccountServices } from './account-services.ts'
import { browserOf } from './device.ts'

/** None of these goes through `once`, which would keep tokens and personal data. */
export function accountsRoutes({
  accounts,
  addressProofs: proofs,
  profile,
}: AccountServices): BoundEndpoint[] {
  return [
    bind(signIn, async ({ body: { deviceTokens, ...credentials } }, { userAgent }) => ({
      success: true,
      ...(await accounts.signIn(credentials, browserOf(userAgent, deviceTokens))),
    })),
    bind(getCurrentUser, async (_input, context) => {
      const { userId, lacksSecondFactor } = requireCaller(context)
      return { ...(await accounts.getUser(userId)), lacksSecondFactor }
    }),
    bind(signOut, async (_input, { token }) => {
      await accounts.signOut(token)
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
    bindOwn(getProfile, ({ userId }) => profile.get(userId)),
    bindOwn(updateProfile, ({ userId }, { body }) => profile.update(userId, body)),
    bindOwn(changePassword, (caller, { body }) => profile.changePassword(caller, body)),
    bindOwn(askEmailChange, async ({ userId }, { body }, { network }) => {
      await profile.requirePassword(userId, body.currentPassword, 'currentPassword')
      return { ticket: await proofs.askEmailChange(userId, body.email, network) }
    }),
    bindOwn(confirmEmailChange, (caller, { body }) => proofs.changeEmail(caller, body.ticket, body.code)),
    bindOwn(askVerification, async ({ userId }, _input, { network }) => ({
      ticket: await proofs.askVerification(userId, network),
    })),
  ]
}
