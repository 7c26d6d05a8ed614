import { randomFillSync, randomInt } from 'node:crypto'

export type Ids = typeof randomIds

/** Letters and digits that look alike are left out. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function word(length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += letters[randomInt(letters.length)]
  return text
}

const idBytes = 16
/** Random bytes are fetched in bulk, because fetching them per id took a tenth of a busy server's time. */
const pool = Buffer.alloc(idBytes * 256)
let used = pool.length

function takeId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += idBytes
  return pool.toString('base64url', used - idBytes, used)
}

export const randomIds = {
  id: takeId,
  reference: (prefix: string) => `${prefix}-${word(4)}-${word(4)}`,
  code: () => word(8),
}
