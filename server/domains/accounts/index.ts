export { type Accounts, createAccounts } from './account-services.ts'
export * as accountLetters from './accounts.letters.ts'
export { accountsRoutes } from './accounts.routes.ts'
export { ensureFirstOwner } from './first-owner.ts'
