import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { canMakeNamespaces, Namespaces } from './namespaces.ts'
import { installPackage } from './postgres.ts'
import { RunningService, readIfThere, readUnit, type Unit } from './units.ts'

const run = promisify(execFile)

/** The files of `examples/several-machines`, and the places where its README puts them. */
const example = path.resolve(import.meta.dirname, '../../examples/several-machines')
const places: [from: string, to: string][] = [
  ['haproxy.cfg', '/etc/haproxy/haproxy.cfg'],
  ['patroni.yml', '/etc/patroni/config.yml'],
  ['nginx.conf', '/etc/nginx/nginx.conf'],
  ['malar.env', '/etc/malar.env'],
  ['database.sql', '/etc/malar-database.sql'],
  ['systemd/malar.service', '/etc/systemd/system/malar.service'],
  ['systemd/etcd.service.d/malar.conf', '/etc/systemd/system/etcd.service.d/malar.conf'],
  ['systemd/patroni.service.d/malar.conf', '/etc/systemd/system/patroni.service.d/malar.conf'],
  ['systemd/nginx.service.d/malar.conf', '/etc/systemd/system/nginx.service.d/malar.conf'],
]
const packages = ['postgresql', 'patroni', 'etcd-server', 'haproxy', 'nginx', 'openssl', 'iproute2']
const programs = [
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/sbin/haproxy',
  '/usr/sbin/nginx',
  '/usr/bin/openssl',
  '/usr/sbin/ip',
]

export const names = ['malar1', 'malar2', 'malar3'] as const
export type MachineName = (typeof names)[number]
export type Service = 'etcd' | 'patroni' | 'haproxy' | 'nginx' | 'malar'

/**
 * Returns the reason why the example's machines cannot run here, or null if the machines can run. Installs missing
 * packages if this account may.
 */
export async function missingForMachines(): Promise<string | null> {
  if (!canMakeNamespaces()) return 'only root of a Linux machine with namespaces can make machines'
  if (programs.every((file) => existsSync(file))) return null
  for (const name of packages) await installPackage(name)
  const missing = programs.filter((file) => !existsSync(file))
  return missing.length === 0 ? null : `there is no ${missing.join(', ')}`
}

/**
 * Three machines, set up as the README of the example says. Each machine has a network, a name, processes and files of
 * its own, so the example's files are used unchanged. Visitors reach the machines over one network, and the machines
 * reach each other over another network. Neither network can be reached from outside of the test.
 */
