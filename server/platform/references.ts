import { beginningOf } from '../../contract/graphemes.ts'
import type { Queryable, Tx } from '../db/schema.ts'
import {
  demonstrationOf,
  readSettings,
  referencePrefixSetting,
  settingText,
  writeSetting,
} from '../db/settings.ts'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import { slugOf } from './slug.ts'

/** The prefix of the demonstration's references, and of all references that earlier versions made. */
export const demonstrationPrefix = 'MAL'
const prefixWithoutName = 'REF'

interface ReferenceDeps {
  ids: Ids
  config: { school: { NAME?: string | undefined } }
}

/** Returns `NEE` for the name Neela, and `REF` for a name that has fewer than three letters from A to Z. */
export function referencePrefixOf(name: string): string {
  const letters = slugOf(name, '').replace(/^the-|[^a-z]/g, '')
  return letters.length < 3 ? prefixWithoutName : beginningOf(letters, 3).toUpperCase()
}

async function readPrefix(source: Queryable, { config }: Pick<ReferenceDeps, 'config'>): Promise<string> {
  const names = [referencePrefixSetting, 'school.name', demonstrationOf('name')]
  const stored = await readSettings(source, names)
  return (
    stored.get(referencePrefixSetting) ??
    referencePrefixOf(settingText('name', stored, config.school.NAME) ?? '')
  )
}

/** Returns a function that makes a new reference at each call, such as `NEE-7K3F-9QXD`. */
export async function referencesOf(source: Queryable, deps: ReferenceDeps): Promise<() => string> {
  const prefix = await readPrefix(source, deps)
  return () => deps.ids.reference(prefix)
}

/** Lists the prefixes that references of this school may have. */
export async function listReferencePrefixes(
  source: Queryable,
  deps: Pick<ReferenceDeps, 'config'>,
): Promise<string[]> {
  return [...new Set([await readPrefix(source, deps), prefixWithoutName, demonstrationPrefix])]
}

/**
 * Stores the prefix when staff store the school's name for the first time. The name that the school had before decides,
 * because references may have its letters already. The demonstration's name does not count.
 */
export async function fixReferencePrefix(
  tx: Tx,
  stored: ReadonlyMap<string, string>,
  name: string,
  { config, clock }: Pick<ReferenceDeps, 'config'> & { clock: Clock },
): Promise<void> {
  if (stored.has(referencePrefixSetting)) return
  const first = stored.get('school.name') || config.school.NAME || name
  await writeSetting(tx, referencePrefixSetting, referencePrefixOf(first), clock.now())
}
