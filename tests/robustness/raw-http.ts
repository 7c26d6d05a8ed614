import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  /** The headers by their names in lower case. */
  headers: Record<string, string>
  body: string
}

/** A connection on which a test writes bytes that no HTTP client would send. */
export class RawConnection {
  readonly socket: Socket
  readonly closed: Promise<void>
  #received = ''
  #wake: (() => void) | null = null
  #isClosed = false
  #isHead = false

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.socket.setEncoding('latin1').on('data', (text: string) => {
      this.#received += text
      this.#wake?.()
    })
    this.socket.on('error', () => {}) // a reset counts as the end of the connection
    this.closed = new Promise((resolve) => {
      this.socket.once('close', () => {
        this.#isClosed = true
        this.#wake?.()
        resolve()
      })
    })
  }

  write(text: string): this {
    this.socket.write(text, 'latin1')
    return this
  }

  /**
   * Returns the next complete answer, which has a Content-Length or no body; null if the server closed the connection
   * first.
   */
  async answer(): Promise<RawAnswer | null> {
    for (;;) {
      const whole = this.#takeAnswer()
      if (whole) return whole
      if (this.#isClosed) return null
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Like `answer`, for the answer to a HEAD request, which has a Content-Length and no body. */
  answerToHead(): Promise<RawAnswer | null> {
    this.#isHead = true
    return this.answer()
  }

  #takeAnswer(): RawAnswer | null {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return null
    const [first = '', ...lines] = this.#received.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    )
    const size = this.#isHead ? 0 : Number(headers['content-length'] ?? 0)
    if (this.#received.length < end + 4 + size) return null
    const body = Buffer.from(this.#received.slice(end + 4, end + 4 + size), 'latin1').toString()
    this.#received = this.#received.slice(end + 4 + size)
    return { status: Number(first.split(' ')[1]), headers, body }
  }

  end(): void {
    this.socket.destroy()
  }
}

/** Sends these bytes on a new connection, and returns the answer. */
export async function sendRaw(url: string, bytes: string): Promise<RawAnswer | null> {
  const connection = new RawConnection(url)
  try {
    return await connection.write(bytes).answer()
  } finally {
    connection.end()
  }
}

/** Makes a POST of JSON in two parts, so that a test can send the second part after the server has read the first. */
export function halvesOfPost(path: string, body: unknown): { start: string; rest: string } {
  const text = Buffer.from(JSON.stringify(body)).toString('latin1')
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: malar.example',
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
  ]
  const middle = Math.floor(text.length / 2)
  return { start: `${head.join('\r\n')}\r\n\r\n${text.slice(0, middle)}`, rest: text.slice(middle) }
}
