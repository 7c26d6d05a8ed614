import * as z from 'zod/mini'
import { defineEndpoint, endpointGroup } from '../endpoint.ts'
import { beginningOf } from '../graphemes.ts'
import { recordId } from '../named-records.ts'
import { id, instant, line, patchOf, patterned, sortedQuery, version, wrapped } from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import {
  addedIn,
  cellsIn,
  changedIn,
  field,
  importColumnsIn,
  numberField,
  plainField,
  requiredRupees,
  requiredText,
  shownIn,
  textOrNone,
  wholeNumber,
} from '../record-fields.ts'
import { cell, type ImportColumn, orBlank } from '../row-import.ts'
import { type FlowerSays, flowerSays, flowerSaysWords, readStemsInFile } from './recipe-facts.ts'

const digits = /^\d{1,5}$/

// These characters separate the parts of a recipe in a file, so no name may contain them.
const flowerName = line(60, { required: 'Name is required' }).check(
  z.refine((name) => !/[,;+%]/.test(name), 'Leave out commas, semicolons, + and %'),
)
export const bunchSentence = 'Enter the number in a bunch as a whole number from 1 to 1,000'
const bunchSize = wholeNumber(digits, 1, 1000, bunchSentence)
export const bunchPriceSentence = 'Enter a price of 0 or more, with at most 2 decimal places'

export const flowerFields = {
  /** The name in the singular. Two flowers outside the bin may not have the same name, even in different capitals. */
  name: field({
    ...requiredText('line', { label: 'Name', column: 'name', example: 'Tuberose' }, 60, 'Name is required'),
    rule: flowerName,
    cell: flowerName,
  }),
  unit: field({
    ...requiredText(
      'line',
      { label: 'Unit', column: 'unit', example: 'stem', hint: 'Blank means stem' },
      20,
      'Enter a unit',
    ),
    isRequired: false,
    cell: orBlank(line(20)),
    start: 'stem',
  }),
  bunchSize: field({
    ...numberField({ label: 'In a bunch', column: 'bunch_size', example: '20' }, bunchSize, bunchSize),
    isRequired: true,
  }),
  price: requiredRupees(
    {
      label: 'Price of a bunch',
      column: 'price_in_paise',
      logged: 'price',
      example: '80',
      hint: 'In rupees, digits only',
    },
    bunchPriceSentence,
  ),
  plural: textOrNone(
    'line',
    {
      label: 'More than one',
      column: 'plural',
      logged: 'plural',
      example: 'Tuberoses',
      hint: 'Blank means the name with an s',
    },
    60,
  ),
  says: plainField({
    label: 'Said as',
    column: 'says',
    logged: 'says',
    shown: z.enum(flowerSays),
    rule: z.enum(flowerSays, { error: 'Choose the wording for product pages' }),
    cell: cell(
      z.optional(
        z.enum(flowerSays, { error: `Enter one of these: ${Object.values(flowerSaysWords).join('; ')}` }),
      ),
      (typed) =>
        typed === '' ? undefined : (flowerSays.find((one) => flowerSaysWords[one] === typed) ?? typed),
    ),
    start: 'count' as FlowerSays,
    example: flowerSaysWords.measure,
    hint: `Blank means ${flowerSaysWords.count}`,
  }),
}

export const flower = z.object({
  id,
  ...shownIn(flowerFields),
  recipes: z.number(),
  created_at: instant,
  version,
})
export type Flower = z.output<typeof flower>

/** The fields are checked in this order, so the sentences about wrong fields have the same order. */
const { unit, plural, says, ...first } = flowerFields
const checkedFields = { ...first, unit, plural, says }

export const flowerInput = z.object(addedIn(checkedFields))
export type FlowerInput = z.output<typeof flowerInput>
export const flowerPatch = patchOf(changedIn(checkedFields))
export type FlowerPatch = z.output<typeof flowerPatch>
export const flowerImportRow = z.object(cellsIn(checkedFields))
export const flowerImportColumns = importColumnsIn(flowerFields)

export const flowersQuery = sortedQuery(['name', '-name', 'newest'])
export type FlowersQuery = z.output<typeof flowersQuery>

const flowers = recordAt('/api/admin/flowers', 'florist', wrapped(flower))

export const flowerRecords = endpointGroup({
  list: flowers.lists('List the flowers for recipes', flowersQuery, flower),
  get: flowers.reads('Get a flower'),
  add: flowers.adds('Create a flower', flowerInput),
  update: flowers.changes('Change a flower. Fields that are left out keep their values.', flowerPatch),
  remove: flowers.deletes('Delete a flower that no recipe uses. It can be restored from the bin.'),
  imports: flowers.keptImports('flowers'),
})

/** The product, size or course that the recipe is for: `product:ID`, `product:ID:SIZE` or `course:ID`. */
export const recipeSubject = patterned(
  140,
  /^(?:product:[\w-]{1,64}(?::[\w-]{1,64})?|course:[\w-]{1,64})$/,
  'Choose what the recipe is for',
)

export const recipeKinds = ['product', 'course'] as const

