import { folded } from '../../../contract/folded.ts'
import type { RecipeImportRow, RecipeInput } from '../../../contract/recipes.ts'
import type { ImportProblem } from '../../../contract/row-import.ts'
import { findNamed } from '../../db/names.ts'
import type { Queryable } from '../../db/open.ts'
import { subjectOf } from './recipes.presenter.ts'
import { listSubjects, type Subject } from './recipes.repository.ts'

type Problem = Omit<ImportProblem, 'row'>

/** One row of a file: the recipe that it says, or what is wrong with it. */
type NamedRecipe = { input: RecipeInput; problem: null } | { input: null; problem: Problem }

/** Finds what the rows of a file name: products, sizes, classes and flowers. The same recipe twice is refused. */
export async function readNamedRecipes(
  source: Queryable,
  rows: readonly RecipeImportRow[],
): Promise<NamedRecipe[]> {
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
      return problem('name', 'Several have this name. Please add this recipe by hand.')
    const subject = subjectOf(found)
    if (found.hasRecipe || seen.has(subject)) return problem('name', 'This has a recipe already.')
    const stems = row.stems.map(({ flower, count, waste }) => ({
      flowerId: flowers.get(folded(flower))?.[0] ?? '',
      count,
      waste,
    }))
    const missing = row.stems.find((_, n) => stems[n]?.flowerId === '')
    if (missing) return problem('stems', `There is no flower “${missing.flower}”. Please add it first.`)
    if (new Set(stems.map(({ flowerId }) => flowerId)).size < stems.length) {
      return problem('stems', 'Please name each flower once')
    }
    seen.add(subject)
    return { input: { subject, stems }, problem: null }
  })
}

function keyOf({ kind, name, size }: Pick<Subject, 'kind' | 'name' | 'size'>): string {
  return JSON.stringify([kind, folded(name), folded(size ?? '')])
}

function unknown({ kind, size }: RecipeImportRow): string {
  if (kind === 'course') return 'There is no class of this name.'
  return size
    ? 'There is no product of this name with this size.'
    : 'There is no product of this name without sizes.'
}
