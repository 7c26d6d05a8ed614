import { APIError, betterAuth } from 'better-auth'
import type { AccountParts } from './account-parts.ts'
import { hashPassword, verifyPassword } from './passwords/password-hash.ts'
import { signSessionKey } from './session-tokens.ts'
import { sessionMsMax } from './sessions.ts'

export type AuthLibrary = ReturnType<typeof openAuthLibrary>

/** Never call the library inside a transaction, because it opens its own. */
export function openAuthLibrary({ db, clock, ids, log, config, secret }: AccountParts) {
  const auth = betterAuth({
    baseURL: config.siteUrl,
    // `secret` would not do, since a BETTER_AUTH_SECRETS in the environment would win over it.
    secrets: [{ version: 1, value: secret }],
    // 'sqlite' on both engines: our tables hold instants as ISO text and booleans as 0 and 1 on both.
    database: { db: db.write, type: 'sqlite', transaction: true },
    advanced: { database: { generateId: () => ids.id(), validateSchema: false } },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => {
        log.error({ err: details.find((detail) => detail instanceof Error) }, `accounts: ${message}`)
      },
    },
    emailAndPassword: {
      enabled: true,
      password: {
        hash: hashPassword,
        verify: ({ password, hash }) => verifyPassword(password, hash),
      },
    },
    databaseHooks: {
      session: {
        create: {
          // `updatedAt` is the last use, `expiresAt` the end of a session in use (`sessions.ts`).
          before: async (session) => ({
            data: {
              ...session,
              createdAt: new Date(clock.ms()),
              updatedAt: new Date(clock.ms()),
              expiresAt: new Date(clock.ms() + sessionMsMax),
            },
          }),
        },
      },
    },
  })

  return {
    /** Each case hashes one password, so that the time taken does not tell which addresses have an account. */
    async signIn({ email, password }: { email: string; password: string }) {
      try {
        const { token, user } = await auth.api.signInEmail({ body: { email, password } })
        return { sessionToken: signSessionKey(token, secret), userId: user.id }
      } catch (error) {
        if (!(error instanceof APIError)) throw error
        if (error.status === 'UNAUTHORIZED') return null
        if (error.body?.code !== 'INVALID_EMAIL') throw error
        // The library refuses an unreadable address before it hashes.
        await hashPassword(password)
        return null
      }
    },

    async openSession(userId: string): Promise<string> {
      const { internalAdapter } = await auth.$context
      const { token } = await internalAdapter.createSession(userId)
      return signSessionKey(token, secret)
    },
  }
}
