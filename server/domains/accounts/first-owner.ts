import { DomainError } from '../../../contract/errors.ts'
import { ConfigError } from '../../config.ts'
import { readableCode } from '../../platform/tokens.ts'
import type { Deps } from '../deps.ts'
import type { AccountsService } from './accounts.service.ts'

/**
 * Creates an owner if there is none, from `ADMIN_EMAIL` and `ADMIN_PASSWORD`, or with a generated password that `print`
 * shows. @throws if the address belongs to another account, or the password is too common
 */
export async function ensureFirstOwner(
  accounts: AccountsService,
  { config, log }: Pick<Deps, 'config' | 'log'>,
  print: (text: string) => void,
) {
  const { admin, siteUrl } = config
  if (await accounts.hasOwner()) {
    if (admin) log.info('there is already an owner, so ADMIN_EMAIL and ADMIN_PASSWORD are not used')
    return
  }
  const email = admin?.email ?? 'owner@malar.example'
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
  else print(welcome(`${siteUrl}/signin`, email, password))
}

function welcome(address: string, email: string, password: string): string {
  const lines = [
    '',
    'The back office is ready. Sign in as the owner:',
    '',
    `  address    ${address}`,
    `  e-mail     ${email}`,
    `  password   ${password}`,
    '',
    'We show this password only once. Save it now.',
    '',
  ]
  const width = Math.max(...lines.map((line) => line.length))
  const rule = '─'.repeat(width + 4)
  const rows = lines.map((line) => `│  ${line.padEnd(width)}  │`)
  return `\n┌${rule}┐\n${rows.join('\n')}\n└${rule}┘\n\n`
}
