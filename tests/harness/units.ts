import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface Unit {
  command: string[]
  user: string
  folder: string
  environment: Record<string, string>
  restarts: boolean
  /** Capabilities of the service's process if its account is not root, in the spelling of `setpriv`. */
  capabilities?: string[]
}

/** Reads a service's systemd unit. The function knows only the settings that the units of these services use. */
export function readUnit(
  service: string,
  files: readonly string[],
  machine: string,
  read: (file: string) => string,
): Unit {
  const unit: Unit = { command: [], user: 'root', folder: '/', environment: {}, restarts: false }
  const set = (line: string) => {
    const [name = '', ...value] = line.split('=')
    unit.environment[name.trim()] = unquoted(value.join('='))
  }
  for (const line of files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))) {
    const [key, ...rest] = line.split('=')
    const value = rest.join('=').replaceAll('%H', machine).replaceAll('%p', service)
    if (key === 'User') unit.user = value
    else if (key === 'WorkingDirectory') unit.folder = value
    else if (key === 'AmbientCapabilities')
      unit.capabilities = value.split(' ').map((each) => each.replace('CAP_', '+').toLowerCase())
    else if (key === 'Restart') unit.restarts = value !== 'no'
    else if (key === 'ExecStart')
      // Debian's unit runs nginx in the background, where its end would not be noticed.
      unit.command = service === 'nginx' ? ['/usr/sbin/nginx', '-g', 'daemon off;'] : value.split(' ')
    else if (key === 'Environment')
      for (const [, word = ''] of value.matchAll(/((?:[^\s"]|"[^"]*")+)/g)) set(unquoted(word))
    else if (key === 'EnvironmentFile')
      for (const each of read(value.replace(/^-/, '')).split('\n')) if (/^\w+=/.test(each)) set(each)
  }
  // A variable that stands alone as an argument is split at spaces, and is left out if it is empty.
  unit.command = unit.command.flatMap((word) => {
    const [, name] = /^\$(\w+)$/.exec(word) ?? []
    return name === undefined ? [word] : (unit.environment[name] ?? '').split(' ').filter(Boolean)
  })
  return unit
}

const unquoted = (text: string) => text.replace(/^"(.*)"$/, '$1')
export const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** The command of a unit, run by the unit's account. */
export function asAccount({ user, command, capabilities = [] }: Unit): string[] {
  if (user === 'root') return command
  const kept = capabilities.join(',')
  const become = kept === '' ? [] : [`--inh-caps=${kept}`, `--ambient-caps=${kept}`]
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', ...become, '--', ...command]
}

const restartMs = 2_000

/** Runs a command on the machine. */
type Spawn = (command: string[], environment: Record<string, string>) => ChildProcess

export class RunningService {
  isWanted = true
  /** The process id inside the machine. */
  pid: Promise<number>
  output = ''
  readonly ended: Promise<void>
  readonly #unit: Unit
  readonly #spawn: Spawn

  constructor(unit: Unit, spawnInside: Spawn) {
    this.#unit = unit
    this.#spawn = spawnInside
    const started = Promise.withResolvers<number>()
    this.pid = started.promise
    this.ended = this.#keep(started.resolve)
  }

  async #keep(resolvePid: (pid: number) => void): Promise<void> {
    const { folder, environment, restarts } = this.#unit
    for (let first = true; this.isWanted && (first || restarts); first = false) {
      if (!first) {
        const started = Promise.withResolvers<number>()
        this.pid = started.promise
        resolvePid = started.resolve
        await delay(restartMs)
        if (!this.isWanted) return
      }
      // The shell prints its own process id first, and the program keeps that id.
      const script = 'echo $$; cd "$0"; exec "$@"'
      const child = this.#spawn(['sh', '-c', script, folder, ...asAccount(this.#unit)], {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        ...environment,
      })
      let hasPid = false
      const collect = (text: string) => {
        if (!hasPid && /^\d+\n/.test(text)) {
          hasPid = true
          resolvePid(Number.parseInt(text, 10))
        }
        this.output = (this.output + text).slice(-100_000)
      }
      child.stdout?.setEncoding('utf8').on('data', collect)
      child.stderr?.setEncoding('utf8').on('data', collect)
      await new Promise<void>((resolve) => child.once('exit', () => resolve()))
    }
  }
}
