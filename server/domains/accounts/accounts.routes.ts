import * as accountContract from '../../../contract/accounts/accounts.ts'
import * as passkeyContract from '../../../contract/accounts/passkeys.ts'
import * as securityContract from '../../../contract/accounts/security.ts'
import * as staffContract from '../../../contract/accounts/staff-accounts.ts'
import * as bind from '../../http/bind.ts'
import { type BoundEndpoint, requireCaller } from '../../http/context.ts'
import type { Accounts } from './account-services.ts'
import { browserOf } from './devices/device.ts'

/** `once` stores responses. Most responses here contain tokens or personal data, so only invitations use `once`. */
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
    bind.whole(accountContract.signIn, async ({ body: { deviceTokens, ...credentials } }, { userAgent }) => ({
      success: true,
      ...(await accounts.signIn(credentials, browserOf(userAgent, deviceTokens))),
    })),
    bind.whole(accountContract.getCurrentUser, async (_input, context) => {
      const { userId, lacksSecondFactor } = requireCaller(context)
      return { ...(await accounts.getUser(userId)), lacksSecondFactor }
    }),
    bind.open(accountContract.signOut, (_input, { token }) => accounts.signOut(token)),
    bind.open(accountContract.signUp, ({ body }, { network }) => proofs.signUp(body, network)),
    bind.open(accountContract.forgotPassword, ({ body }, { network }) =>
      proofs.forgotPassword(body.email, network),
    ),
    bind.open(accountContract.verifyCode, ({ body }, { userAgent }) =>
      proofs.verify(body.ticket, body.code, browserOf(userAgent)),
    ),
    bind.open(accountContract.resetPassword, ({ body }, { userAgent }) =>
      proofs.resetPassword(body.ticket, body.password, browserOf(userAgent)),
    ),
    bind.own(accountContract.getProfile, ({ userId }) => profile.get(userId)),
    bind.own(accountContract.updateProfile, ({ userId }, { body }) => profile.update(userId, body)),
    bind.own(accountContract.giveAddress, (caller, { body }) => profile.giveAddress(caller, body)),
    bind.own(accountContract.changePassword, (caller, { body }) => profile.changePassword(caller, body)),
    bind.own(accountContract.askEmailChange, async ({ userId }, { body }, { network }) => {
      await confirmation.requirePassword(userId, body.currentPassword, 'currentPassword')
      return proofs.askEmailChange(userId, body.email, network)
    }),
    bind.own(accountContract.confirmEmailChange, (caller, { body }) =>
      proofs.changeEmail(caller, body.ticket, body.code),
    ),
    bind.own(accountContract.askVerification, ({ userId }, _input, { network }) =>
      proofs.askVerification(userId, network),
    ),

    bind.own(securityContract.listOwnSessions, (caller) => profile.listSessions(caller)),
    bind.remove(securityContract.endOwnSession, (id, caller) => profile.endSession(caller, id)),
    bind.own(securityContract.endOtherSessions, (caller) => profile.endOtherSessions(caller)),
    bind.own(securityContract.confirmIdentity, (caller, { body }) => confirmation.confirm(caller, body)),
    bind.own(securityContract.getTwoFactor, ({ userId }) => twoFactor.state(userId)),
    bind.own(securityContract.beginTwoFactor, ({ userId }) => twoFactor.begin(userId)),
    bind.own(securityContract.confirmTwoFactor, async (caller, { body }) => ({
      recoveryCodes: await twoFactor.confirm(caller, body.code),
    })),
    bind.own(securityContract.renewRecoveryCodes, async (caller) => ({
      recoveryCodes: await twoFactor.renewRecoveryCodes(caller),
    })),
    bind.own(securityContract.endTwoFactor, (caller) => twoFactor.end(caller, caller.userId)),
    bind.own(securityContract.getSecurityRules, async () => ({ ownersNeedSecondFactor: await rule.isOn() })),
    bind.own(securityContract.putSecurityRules, async (caller, { body }) => {
      await rule.set(caller, body.ownersNeedSecondFactor)
      return { ownersNeedSecondFactor: await rule.isOn() }
    }),

    bind.open(passkeyContract.askPasskeySignIn, () => passkeys.askToSignIn()),
    bind.whole(
      passkeyContract.signInByPasskey,
      async ({ body: { deviceTokens, ...credential } }, { userAgent }) => ({
        success: true,
        ...(await passkeys.signIn(credential, browserOf(userAgent, deviceTokens))),
      }),
    ),
    bind.own(passkeyContract.confirmByPasskey, (caller, { body }) => passkeys.confirm(caller, body)),
    bind.own(passkeyContract.listPasskeys, ({ userId }) => passkeys.list(userId)),
    bind.own(passkeyContract.askPasskey, ({ userId }) => passkeys.askToAdd(userId)),
    bind.own(passkeyContract.addPasskey, (caller, { body }) => passkeys.add(caller, body)),
    bind.update(passkeyContract.renamePasskey, (id, { name }, caller) => passkeys.rename(caller, id, name)),
    bind.remove(passkeyContract.removePasskey, (id, caller) => passkeys.remove(caller, id)),

    bind.whole(staffContract.listStaffAccounts, async ({ query }, context) => {
      const { next, ...lists } = await staff.list(requireCaller(context), query)
      context.nextPage(next)
      return { success: true, ...lists }
    }),
    bind.update(staffContract.changeStaffAccount, (id, body, by) => staff.change(by, id, body)),
    bind.update(staffContract.resetTwoFactor, (id, _body, by) => staff.resetTwoFactor(by, id)),
    bind.add(staffContract.invite, (tx, body, by) => staff.invite(tx, by, body)),
    bind.remove(staffContract.withdrawInvitation, (id, by) => staff.withdraw(by, id)),
    bind.open(staffContract.acceptInvitation, async ({ body }) => ({ email: await staff.accept(body) })),
  ]
}
