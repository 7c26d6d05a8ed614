import { insertUnlessThere } from './guards.ts'
import { isReadable, valueInPlace } from './readable-settings.ts'
import type { Queryable, Tx } from './schema.ts'

export const sitePictureSettings = {
  hero: 'site-picture.hero',
  hall: 'site-picture.hall',
  bouquets: 'site-picture.bouquets',
  courses: 'site-picture.courses',
} as const

/** The base of the school's logo, in a list of at most one. The logo replaces the drawn logo. */
export const logoSetting = 'school.logo'

/** The setting that has the time of the last backup. */
export const backupSetting = 'backup.at'

/** The setting that marks the demonstration school. Its value is the day on which the school was filled in. */
export const demonstrationSetting = 'demonstration'

/** The setting that opens the site. */
export const openingSetting = 'school.isOpen'

/** The setting that has the prefix of the school's references. It is written once, and no form changes it. */
export const referencePrefixSetting = 'school.referencePrefix'

/** The setting that remembers, as JSON, when the demonstration was emptied and where its backup is. */
export const emptiedSetting = 'emptied'

/** The name under which the demonstration school keeps its value of a setting. No other school has such a row. */
export const demonstrationOf = (name: string) => `${demonstrationSetting}.${name}`

/**
 * A text stored by staff has priority over the environment variable, and the variable has priority over the
 * demonstration's text.
 */
export function settingText(
  name: string,
  stored: ReadonlyMap<string, string>,
  variable: string | undefined,
): string | undefined {
  return stored.get(`school.${name}`) ?? variable ?? stored.get(demonstrationOf(name))
}

/** A switch is off unless staff or the demonstration switched it on. */
export function isOn(name: string, stored: ReadonlyMap<string, string>): boolean {
  return settingText(name, stored, undefined) === 'true'
}

/**
 * Returns the values that can be read. A value that cannot be read, for example after a change by SQL, stops no page
 * and no call.
 */
export async function readSettings(db: Queryable, names?: string[]): Promise<Map<string, string>> {
  const stored = await readAsStored(db, names)
  for (const [name, value] of stored) {
    if (isReadable(name, value)) continue
    const inPlace = valueInPlace(name)
    if (inPlace === undefined) stored.delete(name)
    else stored.set(name, inPlace)
  }
  return stored
}

/** Returns the values as they are stored, whether they can be read or not. */
export async function readAsStored(db: Queryable, names?: string[]): Promise<Map<string, string>> {
  const all = db.selectFrom('setting').select(['name', 'value'])
  const rows = await (names ? all.where('name', 'in', names) : all).execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Lists the names of the settings whose stored values cannot be read. */
export async function listUnreadable(db: Queryable): Promise<string[]> {
  const stored = [...(await readAsStored(db))]
  return stored.flatMap(([name, value]) => (isReadable(name, value) ? [] : [name])).sort()
}

export async function writeSetting(db: Queryable, name: string, value: string, now: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: now }))
    .execute()
}

/** Returns the setting's value, and locks it until the transaction ends. */
export async function lockSetting(tx: Tx, name: string, unlessSet: string, now: string): Promise<string> {
  await insertUnlessThere(tx, 'setting', { name, value: unlessSet, updated_at: now }, 'name')
  await tx.updateTable('setting').set({ updated_at: now }).where('name', '=', name).execute()
  return (await readSettings(tx, [name])).get(name) ?? unlessSet
}
