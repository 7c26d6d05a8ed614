import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds that a caller may take before the connection is closed. */
export const connectionTimes = {
  /** It runs from the opening of the connection, or the first byte of its next request, to the end of the headers. */
  headersMs: 15_000,
  /** To the end of the body. The largest body, 14 MB, needs 2 Mbit/s. */
  requestMs: 60_000,
  /** The pause between two requests is longer than a balancer's, which else sends into a closed connection. */
  keepAliveMs: 72_000,
  /** Time with no byte in either direction. It exceeds `requestMs` with its check, which says why it gives up. */
  silenceMs: 70_000,
  checkMs: 5_000,
}
export type ConnectionTimes = typeof connectionTimes

/** Each silent connection takes 6 kB. */
const mostEver = 4_000
/** Answers of one connection that wait for the one before. Browsers and balancers send one request at a time. */
const queuedMax = 8
/** Only so many callers with unfinished bodies are compared, those that began first. */
const comparedMax = 32
/** A caller sends a body up to this size at once. */
export const smallBodyMax = 32 * 1024
/** They are for the database, pictures being made, files of pages, a balancer's checks. */
const descriptorsReserved = 200

/** The connections that this process can hold by `/proc/self/limits`; each may need a second descriptor, for a file. */
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

/** Bytes a millisecond from now on. A small body is given in advance, so that a caller who just begins is not last. */
export function paceOf(socket: Pick<Socket, 'bytesRead'>): () => number {
  const [since, before] = [performance.now(), socket.bytesRead]
  return () => (smallBodyMax + socket.bytesRead - before) / (performance.now() - since)
}

/** Keeps at most `max` connections open: a new one is let in, and the longest silent one is closed. */
export function boundConnections(server: Server, max: number) {
  /** They are in the order of their last requests. */
  const open = new Set<Socket>()
  /** The server works on the request, or waits for its body. */
  const working = new Map<Socket, { request: IncomingMessage; pace: () => number }>()
  const queued = new WeakMap<Socket, number>()
  // Node drops connections beyond this by itself. The margin is there because closing takes a turn of the event loop.
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

  /** It picks first one with no request, then the slowest sender of a body, then one that waits for the server. */
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
    /** Notes a request. Answers false, and closes the connection, if its caller sent many and reads no answer. */
    noteRequest({ socket }: IncomingMessage, response: ServerResponse): boolean {
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
    /** The server works on the request; other connections are closed before this one. */
    noteWork(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request
      working.set(socket, { request, pace: paceOf(socket) })
      response.once('close', () => {
        if (working.get(socket)?.request === request) working.delete(socket)
      })
    },
  }
}
