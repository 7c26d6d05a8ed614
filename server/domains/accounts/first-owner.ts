import { placeholderAddress } from '../../../contract/accounts/placeholder-address.ts'
import { DomainError } from '../../../contract/errors.ts'
import { ConfigError } from '../../config.ts'
import { demonstrationSetting, readSettings } from '../../db/settings.ts'
import { readableCode } from '../../platform/tokens.ts'
import type { Deps } from '../deps.ts'
import type { AccountsService } from './accounts.service.ts'

/**
 * Creates an owner if there is no owner yet. The data come from `ADMIN_EMAIL` and `ADMIN_PASSWORD`, or the password is
 * generated and shown by `print`. @throws if the address belongs to another account, or the password is too common
 */
export async function ensureFirstOwner(
  accounts: AccountsService,
  { db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>,
  print: (text: string) => void,
) {
  const { admin, siteUrl } = config
  if (await accounts.hasOwner()) {
    if (admin) log.info('there is already an owner, so ADMIN_EMAIL and ADMIN_PASSWORD are not used')
    return
  }
  const email = admin?.email ?? placeholderAddress
  const password = admin?.password ?? readableCode(4)
  const person = { firstname: 'Owner', lastname: '' }
  const id = await accounts
    .createUser({ ...person, email, password, usertype: 'admin', role: 'owner' })
    .catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'validation_failed') {
        throw new ConfigError(`ADMIN_PASSWORD is not accepted. ${error.message}`)
      }
      throw error
    })
  if (id === null) {
    // Another process may have created the owner at the same time.
    if (await accounts.hasOwner()) return
    throw new Error(
      `${email} already has an account that is not an owner’s. Set ADMIN_EMAIL to another address`,
    )
  }
  if (admin) log.info('the owner account for ADMIN_EMAIL was created')
  else {
    const isDemonstration = (await readSettings(db.read, [demonstrationSetting])).has(demonstrationSetting)
    print(welcome(`${siteUrl}/signin`, { email, password, isDemonstration }))
  }
}

function welcome(
  address: string,
  { email, password, isDemonstration }: { email: string; password: string; isDemonstration: boolean },
): string {
  const lines = [
    '',
    'The back office is ready. Sign in as the owner:',
    '',
    `  address    ${address}`,
    `  e-mail     ${email}`,
    `  password   ${password}`,
    '',
    'We show this password only once. Save it now.',
    // Nobody receives e-mails at the made-up address, so the back office asks for another address.
    ...(isDemonstration ? [] : ['You enter your own name and e-mail address first.']),
    '',
  ]
  const width = Math.max(...lines.map((line) => line.length))
  const rule = '─'.repeat(width + 4)
  const rows = lines.map((line) => `│  ${line.padEnd(width)}  │`)
  return `\n┌${rule}┐\n${rows.join('\n')}\n└${rule}┘\n\n`
}
