import { ConfigError } from '../../config.ts'
import { demonstrationSetting, readSettings } from '../../db/settings.ts'
import type { Deps } from '../deps.ts'

/**
 * Chooses the payment provider unless a variable did: the simulator for the demonstration, UPI for any other school.
 * Refuses to start if simulated payments would confirm seats for real people (architecture rule 13). @throws ConfigError
 */
export async function choosePaymentProvider({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const isDemonstration = (await readSettings(db.read, [demonstrationSetting])).has(demonstrationSetting)
  config.paymentProvider ??= isDemonstration ? 'simulator' : 'upi'
  if (isDemonstration || config.paymentProvider !== 'simulator' || config.allowSimulatedPayments) return
  throw new ConfigError(
    'This is not the demonstration school, and simulated payments would confirm seats that nobody paid for. Unset PAYMENT_PROVIDER, or set ALLOW_SIMULATED_PAYMENTS=1 to start without real payments.',
  )
}
