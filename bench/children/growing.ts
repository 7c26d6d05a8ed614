// P9: the processor time of the back office's queries on one school.
import { cpuUsage } from 'node:process'
import { startInProcess } from './in-process.ts'

process.once('message', async ({ dataDir }: { dataDir: string }) => {
  const { services } = (await startInProcess(dataDir, null)).app
  const readings = {
    dashboard: () =>
      Promise.all([services.dashboard.stats(), services.dashboard.morning(), services.dashboard.contacts()]),
    orders: () => services.orders.listOrders({ limit: 50 }),
    enrollments: () => services.registrations.list({ limit: 50 }),
    search: () => services.search.find('9840'),
  }
  process.on('message', async ({ name, times }: { name: keyof typeof readings; times: number }) => {
    const began = cpuUsage()
    for (let n = 0; n < times; n++) await readings[name]()
    const { user, system } = cpuUsage(began)
    process.send?.((user + system) / 1000 / times)
  })
  process.send?.(Object.keys(readings))
})
