import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export const connectionTimes = {
  /** The limit for receiving the headers, from the opening of the connection or the first byte of the request. */
  headersMs: 15_000,
  /** The limit for the whole request. The largest body, 14 MB, needs 2 Mbit/s. */
  requestMs: 60_000,
  /**
   * The limit for an idle connection. This limit is longer than that of common load balancers, which would otherwise
   * send into a closed connection.
   */
  keepAliveMs: 72_000,
  /**
   * The limit without a byte in either direction. This limit exceeds `requestMs` plus `checkMs`, so that a slow request
   * is first refused with a reason.
   */
  silenceMs: 70_000,
  checkMs: 5_000,
}
export type ConnectionTimes = typeof connectionTimes

const mostEver = 4_000
/** The number of unread answers per connection. Browsers and load balancers send one request at a time. */
const queuedMax = 8
const comparedMax = 32
export const smallBodyMax = 32 * 1024
const descriptorsReserved = 200

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

/** Measures bytes per millisecond. `smallBodyMax` is added to the bytes, so that a new request is not the slowest. */
export function measurePace(socket: Pick<Socket, 'bytesRead'>): () => number {
  const [since, before] = [performance.now(), socket.bytesRead]
  return () => (smallBodyMax + socket.bytesRead - before) / (performance.now() - since)
}

/**
 * Accepts each new connection. If more than `max` are open, the connection that was silent for the longest time is
 * closed.
 */
export function boundConnections(server: Server, max: number) {
  const open = new Set<Socket>()
  const working = new Map<Socket, { request: IncomingMessage; pace: () => number }>()
  const queued = new WeakMap<Socket, number>()
  // Node drops connections beyond this number. The margin is for closing connections, which takes a turn of the event
  // loop.
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

  /**
   * Prefers a connection without a request, then the connection that sends its body slowest, then the oldest
   * connection.
   */
  function longestSilent(): Socket {
    for (const socket of open) if (!working.has(socket)) return socket
    const sending: { socket: Socket; pace: number }[] = []
    for (const [socket, { request, pace }] of working) {
      if (request.complete || !open.has(socket)) continue
      if (sending.push({ socket, pace: pace() }) === comparedMax) break
    }
    const [slowest] = sending.sort((a, b) => a.pace - b.pace)
    const [first] = open
    return slowest?.socket ?? (first as Socket)
  }

  return {
    /** Returns false, and closes the connection, if the client sent many requests without reading the answers. */
    noteRequest({ socket }: IncomingMessage, response: ServerResponse): boolean {
      if (socket.destroyed) return false
      if (open.delete(socket)) open.add(socket)
      // Node gives a response its socket once the previous response has ended.
      if (response.socket !== null) return true
      const count = (queued.get(socket) ?? 0) + 1
      queued.set(socket, count)
      response.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1))
      if (count <= queuedMax) return true
      socket.destroy()
      return false
    },
    noteWork(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request
      working.set(socket, { request, pace: measurePace(socket) })
      response.once('close', () => {
        if (working.get(socket)?.request === request) working.delete(socket)
      })
    },
  }
}
