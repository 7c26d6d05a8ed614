// Requests one URL and only counts the bytes of the answers. On two cores, a client that spends much processor time on
// each answer would measure itself, and the server would sleep and wake up between requests.
import { connect } from 'node:net'

export interface ReadingOrder {
  url: string
  headers?: Record<string, string>
  /** The number of requests; `ms` is given instead for a fixed time. */
  requests?: number
  ms?: number
  /** The pause between an answer and the same reader's next request; none unless set. */
  pauseMs?: number
}

const readers = 10

/** Sends the requests, and returns how many were answered. */
export async function read(order: ReadingOrder): Promise<number> {
  const { url, headers, requests = Infinity, ms = Infinity, pauseMs } = order
  const { hostname, port, host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
  const until = performance.now() + ms
  let left = requests
  let done = 0

  const readAlone = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let head = ''
      let missing = 0
      let isDone = false
      const ask = () => {
        head = ''
        isDone = left-- <= 0 || performance.now() >= until
        if (isDone) socket.destroy()
        else socket.write(request)
      }
      socket.on('data', (bytes) => {
        let length = bytes.length
        if (missing === 0) {
          head += bytes.toString('latin1')
          const headLength = head.indexOf('\r\n\r\n') + 4
          if (headLength < 4) return
          if (!head.startsWith('HTTP/1.1 200 ')) {
            socket.destroy(new Error(`${url} was answered with ${head}`))
            return
          }
          length = head.length - headLength
          missing = Number(/^content-length: (\d+)/im.exec(head)?.[1])
        }
        missing -= length
        if (missing > 0) return
        done++
        if (pauseMs === undefined) ask()
        else setTimeout(ask, pauseMs)
      })
      socket
        .once('connect', ask)
        .once('close', () => (isDone ? resolve() : reject(new Error(`${url}: the server hung up`))))
        .once('error', reject)
    })
  await Promise.all(Array.from({ length: readers }, readAlone))
  return done
}
