import { createHmac, timingSafeEqual } from 'node:crypto'

/** A token is valid for only one of these purposes. */
type LinkPurpose =
  | 'waiting-list'
  | 'newsletter'
  | 'picture'
  | 'gift'
  | 'reminder'
  | 'asked-seat'
  | 'seat-proof'
  | 'seat-browser'
  | 'order-proof'
  | 'order-browser'
  | 'receipt'
  | 'preview'

const signatureBytes = 24

export type SignedLinks = ReturnType<typeof createSignedLinks>

/** Tokens are `id.signature`. The database contains only the id, so a copy of it contains no working link. */
export function createSignedLinks(secret: string) {
  const signature = (purpose: LinkPurpose, id: string) =>
    createHmac('sha256', secret).update(`link:${purpose}:${id}`).digest().subarray(0, signatureBytes)
  return {
    sign: (purpose: LinkPurpose, id: string) => `${id}.${signature(purpose, id).toString('base64url')}`,
    /** Null unless the token was signed with this secret for this purpose. */
    read(purpose: LinkPurpose, token: string): string | null {
      const dot = token.lastIndexOf('.')
      if (dot < 1) return null
      const id = token.slice(0, dot)
      const given = Buffer.from(token.slice(dot + 1), 'base64url')
      return given.length === signatureBytes && timingSafeEqual(given, signature(purpose, id)) ? id : null
    },
  }
}
