import { email as emailRule } from '../contract/primitives.ts'
import { Stop } from '../server/platform/backup/manifest.ts'
import { script } from './script.ts'
import { withServices } from './with-services.ts'

const usage = `Usage: npm run owner -- ADDRESS

Creates an owner’s account with this e-mail address. If there is already an account with it, the command makes it an owner’s
account, enables it, sets a new password, turns off two-factor sign-in, removes its passkeys and signs it out everywhere. The
password is shown once. The server can keep running. Set the same variables as for the server (DATA_DIR, DATABASE_URL,
AUTH_SECRET).
`

await script(usage, async (given) => {
  const address = emailRule().safeParse(given)
  if (!address.success) throw new Stop(`${given} is not an e-mail address.`)
  await withServices(async ({ ownerReset, school }) => {
    const { password, wasMade } = await ownerReset.reset(address.data)
    const { name, siteUrl: site } = await school.current()
    process.stdout.write(`${wordsOf({ address: address.data, password, wasMade, name, site })}\n`)
  })
})

function wordsOf(made: { address: string; password: string; wasMade: boolean; name: string; site: string }) {
  const first = made.wasMade
    ? `${made.address} is now an owner of ${made.name}.`
    : `${made.address} can sign in again as an owner of ${made.name}.`
  return `
${first}

  address    ${made.site}/signin
  e-mail     ${made.address}
  password   ${made.password}

This password is shown only once. Sign in with it, turn on two-factor sign-in, and choose your own password.${
    made.wasMade
      ? ''
      : '\nEveryone who was signed in to this account has been signed out. We’ll e-mail the owner about it.'
  }
`
}
