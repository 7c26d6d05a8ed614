import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AwsV4Signer } from 'aws4fetch'
import { installPackage } from './postgres.ts'

const run = promisify(execFile)

export interface TestSwift {
  /** Environment variables of a server that stores its pictures in this Swift. */
  env: Record<string, string>
  zones: readonly { kill(): Promise<void>; start(): Promise<void> }[]
  stop(): Promise<void>
}

const kinds = ['account', 'container', 'object'] as const
const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const programs = ['swift-proxy-server', ...kinds.map((kind) => `swift-${kind}-server`), 'memcached']
const isHere = () => programs.every((name) => existsSync(`/usr/bin/${name}`))

const user = { key: 'test:tester', secret: 'testing' }
const bucket = 'malar'

const ringScript = `
import json, sys
from swift.common.ring import RingBuilder
folder, rings = sys.argv[1], json.loads(sys.argv[2])
for kind, ports in rings.items():
    builder = RingBuilder(6, 3, 0)
    for zone, port in enumerate(ports):
        builder.add_dev({'region': 1, 'zone': zone + 1, 'weight': 1.0, 'ip': '127.0.0.1', 'port': port, 'device': 'd'})
    builder.rebalance()
    builder.get_ring().save(folder + '/' + kind + '.ring.gz')
`

/**
 * Starts OpenStack Swift from Debian's packages, with its S3 protocol: three zones on loopback, three copies of
 * everything, and an empty bucket. Null if Swift can neither be found nor installed; the console then says so.
 */
export async function startSwift(): Promise<TestSwift | null> {
  if (!isHere()) for (const name of packages) await installPackage(name)
  if (!isHere()) {
    console.warn('\nNo OpenStack Swift on this machine: its tests did NOT run.\n')
    return null
  }
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'malar-swift-'))
  const running = new Set<ChildProcess>()
  const endWithProcess = () => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', endWithProcess)

  const start = (program: string, args: string[]): ChildProcess => {
    const child = spawn(`/usr/bin/${program}`, args, { stdio: 'ignore', cwd: folder })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }
  const end = async (child: ChildProcess): Promise<void> => {
    if (!running.has(child)) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await exited
  }

  const ports = await freePorts(3 * kinds.length + 2)
  const [proxyPort = 0, cachePort = 0, ...ofZones] = ports
  const portOf = (zone: number, kind: number) => ofZones[zone * kinds.length + kind] as number
  const common = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
user = ${userInfo().username}
workers = 0
`
  // One Python program builds all rings, because `swift-ring-builder` would have to be started nine times.
  const rings = Object.fromEntries(kinds.map((kind, at) => [kind, [0, 1, 2].map((zone) => portOf(zone, at))]))
  await run('/usr/bin/python3', ['-c', ringScript, folder, JSON.stringify(rings)])
  await writeFile(
    join(folder, 'proxy.conf'),
    `${common(proxyPort)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 0.5
node_timeout = 5
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_${user.key.replace(':', '_')} = ${user.secret} .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
`,
  )

  const startZone = async (zone: number): Promise<ChildProcess[]> => {
    const devices = join(folder, `zone${zone}`)
    mkdirSync(join(devices, 'd'), { recursive: true })
    const children = []
    for (const [at, kind] of kinds.entries()) {
      const file = join(folder, `${kind}-${zone}.conf`)
      await writeFile(
        file,
        `${common(portOf(zone, at))}devices = ${devices}
mount_check = false
[pipeline:main]
pipeline = healthcheck ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
[filter:healthcheck]
use = egg:swift#healthcheck
`,
      )
      children.push(start(`swift-${kind}-server`, [file]))
    }
    await Promise.all(children.map((child, at) => untilHealthy(child, portOf(zone, at))))
    return children
  }

  const ofRoot = userInfo().uid === 0 ? ['-u', 'root'] : []
  start('memcached', ['-l', '127.0.0.1', '-p', String(cachePort), '-U', '0', '-m', '16', ...ofRoot])
  const zones = await Promise.all(
    [0, 1, 2].map(async (zone) => {
      let children = await startZone(zone)
      return {
        async kill() {
          await Promise.all(children.map(end))
        },
        async start() {
          children = await startZone(zone)
        },
      }
    }),
  )
  await untilHealthy(start('swift-proxy-server', [join(folder, 'proxy.conf')]), proxyPort)
  const endpoint = `http://127.0.0.1:${proxyPort}`
  await makeBucket(endpoint)
  return {
    env: {
      PICTURE_STORE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: user.key,
      S3_SECRET_ACCESS_KEY: user.secret,
    },
    zones,
    async stop() {
      await Promise.all([...running].map(end))
      process.off('exit', endWithProcess)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilHealthy(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} did not start`)
    const answer = await fetch(`http://127.0.0.1:${port}/healthcheck`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function makeBucket(endpoint: string): Promise<void> {
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: `${endpoint}/${bucket}`,
    service: 's3',
    region: 'us-east-1',
    accessKeyId: user.key,
    secretAccessKey: user.secret,
  })
  const { url, headers } = await signer.sign()
  const answer = await fetch(url, { method: 'PUT', headers })
  if (!answer.ok) throw new Error(`Swift made no bucket: ${answer.status} ${await answer.text()}`)
}

/** Finds free ports. All servers are open at the same time, so that no port is found twice. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
