const key = 'lastSigninEmail'

/** Reading W9: the last e-mail typed at sign-in, until it succeeds. */
export const lastEmail = {
  read(): string {
    try {
      return localStorage.getItem(key) ?? ''
    } catch {
      return '' // storage is switched off: it is typed again
    }
  },
  keep(typed: string): void {
    try {
      localStorage.setItem(key, typed)
    } catch {
      // likewise
    }
  },
  forget(): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // likewise
    }
  },
}
