import { email as emailRule } from '../contract/primitives.ts'
import { Stop, script } from './backup/manifest.ts'
import { withServices } from './with-services.ts'

const usage = `Usage: npm run owner -- ADDRESS

Makes an owner of this e-mail address, or lets the account that has it in again: as owner, with a new password that is
shown once, without a second factor, and signed out everywhere. The server may go on meanwhile. Set the same variables
as for the server (DATA_DIR, DATABASE_URL, AUTH_SECRET).
`

await script(usage, async (given) => {
  const address = emailRule().safeParse(given)
  if (!address.success) throw new Stop(`${given} is no e-mail address.`)
  await withServices(async ({ ownerReset, school }) => {
    const { password, wasMade } = await ownerReset.reset(address.data)
    const { name, siteUrl: site } = await school.current()
    process.stdout.write(`${wordsOf({ address: address.data, password, wasMade, name, site })}\n`)
  })
})

function wordsOf(made: { address: string; password: string; wasMade: boolean; name: string; site: string }) {
  return `
${made.address} ${made.wasMade ? 'is an owner' : 'is let in again as owner'} of ${made.name}.

  address    ${made.site}/signin
  e-mail     ${made.address}
  password   ${made.password}

The password is shown this once. Sign in with it, set a second factor up, and choose a password of your own.${
    made.wasMade ? '' : '\nEverybody who was signed in to this account is signed out, and a letter says so.'
  }
`
}
