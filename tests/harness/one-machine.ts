import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { canMakeNamespaces, Namespaces } from './namespaces.ts'
import { installPackage } from './postgres.ts'
import { asAccount, RunningService, readIfThere, readUnit, type Unit } from './units.ts'

const run = promisify(execFile)
const example = path.resolve(import.meta.dirname, '../../examples/one-machine')
const packages = ['caddy', 'curl', 'iproute2', 'systemd']
const programs = ['/usr/bin/caddy', '/usr/bin/curl', '/usr/sbin/ip', '/usr/bin/systemd-analyze']

/** The two ways in which the README starts a school. */
export const ways = ['compose.yaml', 'systemd'] as const
export type Way = (typeof ways)[number]
export type Service = 'malar' | 'caddy' | 'backup'

/** A host name for which Caddy issues certificates by its own authority. */
export const host = 'flowers.localhost'

/** Two visitors in two networks, and the machine's address in each. */
export const visitors = [
  { own: '192.0.2.100', machine: '192.0.2.1' },
  { own: '198.51.100.100', machine: '198.51.100.1' },
] as const

/**
 * Returns the reason why the example cannot run here, or null if the example can run. Installs missing packages if this
 * account may.
 */
export async function missingForOneMachine(): Promise<string | null> {
  if (!canMakeNamespaces()) return 'only root of a Linux machine with namespaces can make a machine'
  for (const name of programs.every((file) => existsSync(file)) ? [] : packages) await installPackage(name)
  const missing = programs.filter((file) => !existsSync(file))
  return missing.length === 0 ? null : `there is no ${missing.join(', ')}`
}

export interface ComposeService {
  build?: { dockerfile: string; target: string }
  image: string
  command?: string[]
  environment?: Record<string, string>
  env_file?: string
  network_mode: string
  volumes: string[]
  restart: string
  read_only: boolean
  stop_grace_period?: string
  cap_drop: string[]
  security_opt: string[]
  logging: { options: Record<string, string> }
  healthcheck?: { test: string[] }
}

export function readCompose(): { services: Record<Service, ComposeService>; volumes: Record<string, null> } {
  return parse(readFileSync(path.join(example, 'compose.yaml'), 'utf8'), { merge: true })
}

/** The lines of a stage of the Dockerfile that both examples use. */
export function readStage(target: string): string {
  const dockerfile = readFileSync(path.join(example, '../Dockerfile'), 'utf8')
  const stage = dockerfile
    .split(/^(?=FROM )/m)
    .find((text) => text.startsWith('FROM ') && text.split('\n')[0]?.endsWith(` AS ${target}`))
  if (stage === undefined) throw new Error(`The Dockerfile has no stage ${target}`)
  return stage
}

/** The commands of the README in the section with this heading. */
export function commandsOf(heading: string): string {
  const readme = readFileSync(path.join(example, 'README.md'), 'utf8')
  const [, section = ''] = readme.split(`## ${heading}\n`)
  const [, commands] = /```sh\n([^]*?)```/.exec(section.split('\n## ')[0] ?? '') ?? []
  if (commands === undefined) throw new Error(`The README has no commands in ${heading}`)
  return commands
}

/** The folders of Caddy's volumes, in the machine's own file layer. */
const volumesOfCaddy = { XDG_DATA_HOME: '/opt/volumes/data', XDG_CONFIG_HOME: '/opt/volumes/config' }

/**
 * A machine with the school of the example, in Linux namespaces: a network, files and processes of its own. The
 * machine's services run as compose.yaml or the units say. Two visitors reach the machine over a network that leads
 * nowhere else.
 */
export class OneMachine {
  readonly folder: string
  /** The root of Caddy's own authority, which the visitors trust. */
  readonly certificate: string
  readonly way: Way
  readonly #own: Namespaces
  readonly #outside: Namespaces
  readonly #running = new Map<Service, RunningService>()

