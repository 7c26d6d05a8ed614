import { ConfigError } from '../../config.ts'
import { demonstrationSetting, readSettings } from '../../db/settings.ts'
import type { Deps } from '../deps.ts'
import { schoolText } from './school-settings.ts'

/**
 * Refuses to start if simulated payments would confirm seats for real people, or real payments would go to the
 * demonstration's account (architecture rule 13). @throws ConfigError
 */
export async function refuseUnsafePayments({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const stored = await readSettings(db.read)
  if (stored.has(demonstrationSetting)) return
  if (config.paymentProvider === 'simulator' && !config.allowSimulatedPayments) {
    throw new ConfigError(
      'This is not the demonstration school, and simulated payments would confirm seats that nobody paid for. Set PAYMENT_PROVIDER=upi and SCHOOL_UPI_ID, or set ALLOW_SIMULATED_PAYMENTS=1 to start without real payments.',
    )
  }
  if (config.paymentProvider === 'upi' && schoolText('upiId', stored, config.school) === '') {
    throw new ConfigError(
      'PAYMENT_PROVIDER=upi needs a UPI id that receives the money. Set SCHOOL_UPI_ID to the school’s UPI id, such as name@bank.',
    )
  }
}
