import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // The whole route table is small: no manifest requests while someone clicks.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
