import type { SignedLinks } from '../../platform/signed-links.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import type { Money } from '../money/index.ts'
import type { People } from '../people/index.ts'
import type { SchoolRoom } from '../school/index.ts'
import type { Store } from '../store/index.ts'

export interface OrderDeps extends Deps, Catalogue, Money, People, SchoolRoom, Store {
  links: SignedLinks
}
