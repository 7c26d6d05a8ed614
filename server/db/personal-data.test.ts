import { expect, test } from 'vitest'
import { freshDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { identifiesNobody, personalData } from './personal-data.ts'
import type { Schema } from './schema.ts'
import { isOfSearchIndex } from './search.ts'

const isNobodys = (name: string) => identifiesNobody.test(name.split('.')[1] ?? '')

const views = ['money_state', 'seat']

onEachDatabase('personal data', freshDatabase, ({ db }) => {
  test('of every column that holds text it is said whether it can hold a person, and of no other', async () => {
    const tables = await db.read.introspection.getTables()
    const texts = tables
      .filter(({ name, isView }) => !isView && name in personalData)
      .flatMap(({ name, columns }) =>
        columns
          .filter(({ dataType }) => /^(text|character varying)$/i.test(dataType))
          .map((column) => `${name}.${column.name}`),
      )
    const said = Object.entries(personalData)
      .filter(([name]) => !views.includes(name))
      .flatMap(([name, { columns }]) => Object.keys(columns).map((column) => `${name}.${column}`))
    const isSaid = new Set(said)
    expect(
      texts.filter((column) => !isSaid.has(column) && !isNobodys(column)),
      'say in server/db/personal-data.ts whether these can hold a person',
    ).toEqual([])
    const isText = new Set(texts)
    expect(said.filter((column) => !isText.has(column))).toEqual([])
  })

  test('no table is left out', async () => {
    const ofTheMigrations = /^kysely_/
    const all = (await db.read.introspection.getTables()).map(({ name }) => name)
    // Who is forgotten leaves the index of words at once (`indexChanged`).
    const tables = all.filter((name) => !isOfSearchIndex(name))
    const left = tables.filter((name) => !ofTheMigrations.test(name) && !(name in personalData))
    expect(left).toEqual([])
    const known = Object.keys(personalData) as (keyof Schema)[]
    expect(known.filter((name) => !tables.includes(name) && !views.includes(name))).toEqual([])
  })
})
