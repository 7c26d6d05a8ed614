import { type Selectable, sql } from 'kysely'
import { listLimitMax } from '../../../../contract/primitives.ts'
import type { FlowersQuery, RecipesQuery } from '../../../../contract/store/recipes.ts'
import { type PageList, readPage } from '../../../db/page.ts'
import type { Queryable, Schema } from '../../../db/schema.ts'

export type FlowerRow = Selectable<Schema['flower']>
/** `recipes` is the number of recipes with this flower. */
export type ShownFlower = FlowerRow & { recipes: number }

export type StemRow = Awaited<ReturnType<typeof listStems>>[number]
export type ListedRecipe = Awaited<ReturnType<ReturnType<typeof livingRecipes>['executeTakeFirstOrThrow']>>
export interface ShownRecipe extends ListedRecipe {
  stems: readonly StemRow[]
}

const flowerList: PageList<FlowersQuery> = {
  sorts: { name: ['asc', 'lower(flower.name)'], newest: ['desc', 'flower.created_at'] },
  tie: ['flower.id'],
  words: ['flower.name', "coalesce(flower.plural, '')"],
}

function livingFlowers(db: Queryable) {
  return db
    .selectFrom('flower')
    .selectAll('flower')
    .select((eb) =>
      eb
        .selectFrom('recipe_stem')
        .innerJoin('recipe', 'recipe.id', 'recipe_stem.recipe_id')
        .select(sql<number>`cast(count(*) as integer)`.as('recipes'))
        .whereRef('recipe_stem.flower_id', '=', 'flower.id')
        .where('recipe.deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('recipes'),
    )
    .where('flower.deleted_at', 'is', null)
}

export function listFlowerPage(db: Queryable, query: FlowersQuery) {
  return readPage<FlowersQuery, ShownFlower>(livingFlowers(db), flowerList, query)
}

export function findFlower(db: Queryable, id: string) {
  return livingFlowers(db).where('flower.id', '=', id).executeTakeFirst()
}

const recipeList: PageList<RecipesQuery> = {
  sorts: {
    name: ['asc', 'lower(coalesce(product.name, course.title))'],
    newest: ['desc', 'recipe.created_at'],
  },
  tie: ['recipe.id'],
  words: ["coalesce(product.name, course.title, '')", "coalesce(product_size.name, '')"],
  filters: {
    kind: (kind) =>
      kind === 'product'
        ? sql<boolean>`recipe.product_id is not null`
        : sql<boolean>`recipe.course_id is not null`,
  },
}

function livingRecipes(db: Queryable) {
  return db
    .selectFrom('recipe')
    .leftJoin('product', 'product.id', 'recipe.product_id')
    .leftJoin('product_size', (on) =>
      on
        .onRef('product_size.id', '=', 'recipe.size_id')
        .onRef('product_size.product_id', '=', 'recipe.product_id'),
    )
    .leftJoin('course', 'course.id', 'recipe.course_id')
    .selectAll('recipe')
    .select((eb) => [
      eb.fn.coalesce('product.name', 'course.title').$notNull().as('name'),
      'product_size.name as size_name',
      eb.fn
        .coalesce('product_size.price_in_paise', 'product.price_in_paise', 'course.price_in_paise')
        .$notNull()
        .as('price_in_paise'),
    ])
    .where('recipe.deleted_at', 'is', null)
    .where('product.deleted_at', 'is', null)
    .where('course.deleted_at', 'is', null)
}

/** Lists the stems of the recipes. Stems of deleted flowers are included. */
export function listStems(db: Queryable, recipeIds: readonly string[]) {
  return db
    .selectFrom('recipe_stem')
    .innerJoin('flower', 'flower.id', 'recipe_stem.flower_id')
    .select([
      'recipe_stem.recipe_id',
      'recipe_stem.flower_id',
      'recipe_stem.count',
      'recipe_stem.waste_percent',
      'flower.name',
      'flower.plural',
      'flower.unit',
      'flower.says',
      'flower.bunch_size',
      'flower.price_in_paise',
    ])
    .where('recipe_stem.recipe_id', 'in', recipeIds.length > 0 ? recipeIds : [''])
    .orderBy('recipe_stem.recipe_id')
    .orderBy('recipe_stem.position')
    .execute()
}

async function withStems(db: Queryable, rows: readonly ListedRecipe[]) {
  const stems = Map.groupBy(
    await listStems(
      db,
      rows.map(({ id }) => id),
    ),
    (stem) => stem.recipe_id,
  )
  return rows.map((row) => ({ ...row, stems: stems.get(row.id) ?? [] }))
}

export async function listRecipePage(db: Queryable, query: RecipesQuery) {
  const { rows, next } = await readPage<RecipesQuery, ListedRecipe>(livingRecipes(db), recipeList, query)
  return { rows: await withStems(db, rows), next }
}

export async function findRecipe(db: Queryable, id: string) {
  const row = await livingRecipes(db).where('recipe.id', '=', id).executeTakeFirst()
  return row && (await withStems(db, [row]))[0]
}

export async function listRecipesOfProducts(db: Queryable, productIds: readonly string[]) {
  if (productIds.length === 0) return []
  const rows = await livingRecipes(db)
    .where('recipe.product_id', 'in', productIds)
    .orderBy('recipe.product_id')
    .orderBy(sql`coalesce(product_size.position, 0)`)
    .execute()
  return withStems(db, rows)
}

export async function putStems(
  db: Queryable,
  recipeId: string,
  stems: readonly { flowerId: string; count: number; waste: number }[],
) {
  await db.deleteFrom('recipe_stem').where('recipe_id', '=', recipeId).execute()
  await db
    .insertInto('recipe_stem')
    .values(
      stems.map(({ flowerId, count, waste }, position) => ({
        recipe_id: recipeId,
        position,
        flower_id: flowerId,
        count,
        waste_percent: waste,
      })),
    )
    .execute()
}

export interface Subject {
  kind: 'product' | 'course'
  id: string
  /** Empty for a product without sizes, and for a course. */
  sizeId: string
  name: string
  size: string | null
  priceInPaise: number
  hasRecipe: boolean
  isAddon: boolean
}

/** Lists what a recipe can be for: each size of a product, each product without sizes, and each course. */
export async function listSubjects(db: Queryable, narrow: { id?: string } = {}) {
  const isWanted = narrow.id
  const products = await db
    .selectFrom('product')
    .leftJoin('product_size', 'product_size.product_id', 'product.id')
    .leftJoin('recipe', (on) =>
      on
        .onRef('recipe.product_id', '=', 'product.id')
        .on(sql<boolean>`recipe.size_id = coalesce(product_size.id, '')`)
        .on('recipe.deleted_at', 'is', null),
    )
    .select([
      'product.id',
      'product.name',
      'product.price_in_paise',
      'product.is_addon',
      'product_size.id as size_id',
      'product_size.name as size',
      'product_size.price_in_paise as size_price',
      'recipe.id as recipe_id',
    ])
    .where('product.deleted_at', 'is', null)
    .$if(isWanted !== undefined, (rows) => rows.where('product.id', '=', isWanted as string))
    .orderBy(sql`lower(product.name)`)
    .orderBy('product.id')
    .orderBy('product_size.position')
    .limit(2 * listLimitMax)
    .execute()
  const courses = await db
    .selectFrom('course')
    .leftJoin('recipe', (on) =>
      on.onRef('recipe.course_id', '=', 'course.id').on('recipe.deleted_at', 'is', null),
    )
    .select(['course.id', 'course.title', 'course.price_in_paise', 'recipe.id as recipe_id'])
    .where('course.deleted_at', 'is', null)
    .$if(isWanted !== undefined, (rows) => rows.where('course.id', '=', isWanted as string))
    .orderBy(sql`lower(course.title)`)
    .orderBy('course.id')
    .limit(listLimitMax)
    .execute()
  return [
    ...products.map(
      (row): Subject => ({
        kind: 'product',
        id: row.id,
        sizeId: row.size_id ?? '',
        name: row.name,
        size: row.size,
        priceInPaise: row.size_price ?? row.price_in_paise,
        hasRecipe: row.recipe_id !== null,
        isAddon: row.is_addon === 1,
      }),
    ),
    ...courses.map(
      (row): Subject => ({
        kind: 'course',
        id: row.id,
        sizeId: '',
        name: row.title,
        size: null,
        priceInPaise: row.price_in_paise,
        hasRecipe: row.recipe_id !== null,
        isAddon: false,
      }),
    ),
  ]
}
