// The baseline of P1 and P3: a bare node:http server. Each of its URLs answers the same bytes every time, or
// stringifies the same object on each request.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BareAnswer {
  headers: Record<string, string>
  body: { bytes: Uint8Array } | { json: unknown }
}

const answers = new Map<string, () => { headers: Record<string, string>; bytes: Buffer }>()
const server = createServer((request, response) => {
  const { headers, bytes } = answers.get(request.url ?? '')?.() ?? { headers: {}, bytes: Buffer.from('') }
  response.writeHead(200, { ...headers, 'content-length': bytes.length })
  response.end(bytes)
})
server.listen(0, '127.0.0.1')

/** Adds an answer, and returns its URL. */
export async function addAnswer({ headers, body }: BareAnswer): Promise<string> {
  if (!server.listening) await once(server, 'listening')
  const address = `/${answers.size}`
  if ('json' in body) {
    answers.set(address, () => ({ headers, bytes: Buffer.from(JSON.stringify(body.json)) }))
  } else {
    const kept = { headers, bytes: Buffer.from(body.bytes) }
    answers.set(address, () => kept)
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`
}
