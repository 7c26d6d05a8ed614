import {
  addPasskey,
  askPasskey,
  askPasskeySignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from '../../../contract/passkeys.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindChange, bindOwn } from '../../http/record-routes.ts'
import type { SchoolService } from '../school/school.service.ts'
import type { AccountServices } from './account-services.ts'
import { browserOf } from './device.ts'

export function passkeysRoutes({
  passkeys,
  profile,
  school,
}: AccountServices & { school: SchoolService }): BoundEndpoint[] {
  return [
    bind(askPasskeySignIn, async () => ({ success: true, data: await passkeys.askToSignIn() })),
    bind(signInByPasskey, async ({ body: { deviceTokens, ...credential } }, { userAgent }) => ({
      success: true,
      ...(await passkeys.signIn(credential, browserOf(userAgent, deviceTokens))),
    })),
    bindOwn(listPasskeys, ({ userId }) => passkeys.list(userId)),
    bindOwn(askPasskey, async ({ userId }, { body }) => {
      await profile.requirePassword(userId, body.password)
      return passkeys.askToAdd(userId, (await school.current()).name)
    }),
    bindOwn(addPasskey, (caller, { body }) => passkeys.add(caller, body)),
    bindChange(renamePasskey, (id, { name }, caller) => passkeys.rename(caller, id, name)),
    bindOwn(removePasskey, async (caller, { params, body }) => {
      await profile.requirePassword(caller.userId, body.password)
      await passkeys.remove(caller, params.id)
    }),
  ]
}
