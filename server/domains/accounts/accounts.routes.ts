import * as accountContract from '../../../contract/accounts/accounts.ts'
import * as passkeyContract from '../../../contract/accounts/passkeys.ts'
import * as securityContract from '../../../contract/accounts/security.ts'
import * as staffContract from '../../../contract/accounts/staff-accounts.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import { bindAdd, bindChange, bindDelete, bindOpen, bindOwn } from '../../http/record-routes.ts'
import type { Accounts } from './account-services.ts'
import { browserOf } from './devices/device.ts'

/** `once` would store tokens and personal data, so only an invitation goes through it. */
export function accountsRoutes({
  accounts,
  addressProofs: proofs,
  confirmation,
  passkeys,
  profile,
  secondFactorRule: rule,
  staffAccounts: staff,
  twoFactor,
}: Accounts): BoundEndpoint[] {
  return [
    bind(accountContract.signIn, async ({ body: { deviceTokens, ...credentials } }, { userAgent }) => ({
      success: true,
      ...(await accounts.signIn(credentials, browserOf(userAgent, deviceTokens))),
    })),
    bind(accountContract.getCurrentUser, async (_input, context) => {
      const { userId, lacksSecondFactor } = requireCaller(context)
      return { ...(await accounts.getUser(userId)), lacksSecondFactor }
    }),
    bindOpen(accountContract.signOut, (_input, { token }) => accounts.signOut(token)),
    bindOpen(accountContract.signUp, ({ body }, { network }) => proofs.signUp(body, network)),
    bindOpen(accountContract.forgotPassword, ({ body }, { network }) =>
      proofs.forgotPassword(body.email, network),
    ),
    bindOpen(accountContract.verifyCode, ({ body }, { userAgent }) =>
      proofs.verify(body.ticket, body.code, browserOf(userAgent)),
    ),
    bindOpen(accountContract.resetPassword, ({ body }, { userAgent }) =>
      proofs.resetPassword(body.ticket, body.password, browserOf(userAgent)),
    ),
    bindOwn(accountContract.getProfile, ({ userId }) => profile.get(userId)),
    bindOwn(accountContract.updateProfile, ({ userId }, { body }) => profile.update(userId, body)),
    bindOwn(accountContract.changePassword, (caller, { body }) => profile.changePassword(caller, body)),
    bindOwn(accountContract.askEmailChange, async ({ userId }, { body }, { network }) => {
      await confirmation.requirePassword(userId, body.currentPassword, 'currentPassword')
      return proofs.askEmailChange(userId, body.email, network)
    }),
    bindOwn(accountContract.confirmEmailChange, (caller, { body }) =>
      proofs.changeEmail(caller, body.ticket, body.code),
    ),
    bindOwn(accountContract.askVerification, ({ userId }, _input, { network }) =>
      proofs.askVerification(userId, network),
    ),

    bindOwn(securityContract.listOwnSessions, (caller) => profile.listSessions(caller)),
    bindDelete(securityContract.endOwnSession, (id, caller) => profile.endSession(caller, id)),
    bindOwn(securityContract.endOtherSessions, (caller) => profile.endOtherSessions(caller)),
    bindOwn(securityContract.confirmIdentity, (caller, { body }) => confirmation.confirm(caller, body)),
    bindOwn(securityContract.getTwoFactor, ({ userId }) => twoFactor.state(userId)),
    bindOwn(securityContract.beginTwoFactor, ({ userId }) => twoFactor.begin(userId)),
    bindOwn(securityContract.confirmTwoFactor, async (caller, { body }) => ({
      recoveryCodes: await twoFactor.confirm(caller, body.code),
    })),
    bindOwn(securityContract.renewRecoveryCodes, async (caller) => ({
      recoveryCodes: await twoFactor.renewRecoveryCodes(caller),
    })),
    bindOwn(securityContract.endTwoFactor, (caller) => twoFactor.end(caller, caller.userId)),
    bindOwn(securityContract.getSecurityRules, async () => ({ ownersNeedSecondFactor: await rule.isOn() })),
    bindOwn(securityContract.putSecurityRules, async (caller, { body }) => {
      await rule.set(caller, body.ownersNeedSecondFactor)
      return { ownersNeedSecondFactor: await rule.isOn() }
    }),

    bindOpen(passkeyContract.askPasskeySignIn, () => passkeys.askToSignIn()),
    bind(
      passkeyContract.signInByPasskey,
      async ({ body: { deviceTokens, ...credential } }, { userAgent }) => ({
        success: true,
        ...(await passkeys.signIn(credential, browserOf(userAgent, deviceTokens))),
      }),
    ),
    bindOwn(passkeyContract.confirmByPasskey, (caller, { body }) => passkeys.confirm(caller, body)),
    bindOwn(passkeyContract.listPasskeys, ({ userId }) => passkeys.list(userId)),
    bindOwn(passkeyContract.askPasskey, ({ userId }) => passkeys.askToAdd(userId)),
    bindOwn(passkeyContract.addPasskey, (caller, { body }) => passkeys.add(caller, body)),
    bindChange(passkeyContract.renamePasskey, (id, { name }, caller) => passkeys.rename(caller, id, name)),
    bindDelete(passkeyContract.removePasskey, (id, caller) => passkeys.remove(caller, id)),

    bind(staffContract.listStaffAccounts, async ({ query }, context) => {
      const { next, ...lists } = await staff.list(requireCaller(context), query)
      context.nextPage(next)
      return { success: true, ...lists }
    }),
    bindChange(staffContract.changeStaffAccount, (id, body, by) => staff.change(by, id, body)),
    bindChange(staffContract.resetTwoFactor, (id, _body, by) => staff.resetTwoFactor(by, id)),
    bindAdd(staffContract.invite, (tx, body, by) => staff.invite(tx, by, body)),
    bindDelete(staffContract.withdrawInvitation, (id, by) => staff.withdraw(by, id)),
    bindOpen(staffContract.acceptInvitation, async ({ body }) => ({ email: await staff.accept(body) })),
  ]
}
