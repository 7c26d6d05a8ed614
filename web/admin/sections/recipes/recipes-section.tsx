import { useLocation } from 'react-router'
import { ViewLinks } from '../../view-links.tsx'
import Flowers from './flowers.tsx'
import Recipes from './recipes.tsx'

/** Recipes, and by `#recipes?view=flowers` the flowers that they are made of. */
export default function RecipesSection() {
  const { hash } = useLocation()
  const view = new URLSearchParams(hash.split('?')[1]).get('view') === 'flowers' ? 'flowers' : 'recipes'
  return (
    <>
      <ViewLinks
        label="Recipes and flowers"
        section="recipes"
        views={[
          ['recipes', 'Recipes'],
          ['flowers', 'Flowers'],
        ]}
        current={view}
      />
      {view === 'flowers' ? <Flowers /> : <Recipes />}
    </>
  )
}
