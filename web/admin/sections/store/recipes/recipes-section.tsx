import { viewsSection } from '../../../view-links.tsx'
import Flowers from './flowers.tsx'
import Recipes from './recipes.tsx'

export default viewsSection('recipes', 'Recipes and flowers', [
  ['recipes', 'Recipes', Recipes],
  ['flowers', 'Flowers', Flowers],
])
