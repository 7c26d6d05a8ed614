import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig, variableNames } from './config.ts'

describe('.env.example', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../.env.example'), 'utf8')
  const example = parseEnv(text) as Record<string, string>
  const folder = mkdtempSync(path.join(tmpdir(), 'malar-env-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('.env.example names each variable that the server reads exactly once', () => {
    const named = [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
    expect(named.sort()).toEqual([...variableNames].sort())
  })

  test.each([['.env.example'], ['examples/one-machine/malar.env'], ['examples/several-machines/malar.env']])(
    'a shell, systemd and Node read the same values from %s',
    (file) => {
      const own = readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')
      // systemd does not expand $, and reads a # behind a value as a part of the value. These lines mean the same to a
      // shell.
      const alike = /^(?:|#.*|[A-Z][A-Z0-9_]*=(?:[\w./:@,+-]*|"[^"$`\\]*"))$/
      expect(own.split('\n').filter((line) => !alike.test(line))).toEqual([])
      const printed = execFileSync(
        'sh',
        ['-c', 'set -a && . "$0" && env -0', path.resolve(import.meta.dirname, '..', file)],
        {
          env: { PATH: process.env['PATH'] },
          encoding: 'utf8',
        },
      )
      const read = Object.fromEntries(
        printed
          .split('\0')
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      )
      const wanted = parseEnv(own) as Record<string, string>
      expect(Object.fromEntries(Object.keys(wanted).map((name) => [name, read[name]]))).toEqual(wanted)
    },
  )

  test('.env.example has the same settings as a server without it', () => {
    expect(readConfig({ ...example, DATA_DIR: folder })).toEqual(readConfig({ DATA_DIR: folder }))
  })
})
