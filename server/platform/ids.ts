import { randomBytes, randomInt } from 'node:crypto'

export interface Ids {
  /** 128 random bits, 22 letters: names nobody can guess (reading M2). */
  id(): string
  /** Short and easy to read out: `MAL-7K3F-9QXD`, no letters that look alike. */
  reference(): string
}

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function word(length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += letters[randomInt(letters.length)]
  return text
}

export const randomIds: Ids = {
  id: () => randomBytes(16).toString('base64url'),
  reference: () => `MAL-${word(4)}-${word(4)}`,
}
