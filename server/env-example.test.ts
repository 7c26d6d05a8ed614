import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig, variableNames } from './config.ts'
import { addressLines, settingSources } from './domains/school/school-settings.ts'

describe('.env.example', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../.env.example'), 'utf8')
  const example = parseEnv(text) as Record<string, string>
  const folder = mkdtempSync(path.join(tmpdir(), 'malar-env-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('names exactly the variables that the server reads, each once', () => {
    const named = [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
    expect(named.sort()).toEqual([...variableNames].sort())
  })

  test('gives what is so without it', () => {
    const { school: _, ...given } = readConfig({ ...example, DATA_DIR: folder })
    const { school: __, ...without } = readConfig({ DATA_DIR: folder })
    expect(given).toEqual(without)
    for (const [name, { variable, demonstration }] of Object.entries(settingSources)) {
      const value = example[`SCHOOL_${variable}`] ?? ''
      if (name === 'address') expect(addressLines(value)).toEqual(addressLines(demonstration))
      else expect(value, variable).toBe(demonstration)
    }
  })
})
