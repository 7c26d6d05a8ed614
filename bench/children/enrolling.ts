// P4: many callers at once, each sending its next enrolment as soon as its last one is answered.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { answerEach } from './answer-each.ts'

export interface EnrollingOrder {
  url: string
  courseIds: string[]
  callers: number
  ms: number
}

const agent = new Agent({ keepAlive: true })
let number = 0

answerEach(async ({ url, courseIds, callers, ms }: EnrollingOrder) => {
  const began = performance.now()
  let done = 0
  const call = async () => {
    while (performance.now() - began < ms) {
      const at = number++
      await enrol(`${url}/api/enrollments`, {
        fullName: `Caller ${at}`,
        email: `caller-${process.pid}-${at}@malar.example`,
        phone: String(6_000_000_000 + at),
        paymentMethod: 'UPI',
        courseId: courseIds[at % courseIds.length],
      })
      done++
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return (done * 1000) / (performance.now() - began)
})

function enrol(url: string, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'idempotency-key': randomUUID(),
    }
    request(url, { method: 'POST', agent, headers }, (response) => {
      let answer = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        answer += part
      })
      response.once('end', () => {
        if (response.statusCode === 201) resolve()
        else reject(new Error(`an enrolment was answered with ${response.statusCode}: ${answer}`))
      })
    })
      .once('error', reject)
      .end(text)
  })
}
