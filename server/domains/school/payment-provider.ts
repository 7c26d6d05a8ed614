import { type Config, ConfigError } from '../../config.ts'
import type { Queryable } from '../../db/schema.ts'
import { demonstrationSetting, readSettings } from '../../db/settings.ts'
import type { PaymentProvider } from '../../platform/payments/provider.ts'
import type { Deps } from '../deps.ts'

type Choice = Pick<Config, 'paymentProvider' | 'allowSimulatedPayments'>

/**
 * Names the provider that takes the payments. The variable `PAYMENT_PROVIDER` decides. Without the variable, the
 * demonstration has the simulator, and any other school has UPI. A school that is not the demonstration has the
 * simulator only if a variable allows it (architecture rule 13). A demonstration may be emptied while the server runs,
 * so the stored settings are read each time.
 */
export function providerNameOf(
  { paymentProvider: named, allowSimulatedPayments: isAllowed }: Choice,
  stored: ReadonlyMap<string, string>,
): Exclude<PaymentProvider['name'], 'razorpay'> {
  if (named === 'upi') return 'upi'
  const isSimulated = stored.has(demonstrationSetting) || (named === 'simulator' && isAllowed)
  return isSimulated ? 'simulator' : 'upi'
}

/** Names the provider by the settings in the database, read through `source`, which may be a transaction. */
export async function findProviderName(source: Queryable, choice: Choice) {
  return providerNameOf(choice, await readSettings(source, [demonstrationSetting]))
}

/** Refuses to start if simulated payments would confirm seats for real people. @throws ConfigError */
export async function refuseSimulatedPayments({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  if (config.paymentProvider !== 'simulator') return
  if ((await findProviderName(db.read, config)) === 'simulator') return
  throw new ConfigError(
    'This is not the demonstration school, and simulated payments would confirm seats that nobody paid for. Unset PAYMENT_PROVIDER, or set ALLOW_SIMULATED_PAYMENTS=1 to start without real payments.',
  )
}
