import { useLocation } from 'react-router'
import { requestIn } from '../../../section-request.ts'
import { ViewLinks } from '../../../view-links.tsx'
import Flowers from './flowers.tsx'
import Recipes from './recipes.tsx'

/** `#recipes?view=flowers` shows the flowers. */
export default function RecipesSection() {
  const location = useLocation()
  // The palette asks for the flowers, to add one, or to fill them from a file.
  const { action = '' } = requestIn(location) ?? {}
  const asked = new URLSearchParams(location.hash.split('?')[1]).get('view') ?? action
  const view = /\bflowers?$/.test(asked) ? 'flowers' : 'recipes'
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
