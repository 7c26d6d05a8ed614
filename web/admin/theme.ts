import { useEffect } from 'react'
import { storage } from '../lib/storage.ts'

export const themes = { system: 'Device theme', light: 'Light theme', dark: 'Dark theme' } as const
export type Theme = keyof typeof themes

const kept = storage('adminTheme')

export function readTheme(): Theme {
  const theme = kept.read()
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function chooseTheme(theme: Theme): void {
  kept.write(theme)
  apply(theme)
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** The back office has a theme of its own; the public pages follow the device. */
export function useAdminTheme(): void {
  useEffect(() => {
    apply(readTheme())
    return () => apply('system')
  }, [])
}
