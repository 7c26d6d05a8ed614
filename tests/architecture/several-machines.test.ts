import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'

// This test only reads these files; `npm run robustness -- several-machines` starts them.
const folder = 'examples/several-machines'
const files = [...globSync(`${folder}/**/*.*`)].sort()
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN)

describe('the example of several machines', () => {
  test('each file of the example is named in its README', () => {
    const readme = read('README.md')
    const named = (file: string) =>
      readme.includes(path.basename(file)) || readme.includes(path.basename(path.dirname(file)))
    expect(files.length).toBeGreaterThan(9)
    expect(files.filter((file) => !named(file))).toEqual([])
  })

  test('HAProxy accepts its configuration, and the times in Patroni’s configuration fit together', () => {
    using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'malar-example-'))
    const local = (name: string) => read(name).replace(/\bmalar[123]:/g, '127.0.0.1:')
    const write = (name: string) => {
      const file = path.join(temporary.path, name)
      writeFileSync(file, local(name))
      return file
    }
    if (existsSync('/usr/sbin/haproxy'))
      execFileSync('/usr/sbin/haproxy', ['-c', '-q', '-f', write('haproxy.cfg')], { stdio: 'pipe' })
    const patroni = read('patroni.yml')
    expect(
      numberIn(patroni, /loop_wait: (\d+)/) + 2 * numberIn(patroni, /retry_timeout: (\d+)/),
    ).toBeLessThanOrEqual(numberIn(patroni, /ttl: (\d+)/))
    expect(patroni).toContain('synchronous_mode: true')
    // A new standby does not wait for a slow checkpoint.
    expect(patroni).toMatch(/^ {2}basebackup:\n {4}checkpoint: fast$/m)
  })

  test('the server accepts the variables of the example, and its addresses match those of HAProxy and nginx', () => {
    using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'malar-example-'))
    const lines = read('malar.env')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
    const env = parseEnv(lines.join('\n')) as Record<string, string>
    const config = readConfig({ ...env, DATA_DIR: temporary.path })
    const balancer = read('haproxy.cfg')
    expect(balancer).toContain(`bind ${new URL(config.databaseUrl as string).host}\n`)
    expect(balancer.match(new RegExp(`server malar\\d malar\\d:${config.port} check\\n`, 'g'))).toHaveLength(
      4,
    )
    expect(read('nginx.conf')).toContain('server 127.0.0.1:8080;')
    expect(balancer).toContain('bind 127.0.0.1:8080\n')
    // HAProxy checks the server twice during `drainMs`, and the server may then need ten more seconds to end.
    const unit = read('systemd/malar.service')
    expect(config.drainMs).toBeGreaterThanOrEqual(2_000)
    expect(numberIn(unit, /TimeoutStopSec=(\d+)/) * 1000).toBeGreaterThanOrEqual(config.drainMs + 10_000)
  })

  test.each([['malar.service'], ['nginx.service.d/malar.conf'], ['patroni.service.d/malar.conf']])(
    'the systemd unit %s restarts its service however often it fails',
    (unit) => {
      // systemd ignores a setting in the wrong section.
      const [own, service] = read(`systemd/${unit}`).split('[Service]')
      expect(own).toMatch(/^StartLimitIntervalSec=0$/m)
      // Debian's unit of Patroni has its own `Restart`.
      if (!unit.startsWith('patroni')) expect(service).toMatch(/^Restart=on-failure$/m)
      expect(service).toMatch(/^RestartSec=[12]$/m)
    },
  )

  test('the settings of etcd let it start before the other machines, and rejoin without a needless election', () => {
    expect(read('systemd/etcd.service.d/malar.conf')).toMatch(/^Type=exec$/m)
    expect(read('systemd/etcd.service.d/malar.conf')).toMatch(/^Environment=ETCD_PRE_VOTE=true$/m)
  })

  test('Patroni reaches etcd through HAProxy, which sends it only to the etcd of the other machines', () => {
    expect(read('patroni.yml')).toMatch(/^ {2}proxy: http:\/\/127\.0\.0\.1:2378$/m)
    const [, locks, etcd] =
      /^frontend locks$(.*?)^backend etcd$(.*?)^frontend/ms.exec(read('haproxy.cfg')) ?? []
    expect(locks).toMatch(/^ {2}bind 127\.0\.0\.1:2378$/m)
    expect(etcd).toMatch(/^ {2}default-server on-marked-down shutdown-sessions$/m)
    expect([...(etcd ?? '').matchAll(/^ {2}server (\S+) (\S+) check$/gm)].map(([, , at]) => at)).toEqual([
      'malar1:2379',
      'malar2:2379',
      'malar3:2379',
    ])
    // No further line names the etcd of a machine.
    expect(read('haproxy.cfg').match(/:2379/g)).toHaveLength(3)
    expect(read('README.md')).toContain('sed "/$(hostname):2379/d" haproxy.cfg > /etc/haproxy/haproxy.cfg')
    expect(read('machine.sh')).toContain('sed "/$name:2379/d" haproxy.cfg > /etc/haproxy/haproxy.cfg')
  })

  test('every secret of the example is a placeholder, and the database’s password is the same in both files', () => {
    const withSecrets = ['patroni.yml', 'database.sql', 'malar.env'].map(read).join('\n')
    const secrets =
      withSecrets.match(/(?<=password: |password '|malar:|AUTH_SECRET=|PASSWORD=)[^\s'@]+/g) ?? []
    expect(secrets.length).toBeGreaterThan(6)
    expect(secrets.filter((secret) => !/^CHANGE-ME-\d/.test(secret))).toEqual([])
    const ofDatabase = (name: string) =>
      /CHANGE-ME-\d/.exec(name.slice(name.search(/login password|postgres:/)))?.[0]
    expect(ofDatabase(read('malar.env'))).toBe(ofDatabase(read('database.sql')))
  })
})
