// P4: readers of one page; each asks again as soon as the page is there. It only counts bytes: a load
// generator that takes milliseconds of processor time for each answer would measure itself on two cores.
import { connect } from 'node:net'
import { answerEach } from './answer-each.ts'

export interface ReadingOrder {
  url: string
  readers: number
  ms: number
}

answerEach(async ({ url, readers, ms }: ReadingOrder) => {
  const began = performance.now()
  let done = 0
  const read = () => readOn(new URL(url), began + ms, () => done++)
  await Promise.all(Array.from({ length: readers }, read))
  return (done * 1000) / (performance.now() - began)
})

function readOn({ hostname, port, host, pathname }: URL, until: number, count: () => void): Promise<void> {
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: br\r\n\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let head = ''
    let left = 0
    const ask = () => {
      head = ''
      if (performance.now() < until) socket.write(request)
      else socket.destroy()
    }
    socket.on('data', (bytes) => {
      let length = bytes.length
      if (left === 0) {
        head += bytes.toString('latin1')
        const headLength = head.indexOf('\r\n\r\n') + 4
        if (headLength < 4) return
        if (!head.startsWith('HTTP/1.1 200 ')) {
          socket.destroy(new Error(`a page was answered with ${head}`))
          return
        }
        length = head.length - headLength
        left = Number(/^content-length: (\d+)/im.exec(head)?.[1])
      }
      left -= length
      if (left > 0) return
      count()
      ask()
    })
    socket
      .once('connect', ask)
      .once('close', () => resolve())
      .once('error', reject)
  })
}
