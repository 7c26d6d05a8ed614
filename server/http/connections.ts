import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long a caller may take, in milliseconds; what takes longer is refused and its connection closed. */
export interface ConnectionTimes {
  /** From the opening of the connection, or the first byte of its next request, to the end of the headers. */
  headersMs: number
  /** To the end of the body. The largest body, 14 MB, needs 2 Mbit/s. */
  requestMs: number
  /** Between two requests; longer than a balancer keeps a connection, which else sends into a closed one. */
  keepAliveMs: number
  /** Without a byte in either direction while an answer is under way: nobody reads it. */
  silenceMs: number
  /** How often the first two are looked at. */
  checkMs: number
}

export const connectionTimes: ConnectionTimes = {
  headersMs: 15_000,
  requestMs: 60_000,
  keepAliveMs: 72_000,
  silenceMs: 60_000,
  checkMs: 5_000,
}

/** More cost memory: a silent connection takes 6 kB. */
const mostEver = 4_000
/** Answers of one connection that wait for the one before them. Browsers and balancers send one request at a time. */
const queuedMax = 8
/** The database, its log, pictures being made, pages' files, a balancer's checks. */
const descriptorsReserved = 200

/**
 * How many connections this process can hold: each may need a second descriptor, for the file that it is sent.
 *
 * @param limits the text of `/proc/self/limits`, where there is one
 */
export function connectionsThatFit(limits = ownLimits()): number {
  const open = /^Max open files\s+(\d+)/m.exec(limits)
  if (open === null) return mostEver
  return Math.min(mostEver, Math.max(20, Math.floor((Number(open[1]) - descriptorsReserved) / 2)))
}

function ownLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}

/**
 * Keeps at most `max` connections open. A new one is always let in: the one that has asked nothing for the longest is
 * closed instead, so that many who only hold on keep nobody out.
 */
export function boundConnections(
  server: Server,
  max: number,
): {
  /**
   * The caller of this connection has sent a request. False where it is not to be answered: he sent many without
   * reading an answer, and his connection is closed.
   */
  noteRequest(request: IncomingMessage, response: ServerResponse): boolean
  /** The server works on the request: others are closed before this one. */
  noteWork(request: IncomingMessage, response: ServerResponse): void
} {
  /** The one that asked longest ago is first. */
  const open = new Set<Socket>()
  /** The request that the server works on, or whose body it waits for. */
  const working = new Map<Socket, IncomingMessage>()
  /** Requests whose answers wait for the one before them. */
  const queued = new WeakMap<Socket, number>()
  // Closing takes a turn of the event loop. Beyond this, new connections are dropped unseen.
  server.maxConnections = max + 100
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => {
      open.delete(socket)
      working.delete(socket)
    })
    if (open.size >= max) {
      const victim = longestSilent()
      open.delete(victim)
      victim.destroy()
    }
    open.add(socket)
  })

  /** Who asks nothing goes before who is slow to say what he asks, and he before who waits for the server. */
  function longestSilent(): Socket {
    for (const socket of open) if (!working.has(socket)) return socket
    for (const [socket, request] of working) if (!request.complete && open.has(socket)) return socket
    const [first] = open
    return first as Socket
  }

  return {
    noteRequest({ socket }, response) {
      if (socket.destroyed) return false
      if (open.delete(socket)) open.add(socket)
      // Node gives a response its socket once the one before it has ended.
      if (response.socket !== null) return true
      const count = (queued.get(socket) ?? 0) + 1
      queued.set(socket, count)
      response.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1))
      if (count <= queuedMax) return true
      socket.destroy()
      return false
    },
    noteWork(request, response) {
      const { socket } = request
      working.set(socket, request)
      response.once('close', () => {
        if (working.get(socket) === request) working.delete(socket)
      })
    },
  }
}
