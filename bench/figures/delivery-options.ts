import { type Bench, cpuMilliseconds, interleaved } from '../measure.ts'
import { startChild } from '../processes.ts'

/** DELIVERY: the cost of 30 days of delivery options, for a guest with a pincode. */
export const deliveryOptions: Bench = async ({ school, isFull }) => {
  await using child = startChild('growing.ts')
  await child.ask<string[]>({ dataDir: school })
  const ask = () => child.ask<number>({ name: 'delivery', times: isFull ? 200 : 60 })
  const { ours } = await interleaved(isFull ? 11 : 5, ask, async () => 1)
  return [
    {
      id: 'DELIVERY',
      what: 'delivery options of 30 days',
      ours: cpuMilliseconds(ours),
      figure: ours,
      unit: 'cpu ms',
      promise: { atMost: 2 },
    },
  ]
}