export class Machines {
  /** A folder in memory if this host has such a folder, because real machines do not share a disk. */
  readonly folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'malar-machines-'))
  /** The certificate that visitors trust. */
  readonly certificate = path.join(this.folder, 'malar.crt')
  readonly #switch: Namespaces
  readonly #machines = new Map<MachineName, Machine>()

  /**
   * @param code the folder that is mounted at /opt/malar
   * @param variables variables that the test adds to the example's variables
   */
  static async start(code: string, variables: Record<string, string>): Promise<Machines> {
    // A bridge without its own hardware address takes the lowest address of its links. That address would change when a
    // machine is switched off, and the other machines would send answers to the old address for seconds.
    const bridges = ['private', 'public'].map(
      (name, n) =>
        `ip link add ${name} type bridge; ip link set ${name} address 02:00:00:00:00:0${n + 1}; ip link set ${name} up`,
    )
    const machines = new Machines(
      await Namespaces.open(
        `ip link set lo up; ${bridges.join('; ')}; ip address add 192.0.2.100/24 dev public`,
      ),
    )
    const key = path.join(machines.folder, 'malar.key')
    const subject = ['-subj', '/CN=malar.example', '-addext', 'subjectAltName=DNS:malar.example']
    const made = [
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      machines.certificate,
    ]
    await run('openssl', ['req', ...made, ...subject])
    for (const name of names) {
      const machine = new Machine(machines, name, code, variables)
      machines.#machines.set(name, machine)
      await machine.switchOn()
    }
    return machines
  }

  private constructor(between: Namespaces) {
    this.#switch = between
  }

  get(name: MachineName): Machine {
    return this.#machines.get(name) as Machine
  }

  /** Runs a command in the networks between the machines. */
  async between(command: readonly string[]): Promise<void> {
    await run('nsenter', ['--target', String(this.#switch.pid), '--net', '--', ...command])
  }

  /** Starts a program in the network of the visitors, with the files of this host. */
  startVisitors(command: string, args: readonly string[]): ChildProcess {
    const enter = ['--target', String(this.#switch.pid), '--net', '--']
    return spawn('setpriv', ['--pdeathsig', 'KILL', '--', 'nsenter', ...enter, command, ...args], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
  }

  async stop(): Promise<void> {
    for (const machine of this.#machines.values()) await machine.switchOff()
    await this.#switch.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export class Machine {
  readonly name: MachineName
  /** The folder that is mounted at /opt/malar when the server starts next. */
  code: string
  readonly #all: Machines
  readonly #variables: Record<string, string>
  readonly #folder: string
  readonly #running = new Map<Service, RunningService>()
  #namespaces: Namespaces | null = null

  constructor(all: Machines, name: MachineName, code: string, variables: Record<string, string>) {
    this.#all = all
    this.name = name
    this.code = code
    this.#variables = variables
    this.#folder = path.join(all.folder, name)
    for (const [from, to] of places) {
      const text = readFileSync(path.join(example, from), 'utf8')
      // The README's command removes the lines of the machine's own name, so the test removes these lines too.
      this.#write(
        to,
        from === 'haproxy.cfg' ? text.replace(new RegExp(`^.*${name}:2379.*\n`, 'm'), '') : text,
      )
    }
    const hosts = names.map((each, at) => `10.0.0.${at + 1} ${each}`)
    this.#write('/etc/hosts', ['127.0.0.1 localhost', ...hosts, ''].join('\n'))
    for (const kind of ['crt', 'key'])
      this.#write(`/etc/nginx/malar.${kind}`, readFileSync(path.join(all.folder, `malar.${kind}`), 'utf8'))
    // The README creates the account `malar`.
    this.#write(
      '/etc/passwd',
      `${readFileSync('/etc/passwd', 'utf8')}malar:x:6427:6427::/nonexistent:/usr/sbin/nologin\n`,
    )
    this.#write('/etc/group', `${readFileSync('/etc/group', 'utf8')}malar:x:6427:\n`)
  }

  #write(to: string, text: string): void {
    const file = path.join(this.#folder, 'upper', to)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  /** Mounts the machine's own files as a layer above this host's files. The layer stays while the machine is off. */
  async switchOn(): Promise<void> {
    const layers = ['etc', 'var', 'opt'].map((name) => {
      const [upper, work] = [`${this.#folder}/upper/${name}`, `${this.#folder}/scratch/${name}`]
      return `mkdir -p ${upper} ${work}; mount -t overlay malar -o lowerdir=/${name},upperdir=${upper},workdir=${work} /${name}`
    })
    this.#namespaces = await Namespaces.open(`
      mount --make-rprivate /
      ${layers.join('\n')}
      mount -t tmpfs tmpfs /run
      install -d -o postgres -g postgres /run/postgresql
      install -d -o haproxy /run/haproxy
      install -d -m 700 -o malar -g malar /var/lib/malar
      chown -R postgres:postgres /etc/patroni /var/lib/postgresql
      chmod 600 /etc/patroni/config.yml
      chown -R etcd /var/lib/etcd
      mkdir -p /opt/malar
      hostname ${this.name}
      ip link set lo up`)
    const number = names.indexOf(this.name) + 1
    for (const [net, device, subnet] of [
      ['private', 'eth0', '10.0.0'],
      ['public', 'eth1', '192.0.2'],
    ] as const) {
      const link = linkOf(this.name, net)
      const { pid } = this.#namespaces
      // The machine keeps its hardware address, as real machines do, because its neighbours would need seconds to learn
      // a new address.
      const hardware = `02:00:00:00:0${net === 'private' ? 1 : 2}:0${number}`
      await this.#all.between([
        'ip',
        'link',
        'add',
        link,
        'type',
        'veth',
        'peer',
        'name',
        device,
        'address',
        hardware,
        'netns',
        String(pid),
      ])
      await this.#all.between(['ip', 'link', 'set', link, 'master', net, 'up'])
      const address = `${subnet}.${number}/24`
      await this.run(['sh', '-c', `ip address add ${address} dev ${device} && ip link set ${device} up`])
    }
  }

  /** Ends all processes at once, as a power failure does; files on the disk stay. */
  async switchOff(): Promise<void> {
    for (const service of this.#running.values()) service.isWanted = false
    await this.#namespaces?.close()
    this.#namespaces = null
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    this.#running.clear()
    // The kernel may not have removed these links yet, and the machine cannot be switched on again while they exist.
    const links = (['private', 'public'] as const).map((net) => linkOf(this.name, net))
    for (const link of links) await this.#all.between(['sh', '-c', `ip link delete ${link} || true`])
  }

  /** Cuts this machine off from the other machines. Visitors still reach this machine. */
  async leavePrivateNetwork(): Promise<void> {
    await this.#all.between(['ip', 'link', 'set', linkOf(this.name, 'private'), 'down'])
  }

  async joinPrivateNetwork(): Promise<void> {
    await this.#all.between(['ip', 'link', 'set', linkOf(this.name, 'private'), 'up'])
  }

  /** Runs a command on this machine and returns its output. */
  async run(command: readonly string[], user = 'root'): Promise<string> {
    const { stdout } = await run('nsenter', this.#inside(['runuser', '-u', user, '--', ...command]), {
      cwd: '/',
      maxBuffer: 2 ** 28,
    })
    return stdout
  }

  /** Starts a service as systemd does with its unit, and restarts it when it ends if the unit says so. */
  async start(service: Service): Promise<void> {
    if (service === 'malar') {
      await this.run(['sh', '-c', 'umount /opt/malar 2>/dev/null || true'])
      await this.run(['mount', '--bind', this.code, '/opt/malar'])
    }
    this.#running.set(
      service,
      new RunningService(this.#unitOf(service), (command, environment) =>
        spawn('nsenter', this.#inside(command), {
          env: environment,
          cwd: '/',
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      ),
    )
  }

  /** Ends a service by a signal, and does not restart it. */
  async end(service: Service, signal: 'TERM' | 'KILL'): Promise<void> {
    const running = this.#running.get(service)
    if (running === undefined) return
    running.isWanted = false
    await this.signal(service, signal)
    await running.ended
    this.#running.delete(service)
  }

  /** Sends a signal to the main process of a service; the unit says whether the service is then restarted. */
  async signal(service: Service, signal: 'TERM' | 'KILL'): Promise<void> {
    const pid = await this.#running.get(service)?.pid
    await this.run(['kill', `-${signal}`, String(pid)])
  }

  outputOf(service: Service): string {
    return this.#running.get(service)?.output ?? ''
  }

  #inside(command: readonly string[]): string[] {
    if (this.#namespaces === null) throw new Error(`${this.name} is switched off`)
    return this.#namespaces.inside(command)
  }

  #unitOf(service: Service): Unit {
    const own = path.join(this.#folder, 'upper/etc/systemd/system')
    const files = [`${own}/${service}.service`, `/lib/systemd/system/${service}.service`]
    const dropIn = `${own}/${service}.service.d/malar.conf`
    const main = files.find((file) => existsSync(file)) as string
    const unit = readUnit(
      service,
      [main, dropIn].filter((file) => existsSync(file)),
      this.name,
      (file) => {
        const written = path.join(this.#folder, 'upper', file)
        return readIfThere(existsSync(written) ? written : file)
      },
    )
    if (service === 'malar') Object.assign(unit.environment, this.#variables)
    return unit
  }
}

const linkOf = (machine: MachineName, net: 'private' | 'public') => `${machine}-${net.slice(0, 4)}`