  static async start(way: Way, code: string): Promise<OneMachine> {
    const outside = await Namespaces.open('ip link set lo up')
    const folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'malar-machine-'))
    const write = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
    }
    const accounts = [
      ['malar', 6427],
      ['node', 6428],
    ] as const
    const without = (file: string) => readFileSync(file, 'utf8').replace(/^(?:malar|node):.*\n/gm, '')
    write(
      'etc/passwd',
      without('/etc/passwd') +
        accounts.map(([name, id]) => `${name}:x:${id}:${id}::/nonexistent:/usr/sbin/nologin\n`).join(''),
    )
    write('etc/group', without('/etc/group') + accounts.map(([name, id]) => `${name}:x:${id}:\n`).join(''))
    const layers = ['etc', 'var', 'opt'].map(
      (name) =>
        `mkdir -p ${folder}/${name} ${folder}/scratch/${name}; mount -t overlay malar -o lowerdir=/${name},upperdir=${folder}/${name},workdir=${folder}/scratch/${name} /${name}`,
    )
    const account = way === 'systemd' ? 'malar' : 'node'
    const own = await Namespaces.open(`
      mount --make-rprivate /
      ${layers.join('\n')}
      mount -t tmpfs tmpfs /run
      mount -t tmpfs tmpfs /usr/local/share/ca-certificates
      install -d -o ${account} -g ${account} -m 700 /var/lib/malar /var/lib/malar-backups
      mkdir -p /opt/malar
      hostname flowers
      ip link set lo up`)
    const machine = new OneMachine(way, folder, own, outside)
    await machine.#connect()
    await machine.use(code)
    return machine
  }

  private constructor(way: Way, folder: string, own: Namespaces, outside: Namespaces) {
    this.way = way
    this.folder = folder
    this.certificate = path.join(folder, 'root.crt')
    this.#own = own
    this.#outside = outside
  }

  async #connect(): Promise<void> {
    const there = ['--target', String(this.#outside.pid), '--net', '--']
    const link = [
      'link',
      'add',
      'out',
      'type',
      'veth',
      'peer',
      'name',
      'eth0',
      'netns',
      String(this.#own.pid),
    ]
    await run('nsenter', [...there, 'ip', ...link])
    for (const { own, machine } of visitors) {
      await run('nsenter', [...there, 'ip', 'address', 'add', `${own}/24`, 'dev', 'out'])
      await this.run(['ip', 'address', 'add', `${machine}/24`, 'dev', 'eth0'])
    }
    await run('nsenter', [...there, 'ip', 'link', 'set', 'out', 'up'])
    await this.run(['ip', 'link', 'set', 'eth0', 'up'])
  }

  /** Puts a version of the program into /opt/malar. No service may run. */
  async use(code: string): Promise<void> {
    await this.run([
      'sh',
      '-c',
      'mountpoint -q /opt/malar && umount /opt/malar; exec mount --bind "$0" /opt/malar',
      code,
    ])
  }

  /** Runs a command on the machine and returns its output. */
  async run(command: readonly string[], user = 'root'): Promise<string> {
    const inside = this.#own.inside(['runuser', '-u', user, '--', ...command])
    const { stdout } = await run('nsenter', inside, { cwd: '/', maxBuffer: 2 ** 28 })
    return stdout
  }

  /** Writes variables into /etc/malar.env, as an owner does. */
  async set(variables: Record<string, string>): Promise<void> {
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
    await this.run(['sh', '-c', 'printf %s "$0" >> /etc/malar.env', lines.join('')])
  }

  /** Reads the settings of a service from compose.yaml or its unit, together with the machine's settings. */
  unitOf(service: Service): Unit {
    const read = (file: string) => readIfThere(path.join(this.folder, file))
    if (this.way === 'systemd') {
      const name = service === 'backup' ? 'malar-backup' : service
      const units = path.join(this.folder, 'etc/systemd/system')
      const files = [`${units}/${name}.service`, `/lib/systemd/system/${name}.service`]
      const main = files.find((file) => existsSync(file)) as string
      const dropIn = `${units}/${name}.service.d/malar.conf`
      const unit = readUnit(
        name,
        [main, dropIn].filter((file) => existsSync(file)),
        'flowers',
        read,
      )
      if (service === 'caddy') unit.environment['HOME'] = '/var/lib/caddy'
      return unit
    }
    const { command, environment = {}, env_file, restart, build } = readCompose().services[service]
    const settings: Record<string, string> = {}
    for (const line of env_file === undefined ? [] : read(env_file).split('\n')) {
      const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
      if (name !== undefined) settings[name] = value.replace(/^"(.*)"$/, '$1')
    }
    const restarts = restart !== 'no'
    if (build === undefined) {
      const ofImage = ['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile']
      return { command: ofImage, user: 'root', folder: '/', environment: volumesOfCaddy, restarts }
    }
    const stage = readStage(build.target)
    const [, folder = ''] = /^WORKDIR (.*)$/m.exec(stage) ?? []
    const [, user = ''] = /^USER (.*)$/m.exec(stage) ?? []
    const [, ofImage = '[]'] = /^CMD (.*)$/m.exec(stage) ?? []
    const [, name = '', value = ''] = /^ENV (\w+)=(.*)$/m.exec(stage) ?? []
    const all = { [name]: value, ...settings, ...environment }
    return { command: command ?? (JSON.parse(ofImage) as string[]), user, folder, environment: all, restarts }
  }

  /**
   * Starts a service, and restarts it whenever it ends.
   * @param variables environment variables that the test adds to the service's settings
   */
  start(service: Service, variables: Record<string, string> = {}): void {
    const unit = this.unitOf(service)
    const started = new RunningService(unit, (command, environment) =>
      spawn('nsenter', this.#own.inside(command), {
        env: { ...environment, ...variables },
        cwd: '/',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    this.#running.set(service, started)
  }

  /** Ends a service by a signal, and does not start it again. */
  async end(service: Service, signal: 'TERM' | 'KILL' = 'TERM'): Promise<void> {
    const running = this.#running.get(service)
    if (running === undefined) return
    running.isWanted = false
    await this.signal(service, signal)
    await running.ended
    this.#running.delete(service)
  }

  async signal(service: Service, signal: 'TERM' | 'KILL'): Promise<void> {
    await this.run(['kill', `-${signal}`, String(await this.#running.get(service)?.pid)])
  }

  outputOf(service: Service): string {
    return this.#running.get(service)?.output ?? ''
  }

  /** Runs a command with the account, folder and settings of a service. */
  async runAs(service: Service, command: string[], variables: Record<string, string> = {}) {
    const unit = { ...this.unitOf(service), command }
    const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...unit.environment, ...variables }
    const inside = this.#own.inside(['sh', '-c', 'cd "$0"; exec "$@"', unit.folder, ...asAccount(unit)])
    return run('nsenter', inside, { env: environment, cwd: '/' }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
  }

  /** Asks the school's site by curl, as one of the visitors. */
  async ask(
    url: string,
    args: readonly string[] = [],
    who = 0,
  ): Promise<{ status: number; head: string; body: string }> {
    const { own, machine } = visitors[who] as (typeof visitors)[number]
    const via = ['--interface', own, '--connect-to', `::${machine}:`, '--cacert', this.certificate]
    const enter = [
      '--target',
      String(this.#outside.pid),
      '--net',
      '--',
      'curl',
      '-sS',
      '-i',
      '--max-time',
      '60',
    ]
    const { stdout } = await run('nsenter', [...enter, ...via, ...args, url], { maxBuffer: 2 ** 28 })
    const [head = '', ...body] = stdout.split('\r\n\r\n')
    return {
      status: Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1]),
      head: head.toLowerCase(),
      body: body.join('\r\n\r\n'),
    }
  }

  /** Starts a program in the network of the visitors, with the files of this host. */
  startVisitors(command: string, args: readonly string[]): ChildProcess {
    const enter = ['--target', String(this.#outside.pid), '--net', '--']
    return spawn('setpriv', ['--pdeathsig', 'KILL', '--', 'nsenter', ...enter, command, ...args], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
  }

  async stop(): Promise<void> {
    for (const service of this.#running.values()) service.isWanted = false
    await this.#own.close()
    await this.#outside.close()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    rmSync(this.folder, { recursive: true, force: true })
  }
}
