import { refusal, sentenceOf } from '../../../../contract/errors.ts'
import { folded } from '../../../../contract/folded.ts'
import {
  type FlowerInput,
  type FlowerPatch,
  type FlowersQuery,
  flowerFields,
  flowerImportRow,
} from '../../../../contract/store/recipes.ts'
import { isNameFree, namesTaken } from '../../../db/names.ts'
import { presentPage } from '../../../db/page.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { logFields, startFields, writeFields } from '../../../platform/record-fields.ts'
import { recordsOf } from '../../../platform/records.ts'
import { createRowImport, oneByOne } from '../../../platform/row-import.ts'
import type { Deps } from '../../deps.ts'
import { presentFlower } from './recipes.presenter.ts'
import * as repository from './recipes.repository.ts'

export type FlowersService = ReturnType<typeof createFlowersService>

export function createFlowersService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'flower', {
    find: repository.findFlower,
    title: ({ name }) => name,
    fields: (row) => logFields(flowerFields, presentFlower(row)),
    mayGo(_tx, { recipes }) {
      if (recipes > 0) throw refusal('flower-in-recipes', { facts: { recipes } })
    },
    renews: { delete: ['version'], restore: ['version'] },
  })

  async function requireFreeName(tx: Tx, name: string, own: string | null) {
    if (!(await isNameFree(tx, 'flower', name, own))) throw refusal('flower-known', { at: 'name' })
  }

  async function add(tx: Tx, input: FlowerInput, by: Actor | null) {
    const row = {
      id: ids.id(),
      ...startFields(flowerFields, input),
      created_at: clock.now(),
      deleted_at: null,
    }
    await requireFreeName(tx, input.name, null)
    await tx.insertInto('flower').values(row).execute()
    const shown = await records.get(tx, row.id)
    await records.added(tx, [shown], by)
    return presentFlower(shown)
  }

  return {
    list: (query: FlowersQuery) => presentPage(repository.listFlowerPage(db.read, query), presentFlower),
    get: async (id: string) => presentFlower(await records.get(db.read, id)),
    add,

    update: async (id: string, { version, ...patch }: FlowerPatch, by: Actor) =>
      presentFlower(
        await records.change(id, { by, version }, async (tx, before) => {
          if (patch.name !== undefined && patch.name !== before.name)
            await requireFreeName(tx, patch.name, id)
          return writeFields(flowerFields, patch)
        }),
      ),

    remove: records.remove,

    async restore(tx: Tx, id: string) {
      const row = await tx.selectFrom('flower').select('name').where('id', '=', id).executeTakeFirst()
      if (row) await requireFreeName(tx, row.name, id)
      if (!(await records.restore(tx, id))) throw refusal('flower-known')
    },

    imports: createRowImport(deps, records, {
      schema: flowerImportRow,
      unique: {
        column: 'name',
        keyOf: ({ name }) => folded(name),
        listTaken: namesTaken('flower'),
        taken: sentenceOf('conflict', { reason: 'flower-known' }),
      },
      add: oneByOne(add),
    }),
  }
}
