import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Tx } from '../schema.ts'
import { demoFlowers, demoRecipes, flowerRow } from './demo-recipes.ts'
import { daysBefore } from './demo-seats.ts'
import { insert } from './rows.ts'

/** Writes the flowers, and the recipes of what stands in the database already. */
export async function insertRecipes(tx: Tx, { clock, ids }: { clock: Clock; ids: Ids }): Promise<void> {
  const created_at = daysBefore(clock.now(), 150)
  const born = () => ({ id: ids.id(), created_at, deleted_at: null })
  const flowers = new Map(
    Object.entries(demoFlowers).map(([key, flower]) => [key, { ...born(), ...flowerRow(flower) }]),
  )
  await insert(tx, 'flower', [...flowers.values()])

  const products = await tx.selectFrom('product').select(['id', 'slug']).execute()
  const sizes = await tx.selectFrom('product_size').select(['id', 'product_id', 'name']).execute()
  const courses = await tx.selectFrom('course').select(['id', 'title']).execute()
  for (const { of, stems } of demoRecipes) {
    const recipe = { ...born(), product_id: null, course_id: null, ...subjectOf(of) }
    await insert(tx, 'recipe', [recipe])
    await insert(
      tx,
      'recipe_stem',
      stems.map(([flower, count, waste_percent = 0], position) => ({
        recipe_id: recipe.id,
        position,
        flower_id: known(flowers.get(flower), flower).id,
        count,
        waste_percent,
      })),
    )
  }

  function subjectOf(of: (typeof demoRecipes)[number]['of']) {
    if ('course' in of)
      return {
        course_id: known(
          courses.find(({ title }) => title === of.course),
          of.course,
        ).id,
      }
    const product_id = known(
      products.find(({ slug }) => slug === of.product),
      of.product,
    ).id
    if (of.size === undefined) return { product_id }
    const ofProduct = sizes.find((one) => one.product_id === product_id && one.name === of.size)
    return { product_id, size_id: known(ofProduct, `${of.product}, ${of.size}`).id }
  }
}

function known<Thing>(thing: Thing | undefined, name: string): Thing {
  if (thing === undefined) throw new Error(`the demonstration has no ${name}`)
  return thing
}
