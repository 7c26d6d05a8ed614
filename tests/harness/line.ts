import { connect, createServer, type Server, type Socket } from 'node:net'
import { socketFolder } from './postgres.ts'

/**
 * A proxy between a server and PostgreSQL. A test can cut the proxy, restore it, make it silent, and lead it to another
 * cluster.
 */
export class Line {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #target: string
  #port = 0
  #isSilent = false
  #lastWords: string | null = null

  /** @param clusterUrl the url of any database of the cluster that the proxy leads to first */
  constructor(clusterUrl: string) {
    this.#target = socketOf(clusterUrl)
    this.#server = createServer((near) => {
      const far = connect(this.#target)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from)
        from.on('data', (bytes) => {
          if (this.#isSilent) return
          if (this.#lastWords === null || !bytes.includes(this.#lastWords)) to.write(bytes)
          else {
            // The request reaches PostgreSQL, and the answer is dropped.
            this.#lastWords = null
            near.destroy()
            to.end(bytes)
          }
        })
        from.on('error', () => {})
        from.on('close', () => {
          this.#sockets.delete(from)
          to.destroy()
        })
      }
    })
  }

  /** Leads new connections to another cluster; open connections stay as they are. */
  leadTo(clusterUrl: string): void {
    this.#target = socketOf(clusterUrl)
  }

  get port(): number {
    return this.#port
  }

  /** The url of a database through this proxy. */
  urlOf(database: string): string {
    return `postgres://malar@127.0.0.1:${this.#port}${new URL(database).pathname}`
  }

  async mend(): Promise<void> {
    this.#isSilent = false
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as { port: number }).port
  }

  cut(): void {
    this.#server.close()
    this.hangUp()
  }

  /** Closes all open connections; new connections are accepted. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Passes on the next request that contains this text, and closes the request's connection before the answer. */
  hangUpAfter(words: string): void {
    this.#lastWords = words
  }

  /** Accepts everything and passes nothing on, as if the machine were switched off. */
  silence(): void {
    this.#isSilent = true
  }
}

function socketOf(clusterUrl: string): string {
  return `${socketFolder(clusterUrl)}/.s.PGSQL.5432`
}
