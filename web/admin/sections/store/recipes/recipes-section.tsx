import { plural } from '../../../../../contract/plural.ts'
import { type FlowerSays, flowerSays, flowerSaysWords } from '../../../../../contract/store/recipe-facts.ts'
import {
  bunchPriceSentence,
  bunchSentence,
  type Flower,
  flowerFields,
  flowerImportColumns,
} from '../../../../../contract/store/recipes.ts'
import { addedColumn, fewWords } from '../../../list/columns.tsx'
import { byName, newestFirst } from '../../../list/list-choices.ts'
import { recordOf } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { choice, formFields } from '../../../record-fields.tsx'
import { sectionOf } from '../../../record-section.tsx'
import { viewsSection } from '../../../view-links.tsx'
import Recipes from './recipes.tsx'

const fields = formFields(
  flowerFields,
  {
    name: { hint: 'The singular, such as Rose' },
    unit: { required: true, hint: 'How you count it, such as stem or string' },
    bunchSize: { blank: bunchSentence, min: 1, hint: 'How many the market sells in a bunch' },
    price: { blank: bunchPriceSentence, hint: 'The usual price' },
    plural: { hint: 'Only if the plural is irregular' },
  },
  {
    says: choice<FlowerSays>(
      'Wording on product pages',
      flowerSays.map((value) => ({ value, label: flowerSaysWords[value] })),
    ),
  },
)

// The columns of the CSV have the names that an import expects.
const flowers = recordOf({
  kind: 'flower',
  calls: callsOf('/api/admin/flowers', 'edit', 'find'),
  namedBy: 'name',
  texts: {
    add: 'Add Flower',
    edit: 'Edit Flower',
    added: 'Flower created successfully',
    addFailed: 'Failed to create flower. Please try again.',
    updated: 'Flower updated successfully',
    updateFailed: 'Failed to update flower. Please try again.',
    changed: 'Someone else changed this flower.',
    keptDraft: 'We’ve kept what you typed for a new flower.',
    filters: 'Filters for flowers',
    loading: 'Loading flowers…',
    notLoaded: 'We couldn’t load the flowers',
    loadFailed: 'Failed to fetch flowers',
    refreshed: 'Flowers refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 flower', other: `${count} flowers` }),
    deleted: () => 'Flower deleted successfully',
    deleteFailed: 'Failed to delete flower. Please try again.',
    empty: {
      title: 'No flowers found',
      text: 'Add the flowers you buy at the market, or import them from a file.',
      add: 'Add First Flower',
    },
  },
  list: {
    id: 'flowers',
    endpoint: 'GET /api/admin/flowers',
    search: { label: 'Search flowers', placeholder: 'Name' },
    sorts: [...byName, newestFirst],
  },
  rows: ({ data }: { data: Flower[] }) => data,
  columns: [
    ['name', { sort: 'name', className: fewWords }],
    'unit',
    'bunchSize',
    'price',
    'says',
    '...',
    { header: 'Recipes', text: ({ recipes }) => String(recipes) },
    { ...addedColumn, isHidden: true },
  ],
  form: { fields, lines: [['name', 'unit', 'bunchSize', 'price', 'says', 'plural']] },
  importing: {
    endpoint: 'POST /api/admin/flowers/import',
    columns: flowerImportColumns,
    title: 'Import flowers',
  },
  shownIn: [['GET /api/products'], ['GET /api/admin/recipes']],
})

const Flowers = sectionOf(flowers, { addAction: 'add-flower', importAction: 'import-flowers' })

export default viewsSection('recipes', 'Recipes and flowers', [
  ['recipes', 'Recipes', Recipes],
  ['flowers', 'Flowers', Flowers],
])
