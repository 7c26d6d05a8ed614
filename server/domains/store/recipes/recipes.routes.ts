import * as contract from '../../../../contract/store/recipes.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import {
  bindAdd,
  bindChange,
  bindDelete,
  bindImports,
  bindOne,
  bindOpen,
  bindPage,
} from '../../../http/record-routes.ts'
import type { FlowersService } from './flowers.service.ts'
import type { RecipesService } from './recipes.service.ts'

export function recipesRoutes(recipes: RecipesService, flowers: FlowersService): BoundEndpoint[] {
  return [
    bindPage(contract.listFlowers, flowers.list),
    bindOne(contract.getFlower, flowers.get),
    bindAdd(contract.addFlower, flowers.add),
    bindChange(contract.updateFlower, flowers.update),
    bindDelete(contract.deleteFlower, flowers.remove),
    ...bindImports(
      { run: contract.importFlowers, list: contract.listFlowerImports, takeBack: contract.takeBackFlowers },
      flowers.imports,
    ),
    bindPage(contract.listRecipes, recipes.list),
    bindOpen(contract.listRecipeSubjects, recipes.listSubjects),
    bindOne(contract.getRecipe, recipes.get),
    bindAdd(contract.addRecipe, recipes.add),
    bindChange(contract.updateRecipe, recipes.update),
    bindDelete(contract.deleteRecipe, recipes.remove),
    ...bindImports(
      { run: contract.importRecipes, list: contract.listRecipeImports, takeBack: contract.takeBackRecipes },
      recipes.imports,
    ),
  ]
}
