import { connect, createServer, type Server, type Socket } from 'node:net'
import { socketFolder } from './postgres.ts'

/** The way to a PostgreSQL: it can be cut and mended, go silent, and lead to another one. */
export class Line {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #target: string
  #port = 0
  #isSilent = false
  #lastWords: string | null = null

  /** @param clusterUrl of any database of the cluster that it leads to first. */
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
            // It arrives, and what it is answered does not.
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

  /** From now on whoever comes is led there; who is connected stays where he is. */
  leadTo(clusterUrl: string): void {
    this.#target = socketOf(clusterUrl)
  }

  get port(): number {
    return this.#port
  }

  /** The url of a database at the end of this line. */
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

  /** Everybody is thrown off, and may come again. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Who next says this is heard, and is thrown off before the answer comes. */
  hangUpAfter(words: string): void {
    this.#lastWords = words
  }

  /** Takes everything, and nothing comes back: a machine that was switched off. */
  silence(): void {
    this.#isSilent = true
  }
}

function socketOf(clusterUrl: string): string {
  return `${socketFolder(clusterUrl)}/.s.PGSQL.5432`
}
