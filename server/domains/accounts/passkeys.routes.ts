import {
  addPasskey,
  askPasskey,
  askPasskeySignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from '../../../contract/passkeys.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { SchoolService } from '../school/school.service.ts'
import { browserOf } from './device.ts'
import type { PasskeysService } from './passkeys.service.ts'
import type { ProfileService } from './profile.service.ts'

export function passkeysRoutes(
  passkeys: PasskeysService,
  profile: ProfileService,
  school: SchoolService,
): BoundEndpoint[] {
  return [
    bind(askPasskeySignIn, async () => ({ success: true, data: await passkeys.askToSignIn() })),
    bind(signInByPasskey, async ({ body: { deviceTokens, ...credential } }, { userAgent }) => ({
      success: true,
      ...(await passkeys.signIn(credential, browserOf(userAgent, deviceTokens))),
    })),
    bind(listPasskeys, async (_input, context) => ({
      success: true,
      data: await passkeys.list(requireCaller(context).userId),
    })),
    bind(askPasskey, async ({ body }, context) => {
      const { userId } = requireCaller(context)
      await profile.requirePassword(userId, body.password, 'password')
      const { name } = await school.current()
      return { success: true, data: await passkeys.askToAdd(userId, name) }
    }),
    bind(addPasskey, async ({ body }, context) => ({
      success: true,
      data: await passkeys.add(requireCaller(context), body),
    })),
    bind(renamePasskey, async ({ params, body }, context) => ({
      success: true,
      data: await passkeys.rename(requireCaller(context), params.id, body.name),
    })),
    bind(removePasskey, async ({ params, body }, context) => {
      const caller = requireCaller(context)
      await profile.requirePassword(caller.userId, body.password, 'password')
      await passkeys.remove(caller, params.id)
      return { success: true }
    }),
  ]
}
