import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // Every page has the whole route table, which is small, so that a click needs no request for the manifest.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