export const recipe = z.object({
  id,
  subject: z.string(),
  kind: z.enum(recipeKinds),
  name: z.string(),
  /** The name of the size. It is null if the product has no sizes, and `No longer offered` if the size was deleted. */
  size: z.nullable(z.string()),
  stems: z.array(
    z.object({
      flowerId: id,
      flower: z.string(),
      unit: z.string(),
      count: z.number(),
      waste: z.number(),
      bunchSize: z.number(),
      /** The price of a bunch, in rupees. */
      price: z.number(),
    }),
  ),
  inside: z.string(),
  /** The price of one piece or seat, the cost of its flowers, and the difference, in rupees. */
  price: z.number(),
  cost: z.number(),
  margin: z.number(),
  created_at: instant,
  version,
})
export type Recipe = z.output<typeof recipe>

export const stemsMax = 30
export const stemCountMax = 9999
const countSentence = `Enter the count as a whole number from 1 to ${stemCountMax}`
const wasteSentence = 'Enter the waste as a whole percentage from 0 to 100'

const stem = z.object({
  flowerId: recordId('flower'),
  count: wholeNumber(digits, 1, stemCountMax, countSentence),
  waste: z._default(wholeNumber(digits, 0, 100, wasteSentence), 0),
})

export const recipeStems = z.array(stem).check(
  z.minLength(1, 'Add at least one flower'),
  z.maxLength(stemsMax, `Add at most ${stemsMax} flowers`),
  z.refine(
    (stems) => new Set(stems.map(({ flowerId }) => flowerId)).size === stems.length,
    'Add each flower only once',
  ),
)

export const recipeInput = z.object({ subject: recipeSubject, stems: recipeStems })
export type RecipeInput = z.output<typeof recipeInput>
export const recipePatch = patchOf({ stems: recipeStems })
export type RecipePatch = z.output<typeof recipePatch>

export const recipesQuery = z.object({
  ...sortedQuery(['name', '-name', 'newest']).shape,
  kind: z.optional(z.enum(recipeKinds)),
})
export type RecipesQuery = z.output<typeof recipesQuery>

const recipes = recordAt('/api/admin/recipes', 'florist', wrapped(recipe))

export const recipeRecords = endpointGroup({
  list: recipes.lists(
    'List the recipes of products and classes, with cost, margin and price',
    recipesQuery,
    recipe,
  ),
  get: recipes.reads('Get a recipe'),
  add: recipes.adds(
    'Create a recipe for a product, for one of its sizes, or for one student of a class',
    recipeInput,
  ),
  update: recipes.changes('Change the flowers of a recipe', recipePatch),
  remove: recipes.deletes('Delete a recipe. It can be restored from the bin.'),
  imports: recipes.keptImports('recipes'),
})

export const listRecipeSubjects = defineEndpoint('GET /api/admin/recipe-subjects', {
  summary: 'List every product, size and class that can have a recipe, and whether it has one',
  right: 'florist',
  response: wrapped(
    z.array(
      z.object({
        subject: z.string(),
        kind: z.enum(recipeKinds),
        name: z.string(),
        size: z.nullable(z.string()),
        price: z.number(),
        hasRecipe: z.boolean(),
        /** True for an add-on, such as a vase or a card. An add-on usually has no flowers. */
        isAddon: z.boolean(),
      }),
    ),
  ),
})
export type RecipeSubject = z.output<typeof listRecipeSubjects.response>['data'][number]

const stemsSentence = 'Enter counts and flowers separated by commas, such as 12 Rose +10%, 5 Tuberose'

const typedStems = z
  .array(z.object({ flower: z.string(), count: z.number(), waste: z.number() }), stemsSentence)
  .check(
    z.minLength(1, 'Add at least one flower'),
    z.maxLength(stemsMax, `Add at most ${stemsMax} flowers`),
    z.refine((stems) => stems.every(({ count }) => count >= 1), countSentence),
    z.refine((stems) => stems.every(({ waste }) => waste <= 100), wasteSentence),
  )

export const recipeImportRow = z.object({
  kind: cell(
    z.enum(recipeKinds, { error: 'Enter “product” or “class”' }),
    (typed) => ({ '': 'product', product: 'product', class: 'course' })[typed.toLowerCase()] ?? typed,
  ),
  name: cell(line(200, { required: 'Name is required' }), (typed) => typed),
  size: orBlank(line(60)),
  stems: cell(typedStems, (typed) => readStemsInFile(beginningOf(typed, 4000))),
})
export type RecipeImportRow = z.output<typeof recipeImportRow>

export const recipeImportColumns: readonly ImportColumn<keyof typeof recipeImportRow.shape>[] = [
  { name: 'kind', header: 'Of', example: 'product', hint: 'product or class. Blank means product.' },
  { name: 'name', header: 'Name', isRequired: true, example: 'Twelve pink gerberas' },
  { name: 'size', header: 'Size', example: 'Deluxe', hint: 'Leave blank if there are no sizes' },
  { name: 'stems', header: 'Flowers', isRequired: true, example: '12 Gerbera +10%, 3 Fern' },
]
