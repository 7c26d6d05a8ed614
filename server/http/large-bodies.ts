import type { FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../contract/errors.ts'
import { imageBodyLimit } from '../../contract/primitives.ts'
import { measurePace, smallBodyMax } from './connections.ts'
import { networkOf } from './network.ts'

/**
 * The limits on the number of large bodies in memory. A body of up to 14 MB is held while it arrives and while its
 * picture is encoded.
 */
const fromOneNetworkMax = 2
const fromStrangersMax = 3
const inAllMax = 6
const bytesFromStrangersMax = 16 * 1024 * 1024
const lingerMs = 500

interface Held {
  request: FastifyRequest
  reply: FastifyReply
  network: string | null
  bytes: number
  pace: () => number
}

/** Bounds the large bodies held at once. The slowest caller is refused, and strangers leave room for staff. */
export function createLargeBodies() {
  const held = new Map<FastifyRequest, Held>()

  function findBlocking(network: string | null, bytes: number): Held[] | null {
    const all = [...held.values()]
    if (network !== null) {
      const strangers = all.filter((one) => one.network !== null)
      const neighbours = strangers.filter((one) => one.network === network)
      if (neighbours.length >= fromOneNetworkMax) return neighbours
      const ofStrangers = strangers.reduce((sum, one) => sum + one.bytes, bytes)
      if (strangers.length >= fromStrangersMax || ofStrangers > bytesFromStrangersMax) return strangers
    }
    return all.length >= inAllMax ? all : null
  }

  function displace({ request: { raw }, request, reply }: Held): void {
    held.delete(request)
    if (reply.sent) {
      raw.socket.destroy()
      return
    }
    // `destroy` alone would send no answer. In the next turn the parser listens for the error, and then refuses the
    // body.
    setImmediate(() => {
      if (raw.complete) return
      raw.emit('error', new DomainError('unavailable'))
      setTimeout(() => raw.socket.destroy(), lingerMs).unref()
    })
  }

  return {
    /**
     * Counts a request from the time before its body is read until its response closes. If there is no room, the
     * slowest of the requests that wait for their callers is ended. @throws `unavailable` if no request waits for its
     * caller
     */
    enter(request: FastifyRequest, reply: FastifyReply, isStranger: boolean): void {
      const { raw, headers, ip } = request
      const { 'content-length': announced } = headers
      if (announced !== undefined && Number(announced) <= smallBodyMax) return
      const network = isStranger ? networkOf(ip) : null
      const bytes = Number(announced ?? imageBodyLimit)
      for (;;) {
        const blocking = findBlocking(network, bytes)
        if (blocking === null) break
        // These requests wait for their caller to send or to read. The server itself is working on all other requests.
        const awaited = blocking.filter((one) => !one.request.raw.complete || one.reply.sent)
        const [slowest] = awaited.sort((a, b) => a.pace() - b.pace())
        if (slowest === undefined) throw new DomainError('unavailable')
        displace(slowest)
      }
      held.set(request, { request, reply, network, bytes, pace: measurePace(raw.socket) })
      // An unhandled error event would end the process.
      raw.on('error', () => {})
      reply.raw.once('close', () => held.delete(request))
    },

    noteAnswer(request: FastifyRequest): void {
      const one = held.get(request)
      if (one) one.pace = measurePace(request.raw.socket)
    },
  }
}
