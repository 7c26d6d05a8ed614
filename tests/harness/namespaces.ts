import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * A process that keeps the Linux namespaces of a machine open. All processes in the namespaces end with this process.
 */
export class Namespaces {
  readonly #holder: ChildProcess
  readonly pid: number

  private constructor(holder: ChildProcess, pid: number) {
    this.#holder = holder
    this.pid = pid
  }

  /** @param setUp shell commands after which the machine is ready */
  static async open(setUp: string): Promise<Namespaces> {
    // Bash reaps orphaned processes, as init does.
    const script = `set -e; ${setUp}\nset +e; echo ready; while :; do sleep 3600 & wait; done`
    const kinds = ['--net', '--mount', '--pid', '--uts', '--ipc', '--fork', '--kill-child', '--mount-proc']
    // The holder ends with the test's process, however that process ends.
    const dying = ['--pdeathsig', 'KILL', '--']
    const holder = spawn('setpriv', [...dying, 'unshare', ...kinds, 'bash', '-c', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let complaints = ''
    holder.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints += text
    })
    await new Promise<void>((resolve, reject) => {
      holder.stdout.once('data', () => resolve())
      holder.once('exit', () => reject(new Error(`A machine did not start: ${complaints}`)))
    })
    holders.add(holder)
    // The child of `unshare` is the first process of the namespaces.
    const children = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8')
    return new Namespaces(holder, Number(children.trim()))
  }

  /** The arguments of `nsenter` that run a command in these namespaces. */
  inside(command: readonly string[]): string[] {
    return ['--target', String(this.pid), '--net', '--mount', '--pid', '--uts', '--ipc', '--', ...command]
  }

  async close(): Promise<void> {
    if (this.#holder.exitCode !== null || this.#holder.signalCode !== null) return
    const exited = new Promise((resolve) => this.#holder.once('exit', resolve))
    this.#holder.kill('SIGKILL')
    await exited
    holders.delete(this.#holder)
  }
}

const holders = new Set<ChildProcess>()
process.once('exit', () => {
  for (const holder of holders) holder.kill('SIGKILL')
})

/** Tells if this account may make namespaces, and installs nothing. */
export function canMakeNamespaces(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('unshare', ['--net', '--mount', '--pid', '--fork', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
