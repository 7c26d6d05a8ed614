import { refusal, sentenceOf } from '../../../../contract/errors.ts'
import { folded } from '../../../../contract/folded.ts'
import type { ImportProblem } from '../../../../contract/row-import.ts'
import { insideInWords } from '../../../../contract/store/recipe-facts.ts'
import * as contract from '../../../../contract/store/recipes.ts'
import { listExistingIds } from '../../../db/existing.ts'
import { findNamed, isNameFree, namesTaken } from '../../../db/names.ts'
import { presentPage } from '../../../db/page.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { logFields, startFields, writeFields } from '../../../platform/record-fields.ts'
import { recordsOf } from '../../../platform/records.ts'
import { createRowImport, oneByOne } from '../../../platform/row-import.ts'
import type { Deps } from '../../deps.ts'
import { presentFlower, presentRecipe, stemsText, subjectOf, titleOf } from './recipes.presenter.ts'
import * as repository from './recipes.repository.ts'
import { listSubjects, type Subject } from './recipes.repository.ts'

export type RecipesService = ReturnType<typeof createRecipesService>

export function createRecipesService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'recipe', {
    find: repository.findRecipe,
    title: (row) => titleOf(row),
    fields: (row) => ({ of: titleOf(row), flowers: stemsText(row.stems) }),
    renews: { delete: ['version'], restore: ['version'] },
  })

  /**
   * Finds the product, size or course that a new recipe is for.
   * @throws `validation_failed` if there is none; `conflict` if it has a recipe already
   */
  async function findFree(tx: Tx, asked: string) {
    const id = asked.split(':')[1] as string
    const subjects = await repository.listSubjects(tx, { id })
    const subject = subjects.find((one) => subjectOf(one) === asked)
    if (subject === undefined) throw refusal('recipe-of-nothing', { at: 'subject' })
    if (subject.hasRecipe) throw refusal('recipe-known', { at: 'subject' })
    return subject
  }

  async function requireFlowers(tx: Tx, { stems }: Pick<contract.RecipeInput, 'stems'>) {
    const flowerIds = stems.map(({ flowerId }) => flowerId)
    if ((await listExistingIds(tx, 'flower', flowerIds)).length < flowerIds.length) {
      throw refusal('flower-unknown', { at: 'stems' })
    }
  }

  async function add(tx: Tx, { subject, stems }: contract.RecipeInput, by: Actor | null) {
    const { kind, id: ofId, sizeId } = await findFree(tx, subject)
    await requireFlowers(tx, { stems })
    const id = ids.id()
    const row = {
      id,
      product_id: kind === 'product' ? ofId : null,
      size_id: sizeId,
      course_id: kind === 'course' ? ofId : null,
      created_at: clock.now(),
      deleted_at: null,
    }
    const recipes = tx.insertInto('recipe').values(row)
    const { numInsertedOrUpdatedRows } = await recipes
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) throw refusal('recipe-known', { at: 'subject' })
    await repository.putStems(tx, id, stems)
    const added = await records.get(tx, id)
    await records.added(tx, [added], by)
    return presentRecipe(added)
  }

  return {
    list: (query: contract.RecipesQuery) =>
      presentPage(repository.listRecipePage(db.read, query), presentRecipe),
    get: async (id: string) => presentRecipe(await records.get(db.read, id)),

    async listSubjects() {
      return (await repository.listSubjects(db.read)).map((one) => ({
        subject: subjectOf(one),
        kind: one.kind,
        name: one.name,
        size: one.size,
        price: one.priceInPaise / 100,
        hasRecipe: one.hasRecipe,
        isAddon: one.isAddon,
      }))
    },

    add,

    /** @throws `not_found`; `conflict` if `version` is given and stale */
    update: async (id: string, { version, stems }: contract.RecipePatch, by: Actor) =>
      presentRecipe(
        await records.change(id, { by, version }, async (tx) => {
          if (stems === undefined) return null
          await requireFlowers(tx, { stems })
          await repository.putStems(tx, id, stems)
          return {}
        }),
      ),

    remove: records.remove,

    /** @throws `conflict` if the product or course has another recipe now */
    async restore(tx: Tx, id: string) {
      const row = await tx.selectFrom('recipe').selectAll().where('id', '=', id).executeTakeFirst()
      const other =
        row &&
        (await tx
          .selectFrom('recipe')
          .select('id')
          .where('deleted_at', 'is', null)
          .where('size_id', '=', row.size_id)
          .where((eb) =>
            row.product_id === null
              ? eb('course_id', '=', row.course_id)
              : eb('product_id', '=', row.product_id),
          )
          .executeTakeFirst())
      if (other || !(await records.restore(tx, id))) throw refusal('recipe-known')
    },

    imports: createRowImport(deps, records, {
      schema: contract.recipeImportRow,
      examine: async (source, rows) => (await readNamedRecipes(source, rows)).map(({ problem }) => problem),
      async add(tx, rows, by) {
        const named = await readNamedRecipes(tx, rows)
        return oneByOne(add)(
          tx,
          named.flatMap(({ input }) => input ?? []),
          by,
        )
      },
    }),

    async insideOf(source: Queryable, productIds: readonly string[]) {
      const recipes = await repository.listRecipesOfProducts(source, productIds)
      const living = recipes.filter((one) => one.size_id === '' || one.size_name !== null)
      const words = Map.groupBy(living, (one) => one.product_id as string)
      return new Map(
        [...words].map(([id, ofSizes]) => [
          id,
          ofSizes
            .map(({ size_name, stems }) => (size_name ? `${size_name}: ` : '') + insideInWords(stems))
            .join('. '),
        ]),
      )
    },
  }
}

