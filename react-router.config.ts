import type { Config } from '@react-router/dev/config'
import { isPseudoLanguage } from './scripts/pseudo-language.mjs'

export default {
  appDirectory: 'web',
  buildDirectory: isPseudoLanguage ? '.cache/pseudo' : 'build',
  // Every page has the whole route table, which is small, so that a click needs no request for the manifest.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
