import {
  beginTwoFactor,
  confirmTwoFactor,
  endOtherSessions,
  endOwnSession,
  endTwoFactor,
  getSecurityRules,
  getTwoFactor,
  listOwnSessions,
  putSecurityRules,
  renewRecoveryCodes,
} from '../../../contract/security.ts'
import type { BoundEndpoint } from '../../http/context.ts'
import { bindDelete, bindOwn } from '../../http/record-routes.ts'
import type { SchoolService } from '../school/school.service.ts'
import type { AccountServices } from './account-services.ts'

export function securityRoutes({
  ownSessions: sessions,
  twoFactor,
  secondFactorRule: rule,
  profile,
  school,
}: AccountServices & { school: SchoolService }): BoundEndpoint[] {
  return [
    bindOwn(listOwnSessions, (caller) => sessions.list(caller)),
    bindDelete(endOwnSession, (id, caller) => sessions.end(caller, id)),
    bindOwn(endOtherSessions, (caller) => sessions.endOthers(caller)),
    bindOwn(getTwoFactor, ({ userId }) => twoFactor.state(userId)),
    bindOwn(beginTwoFactor, async ({ userId }, { body }) => {
      await profile.requirePassword(userId, body.password)
      return twoFactor.begin(userId, (await school.current()).name)
    }),
    bindOwn(confirmTwoFactor, async (caller, { body }) => ({
      recoveryCodes: await twoFactor.confirm(caller, body.code),
    })),
    bindOwn(renewRecoveryCodes, async (caller, { body }) => {
      await profile.requirePassword(caller.userId, body.password)
      return { recoveryCodes: await twoFactor.renewRecoveryCodes(caller) }
    }),
    bindOwn(endTwoFactor, async (caller, { body }) => {
      await profile.requirePassword(caller.userId, body.password)
      await twoFactor.end(caller, caller.userId)
    }),
    bindOwn(getSecurityRules, async () => ({ ownersNeedSecondFactor: await rule.isOn() })),
    bindOwn(putSecurityRules, async (caller, { body }) => {
      await profile.requirePassword(caller.userId, body.password)
      await rule.set(caller, body.ownersNeedSecondFactor)
      return { ownersNeedSecondFactor: await rule.isOn() }
    }),
  ]
}
