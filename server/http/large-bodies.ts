import type { FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../contract/errors.ts'
import { networkOf } from './network.ts'

/** Bodies up to this are not counted. */
const smallMax = 32 * 1024
/** Bodies of up to 14 MB, held while they arrive and while the picture in them is made. */
const fromOneNetworkMax = 2
const fromStrangersMax = 3
const inAllMax = 6

/** Bounds the large bodies held at once, so that callers do not fill the memory and strangers leave room for staff. */
export function createLargeBodies() {
  let inAll = 0
  let fromStrangers = 0
  const byNetwork = new Map<string, number>()

  return {
    /** Called before the body is read; counts until the response closes. @throws `unavailable` beyond the bounds */
    enter(request: FastifyRequest, reply: FastifyReply, isStranger: boolean): void {
      const { 'content-length': announced } = request.headers
      if (announced !== undefined && Number(announced) <= smallMax) return
      const network = networkOf(request.ip)
      const ofNetwork = byNetwork.get(network) ?? 0
      const isFullForStrangers = fromStrangers >= fromStrangersMax || ofNetwork >= fromOneNetworkMax
      if (inAll >= inAllMax || (isStranger && isFullForStrangers)) throw new DomainError('unavailable')
      inAll++
      if (isStranger) {
        fromStrangers++
        byNetwork.set(network, ofNetwork + 1)
      }
      reply.raw.once('close', () => {
        inAll--
        if (!isStranger) return
        fromStrangers--
        const left = (byNetwork.get(network) ?? 1) - 1
        if (left === 0) byNetwork.delete(network)
        else byNetwork.set(network, left)
      })
    },
  }
}
