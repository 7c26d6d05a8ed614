import { costInPaise, insideInWords, stemsInFile } from '../../../../contract/store/recipe-facts.ts'
import { type Flower, flower, flowerFields, type Recipe, recipe } from '../../../../contract/store/recipes.ts'
import { presented } from '../../../platform/presented.ts'
import { readFields } from '../../../platform/record-fields.ts'
import type { ShownFlower, ShownRecipe, StemRow, Subject } from './recipes.repository.ts'

export const presentFlower = (row: ShownFlower): Flower =>
  presented(flower, row, readFields(flowerFields, row))

export function presentRecipe(row: ShownRecipe): Recipe {
  const cost = costInPaise(
    row.stems.map((stem) => ({
      count: stem.count,
      waste: stem.waste_percent,
      bunchSize: stem.bunch_size,
      priceInPaise: stem.price_in_paise,
    })),
  )
  return presented(recipe, row, {
    subject: subjectOf({
      kind: row.course_id === null ? 'product' : 'course',
      id: (row.course_id ?? row.product_id) as string,
      sizeId: row.size_id,
    }),
    kind: row.course_id === null ? 'product' : 'course',
    size: row.size_id === '' ? null : (row.size_name ?? 'No longer offered'),
    stems: row.stems.map((stem) => ({
      flowerId: stem.flower_id,
      flower: stem.name,
      unit: stem.unit,
      count: stem.count,
      waste: stem.waste_percent,
      bunchSize: stem.bunch_size,
      price: stem.price_in_paise / 100,
    })),
    inside: insideInWords(row.stems),
    price: row.price_in_paise / 100,
    cost: cost / 100,
    margin: (row.price_in_paise - cost) / 100,
  })
}

export function subjectOf({ kind, id, sizeId }: Pick<Subject, 'kind' | 'id' | 'sizeId'>): string {
  return [kind, id, ...(sizeId === '' ? [] : [sizeId])].join(':')
}

export function titleOf({ name, size_name }: Pick<ShownRecipe, 'name' | 'size_name'>): string {
  return size_name === null ? name : `${name}, ${size_name}`
}

export function stemsText(stems: readonly StemRow[]): string {
  return stemsInFile(
    stems.map((stem) => ({ flower: stem.name, count: stem.count, waste: stem.waste_percent })),
  )
}
