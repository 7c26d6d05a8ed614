import { ConfigError } from '../../config.ts'
import { demonstrationSetting, readSettings } from '../../db/settings.ts'
import type { Deps } from '../deps.ts'
import { demonstrationTexts, settingText } from './school-settings.ts'

/**
 * Refuses to start if simulated payments would confirm seats for real people, or real payments would go to the
 * demonstration's account (architecture rule 13). A mark that the seed wrote to the database shows demonstration data,
 * unless `DEMO=0` is set. @throws ConfigError
 */
export async function refuseUnsafePayments({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const stored = await readSettings(db.read)
  if (config.fillsDemo && stored.has(demonstrationSetting)) return
  if (config.paymentProvider === 'simulator' && !config.allowSimulatedPayments) {
    throw new ConfigError(
      'This is not the demonstration school, and simulated payments would confirm seats that nobody paid for. Set PAYMENT_PROVIDER=upi and SCHOOL_UPI_ID, or set ALLOW_SIMULATED_PAYMENTS=1 to start without real payments.',
    )
  }
  const upiId = settingText('upiId', stored, config.school)
  if (config.paymentProvider === 'upi' && upiId === demonstrationTexts.upiId) {
    throw new ConfigError(
      'PAYMENT_PROVIDER=upi needs a UPI id that receives the money. Set SCHOOL_UPI_ID to the school’s UPI id, such as name@bank.',
    )
  }
}
