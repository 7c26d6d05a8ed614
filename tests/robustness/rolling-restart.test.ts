import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { availableEngines } from '../harness/app.ts'
import { enrolmentBody } from '../harness/seats.ts'
import { makeSchool, type School, type ServerProcess, scratchFolder, startServer } from './server-process.ts'
import { sized } from './size.ts'

const restarts = sized(1, 4)
const visitors = 8
const askEveryMs = 50
/** The value of DRAIN_MS. The balancer asks `/readyz` at least twice before the server closes. */
const drainMs = 4 * askEveryMs

interface Node {
  server: ServerProcess
  isReady: boolean
}

/** Sends each request to one of the nodes whose `/readyz` answers 200, and never repeats a request. */
class Balancer {
  readonly nodes: Node[] = []
  readonly #server: Server
  #turn = 0
  #isOver = false

  constructor() {
    this.#server = createServer((from, to) => {
      const ready = this.nodes.filter(({ isReady }) => isReady)
      const node = ready[this.#turn++ % ready.length]
      const refuse = () => (to.headersSent ? to.destroy() : to.writeHead(502).end())
      if (node === undefined) return void refuse()
      const { method, headers } = from
      const forward = request(node.server.url + from.url, { method, headers }, (answer) => {
        to.writeHead(answer.statusCode as number, answer.headers)
        answer.pipe(to).on('error', refuse)
      })
      forward.on('error', refuse)
      from.pipe(forward)
    })
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  add(server: ServerProcess): Node {
    const node = { server, isReady: false }
    this.nodes.push(node)
    void this.#watch(node)
    return node
  }

  async #watch(node: Node) {
    while (!this.#isOver && this.nodes.includes(node)) {
      node.isReady = await fetch(`${node.server.url}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      )
      await delay(askEveryMs)
    }
  }

  close() {
    this.#isOver = true
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

// The test needs PostgreSQL, because SQLite serves only one process.
if ((await availableEngines()).includes('postgres'))
  describe('two servers that are restarted in turn under load', () => {
    let school: School
    let balancer: Balancer
    let url: string
    const folders = [scratchFolder(), scratchFolder()]
    const start = (folder: string) =>
      startServer({ ...school.env, DATA_DIR: folder, DRAIN_MS: String(drainMs) })

    beforeAll(async () => {
      school = await makeSchool('postgres', [{ capacity: null }])
      balancer = new Balancer()
      url = await balancer.listen()
      for (const folder of folders) balancer.add(await start(folder))
      while (!balancer.nodes.every(({ isReady }) => isReady)) await delay(10)
    })
    afterAll(async () => {
      balancer?.close()
      for (const { server } of balancer?.nodes ?? []) {
        server.kill('SIGKILL')
        await server.exited
      }
      school?.remove()
    })

    test('every visitor’s call succeeds while two servers are restarted in turn', {
      timeout: 180_000,
    }, async () => {
      const statuses = new Map<string, number>()
      let isOver = false
      const note = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1)
      const visit = async () => {
        for (let count = 0; !isOver; count++) {
          const answer = await (count % 3 === 0
            ? fetch(`${url}/api/enrollments`, {
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify(enrolmentBody(school.courses[0]?.id as string)),
              })
            : fetch(url + (count % 3 === 1 ? '/classes' : '/api/courses')))
          await answer.arrayBuffer()
          note(`${count % 3 === 0 ? 'POST' : 'GET'} ${answer.status}`)
        }
      }
      const visits = Array.from({ length: visitors }, visit)
      for (let restart = 0; restart < restarts; restart++) {
        const old = balancer.nodes[0] as Node
        old.server.kill('SIGTERM')
        expect(await old.server.exited).toEqual({ code: 0, signal: null })
        balancer.nodes.shift()
        const node = balancer.add(await start(folders[restart % 2] as string))
        while (!node.isReady) await delay(10)
      }
      isOver = true
      await Promise.all(visits)
      console.info(`${restarts} rolling restarts: ${JSON.stringify([...statuses])}`)
      expect([...statuses.keys()].sort()).toEqual(['GET 200', 'POST 201'])
    })
  })
else test('did NOT run: there is no PostgreSQL on this machine', () => {})