type Problem = Omit<ImportProblem, 'row'>

type NamedRecipe = { input: contract.RecipeInput; problem: null } | { input: null; problem: Problem }

/**
 * Finds the products, sizes, classes and flowers that are named in the rows of a file. A row is refused if its product,
 * size or class already has a recipe.
 */
async function readNamedRecipes(source: Queryable, rows: readonly contract.RecipeImportRow[]) {
  const subjects = Map.groupBy(await listSubjects(source), keyOf)
  const names = new Set(rows.flatMap(({ stems }) => stems.map(({ flower }) => flower)))
  const flowers = await findNamed(source, 'flower', [...names])
  const seen = new Set<string>()
  return rows.map((row) => {
    const problem = (column: string, message: string): NamedRecipe => ({
      input: null,
      problem: { column, message },
    })
    const [found, another] = subjects.get(keyOf({ ...row, size: row.size ?? null })) ?? []
    if (found === undefined) return problem('name', unknown(row))
    if (another !== undefined)
      return problem('name', 'Several items have this name. Add this recipe by hand.')
    const subject = subjectOf(found)
    if (found.hasRecipe || seen.has(subject)) return problem('name', 'This already has a recipe.')
    const stems = row.stems.map(({ flower, count, waste }) => ({
      flowerId: flowers.get(folded(flower))?.[0] ?? '',
      count,
      waste,
    }))
    const missing = row.stems.find((_, n) => stems[n]?.flowerId === '')
    if (missing) return problem('stems', `There’s no flower called “${missing.flower}”. Add it first.`)
    if (new Set(stems.map(({ flowerId }) => flowerId)).size < stems.length) {
      return problem('stems', 'Add each flower only once')
    }
    seen.add(subject)
    return { input: { subject, stems }, problem: null }
  })
}

function keyOf({ kind, name, size }: Pick<Subject, 'kind' | 'name' | 'size'>): string {
  return JSON.stringify([kind, folded(name), folded(size ?? '')])
}

function unknown({ kind, size }: contract.RecipeImportRow): string {
  if (kind === 'course') return 'There’s no class with this name. Check the name, or add the class first.'
  return size
    ? 'There’s no product with this name and size. Check both, or add them first.'
    : 'No product with this name is sold without a size. Check the name, or enter a size.'
}

export function createFlowersService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'flower', {
    find: repository.findFlower,
    title: ({ name }) => name,
    fields: (row) => logFields(contract.flowerFields, presentFlower(row)),
    requireDeletable(_tx, { recipes }) {
      if (recipes > 0) throw refusal('flower-in-recipes', { facts: { recipes } })
    },
    renews: { delete: ['version'], restore: ['version'] },
  })

  async function requireFreeName(tx: Tx, name: string, own: string | null) {
    if (!(await isNameFree(tx, 'flower', name, own))) throw refusal('flower-known', { at: 'name' })
  }

  async function add(tx: Tx, input: contract.FlowerInput, by: Actor | null) {
    const columns = startFields(contract.flowerFields, input)
    const row = { id: ids.id(), ...columns, created_at: clock.now(), deleted_at: null }
    await requireFreeName(tx, input.name, null)
    return presentFlower(await records.add(tx, row, by))
  }

  return {
    list: (query: contract.FlowersQuery) =>
      presentPage(repository.listFlowerPage(db.read, query), presentFlower),
    get: async (id: string) => presentFlower(await records.get(db.read, id)),
    add,

    update: async (id: string, { version, ...patch }: contract.FlowerPatch, by: Actor) =>
      presentFlower(
        await records.change(id, { by, version }, async (tx, before) => {
          if (patch.name !== undefined && patch.name !== before.name)
            await requireFreeName(tx, patch.name, id)
          return writeFields(contract.flowerFields, patch)
        }),
      ),

    remove: records.remove,

    async restore(tx: Tx, id: string) {
      const row = await tx.selectFrom('flower').select('name').where('id', '=', id).executeTakeFirst()
      if (row) await requireFreeName(tx, row.name, id)
      if (!(await records.restore(tx, id))) throw refusal('flower-known')
    },

    imports: createRowImport(deps, records, {
      schema: contract.flowerImportRow,
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
