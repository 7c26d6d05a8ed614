// The messages of the buttons for copying and sharing, in English.

export const copyIt = ({ what }: { what: string }) => `Copy ${what}`
export const itCopied = ({ what }: { what: string }) => `${what} copied`
export const copyFailed = ({ what }: { what: string }) =>
  `Your browser doesn’t allow copying. Select the ${what} instead.`
export const linkAt = ({ what, url }: { what: string; url: string }) => `${what}: ${url}`
