import { useMedia } from './use-media.ts'

export const usePrefersReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)')
