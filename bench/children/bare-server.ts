// The baseline of P1 and P3: node:http alone, sending kept bytes or stringifying an object on each call.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BareAnswer {
  headers: Record<string, string>
  body: { bytes: Uint8Array } | { json: unknown }
}

process.once('message', ({ headers, body }: BareAnswer) => {
  const kept = 'bytes' in body ? Buffer.from(body.bytes) : null
  const server = createServer((_request, response) => {
    const bytes = kept ?? Buffer.from(JSON.stringify((body as { json: unknown }).json))
    response.writeHead(200, { ...headers, 'content-length': bytes.length })
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
})
