import { expect, test } from 'vitest'
import { freshDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { identifiesNobody, personalData } from './personal-data.ts'
import type { Schema } from './schema.ts'
import { isOfSearchIndex } from './search.ts'

const isNobodys = (name: string) => identifiesNobody.test(name.split('.')[1] ?? '')

const views = ['money_state', 'seat']

onEachDatabase('the list of personal data', freshDatabase, ({ db }) => {
  test('the list of personal data names each text column that could identify a person, and no other column', async () => {
    const tables = await db.read.introspection.getTables()
    const texts = tables
      .filter(({ name, isView }) => !isView && name in personalData)
      .flatMap(({ name, columns }) =>
        columns
          .filter(({ dataType }) => /^(text|character varying)$/i.test(dataType))
          .map((column) => `${name}.${column.name}`),
      )
    const listed = Object.entries(personalData)
      .filter(([name]) => !views.includes(name))
      .flatMap(([name, { columns }]) => Object.keys(columns).map((column) => `${name}.${column}`))
    const isListed = new Set(listed)
    expect(
      texts.filter((column) => !isListed.has(column) && !isNobodys(column)),
      'say in server/db/personal-data.ts whether these can hold a person',
    ).toEqual([])
    const isText = new Set(texts)
    expect(listed.filter((column) => !isText.has(column))).toEqual([])
  })

  test('the list of personal data names every table', async () => {
    const ofTheMigrations = /^kysely_/
    const all = (await db.read.introspection.getTables()).map(({ name }) => name)
    // A forgotten person is removed from the search index at once (`indexChanged`).
    const tables = all.filter((name) => !isOfSearchIndex(name))
    const left = tables.filter((name) => !ofTheMigrations.test(name) && !(name in personalData))
    expect(left).toEqual([])
    const known = Object.keys(personalData) as (keyof Schema)[]
    expect(known.filter((name) => !tables.includes(name) && !views.includes(name))).toEqual([])
  })
})
