import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const example = path.resolve(import.meta.dirname, '../../examples/several-machines/nginx.conf')

export interface TestNginx {
  url: string
  pid: number
  stop(): Promise<void>
}

/**
 * Starts nginx in front of these servers with the example's configuration, except for three differences: no TLS, other
 * folders, and no limit of requests per connection. Null if this machine has no nginx; the console then says so.
 */
export async function startNginx(upstreams: readonly string[]): Promise<TestNginx | null> {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
  } catch {
    console.warn('nginx is not on this machine: what stands behind it is not tested here.')
    return null
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'malar-nginx-'))
  mkdirSync(path.join(folder, 'cache'))
  const port = await freePort()
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, upstreams))
  const child = spawn('nginx', ['-c', file, '-p', folder, '-g', 'daemon off;'], { stdio: 'inherit' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
  }
  return {
    url,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGQUIT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The example's configuration with the paths of this test. @throws if the example lacks a line that the test replaces
 */
function configuration(folder: string, port: number, upstreams: readonly string[]): string {
  let text = readFileSync(example, 'utf8')
  const servers = upstreams.map((url) => `server ${new URL(url).host};`).join('\n')
  const changes: [string | RegExp, string][] = [
    ['pid /run/nginx.pid;', `pid ${folder}/nginx.pid;`],
    ['/var/log/nginx/error.log', `${folder}/error.log`],
    ['/var/lib/nginx/malar', `${folder}/cache`],
    ['server 127.0.0.1:8080;', servers],
    ['listen 80;', 'listen 127.0.0.1:1;'],
    [/ {2}server \{\n {4}listen 127\.0\.0\.1:1;[^}]*\}\n/, ''],
    // The bench keeps its connections open, so nginx must not limit the requests of a connection.
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};\n    keepalive_requests 1000000000;`],
    [/ +ssl_certificate.*\n +ssl_certificate_key.*\n/, ''],
    [
      'http {',
      `http {\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}`,
    ],
    // The account that nginx usually runs as could not read the test's folder.
    ...(process.getuid?.() === 0
      ? [['worker_processes auto;', 'worker_processes 1;\nuser root;'] as [string, string]]
      : []),
  ]
  for (const [from, to] of changes) {
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`The example of nginx has no ${from}`)
    text = changed
  }
  return text
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
