import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { readCompose, readStage } from '../harness/one-machine.ts'

// This test only reads these files; `npm run robustness -- one-machine` starts them.
const folder = 'examples/one-machine'
const files = globSync(`${folder}/**/*`).filter(
  (file) => path.extname(file) !== '' || file.endsWith('Caddyfile'),
)
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
const secondsOf = (text: string | undefined) => Number(/^(\d+)s?$/.exec(text ?? '')?.[1] ?? Number.NaN)
const unit = (name: string) => read(`systemd/${name}`)
const settingOf = (text: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]

function settings(): Record<string, string> {
  return parseEnv(read('malar.env')) as Record<string, string>
}

describe('the example of one machine', () => {
  test('each file of the example is named in its README', () => {
    const readme = read('README.md')
    const named = (file: string) =>
      readme.includes(path.basename(file)) || readme.includes(path.basename(path.dirname(file)))
    expect(files.length).toBeGreaterThan(7)
    expect(files.filter((file) => !named(file))).toEqual([])
  })

  test('the server accepts the settings: an own address, no demonstration, and only Caddy is believed', () => {
    using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'malar-example-'))
    const given = settings()
    // The README contains the command that makes the password.
    expect(() => readConfig({ ...given, DATA_DIR: temporary.path })).toThrow('ADMIN_PASSWORD')
    const config = readConfig({ ...given, ADMIN_PASSWORD: '0123456789abcdef', DATA_DIR: temporary.path })
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      trustProxy: '127.0.0.1',
      fillsDemo: false,
    })
    expect(config.siteUrl).toMatch(/^https:/)
    expect(Object.keys(given).filter((name) => name.includes('PAYMENT') || name.includes('UPI'))).toEqual([])
    expect(read('Caddyfile')).toContain('reverse_proxy 127.0.0.1:3000 {')
    // Caddy checks the server every 250 ms, so it notices the end of the server before the server refuses connections.
    expect(config.drainMs).toBeGreaterThanOrEqual(4 * 250)
    expect(read('Caddyfile')).toContain('health_interval 250ms\n')
  })

  test('a container or unit has longer to end than the server takes', () => {
    const least = Number(settings()['DRAIN_MS']) / 1000 + 10
    expect(secondsOf(readCompose().services.malar.stop_grace_period)).toBeGreaterThanOrEqual(least)
    expect(secondsOf(settingOf(unit('malar.service'), 'TimeoutStopSec'))).toBeGreaterThanOrEqual(least)
  })

  test('the units of both examples start the server in the same way', () => {
    const lines = (text: string) =>
      text.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('After='))
    const several = readFileSync('examples/several-machines/systemd/malar.service', 'utf8')
    expect(lines(unit('malar.service'))).toEqual(lines(several))
  })

  test('no container is root or writes outside of its volumes, and every log is bounded', () => {
    const { services, volumes } = readCompose()
    expect(Object.keys(services)).toEqual(['malar', 'backup', 'caddy'])
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
        logging: { options: { 'max-size': '10m', 'max-file': '5' } },
      })
      const named = service.volumes
        .filter((volume) => !volume.startsWith('/'))
        .map((volume) => volume.split(':')[0])
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named))
    }
    expect(services.malar.network_mode).toBe('host')
    expect(services.malar.healthcheck?.test.join(' ')).toContain('http://127.0.0.1:3000/readyz')
    expect(services.backup.network_mode).toBe('none')
    expect(services.backup.volumes).toContain(services.malar.volumes[0])
    expect(readStage('school')).toMatch(/^USER node$/m)
    expect(readStage('school')).toContain('-o node -g node -m 700 /var/lib/malar /var/lib/malar-backups')
  })

  test('both examples take their image from one Dockerfile, and no settings with secrets get into it', () => {
    const several = readFileSync('examples/several-machines/compose.yaml', 'utf8')
    expect(several).toContain('dockerfile: examples/Dockerfile\n    target: machine\n')
    expect(readCompose().services.malar.build).toMatchObject({
      dockerfile: 'examples/Dockerfile',
      target: 'school',
    })
    expect(globSync('examples/**/Dockerfile')).toEqual(['examples/Dockerfile'])
    expect(readStage('machine')).toContain('COPY --from=built /opt/malar .')
    const ignored = readFileSync('examples/Dockerfile.dockerignore', 'utf8').split('\n')
    for (const each of ['.git', 'data', '**/.env', `${folder}/malar.env`]) expect(ignored).toContain(each)
    for (const { env_file } of Object.values(readCompose().services))
      expect([undefined, '/etc/malar.env']).toContain(env_file)
  })

  test('the nightly backup runs at the same hour with and without containers', () => {
    const [, hour = '', minute = '', zone] =
      /^OnCalendar=\*-\*-\* (\d\d):(\d\d) (\S+)$/m.exec(unit('malar-backup.timer')) ?? []
    expect(read('backup.sh')).toContain(`BACKUP_AT:-${hour}${minute}`)
    expect(readCompose().services.backup.environment).toEqual({ TZ: zone })
    expect(unit('malar-backup.timer')).toMatch(/^Persistent=true$/m)
    expect(settingOf(unit('malar-backup.service'), 'ExecStart')).toBe(
      '/bin/sh examples/one-machine/backup.sh',
    )
    expect(read('README.md')).toContain(`At ${hour}:${minute} in India`)
  })

  test('Caddy and systemd accept their files', () => {
    if (existsSync('/usr/bin/caddy'))
      execFileSync(
        '/usr/bin/caddy',
        ['validate', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`],
        {
          stdio: 'pipe',
        },
      )
    if (existsSync('/usr/bin/systemd-analyze'))
      execFileSync('/usr/bin/systemd-analyze', ['calendar', '*-*-* 03:30 Asia/Kolkata'], { stdio: 'pipe' })
    execFileSync('sh', ['-n', `${folder}/backup.sh`])
  })
})
