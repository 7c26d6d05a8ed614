import { useEffect } from 'react'

export const themes = { system: 'Theme of this device', light: 'Light theme', dark: 'Dark theme' } as const
export type Theme = keyof typeof themes

const key = 'adminTheme'

export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(key)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // storage is switched off: the choice ends with the page
  }
  apply(theme)
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** The back office in the theme that was chosen for it; the public pages follow the device. */
export function useAdminTheme(): void {
  useEffect(() => {
    apply(readTheme())
    return () => apply('system')
  }, [])
}
