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
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { SchoolService } from '../school/school.service.ts'
import type { OwnSessionsService } from './own-sessions.service.ts'
import type { ProfileService } from './profile.service.ts'
import type { SecondFactorRule } from './second-factor-rule.ts'
import type { TwoFactorService } from './two-factor.service.ts'

export function securityRoutes(
  sessions: OwnSessionsService,
  twoFactor: TwoFactorService,
  rule: SecondFactorRule,
  profile: ProfileService,
  school: SchoolService,
): BoundEndpoint[] {
  return [
    bind(listOwnSessions, async (_input, context) => ({
      success: true,
      data: await sessions.list(requireCaller(context)),
    })),
    bind(endOwnSession, async ({ params }, context) => {
      await sessions.end(requireCaller(context), params.id)
      return { success: true }
    }),
    bind(endOtherSessions, async (_input, context) => {
      await sessions.endOthers(requireCaller(context))
      return { success: true }
    }),
    bind(getTwoFactor, async (_input, context) => ({
      success: true,
      data: await twoFactor.state(requireCaller(context).userId),
    })),
    bind(beginTwoFactor, async ({ body }, context) => {
      const { userId } = requireCaller(context)
      await profile.requirePassword(userId, body.password, 'password')
      const { name } = await school.current()
      return { success: true, data: await twoFactor.begin(userId, name) }
    }),
    bind(confirmTwoFactor, async ({ body }, context) => ({
      success: true,
      data: { recoveryCodes: await twoFactor.confirm(requireCaller(context), body.code) },
    })),
    bind(renewRecoveryCodes, async ({ body }, context) => {
      const caller = requireCaller(context)
      await profile.requirePassword(caller.userId, body.password, 'password')
      return { success: true, data: { recoveryCodes: await twoFactor.renewRecoveryCodes(caller) } }
    }),
    bind(endTwoFactor, async ({ body }, context) => {
      const caller = requireCaller(context)
      await profile.requirePassword(caller.userId, body.password, 'password')
      await twoFactor.end(caller, caller.userId)
      return { success: true }
    }),
    bind(getSecurityRules, async () => ({
      success: true,
      data: { ownersNeedSecondFactor: await rule.isOn() },
    })),
    bind(putSecurityRules, async ({ body }, context) => {
      const caller = requireCaller(context)
      await profile.requirePassword(caller.userId, body.password, 'password')
      await rule.set(caller, body.ownersNeedSecondFactor)
      return { success: true, data: { ownersNeedSecondFactor: await rule.isOn() } }
    }),
  ]
}
