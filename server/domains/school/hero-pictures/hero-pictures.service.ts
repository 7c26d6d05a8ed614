import type { ParsedInput } from '../../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import {
  type HeroPictures,
  heroPictureBytesMax,
  heroPicturesMax,
  type putHeroPictures,
} from '../../../../contract/school/hero-pictures.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import { lockSetting, ownHeroSetting, readSettings, writeSetting } from '../../../db/settings.ts'
import type { Actor } from '../../../platform/audit.ts'
import { pictureColumns, pictureOf, type StoredPicture } from '../../../platform/pictures.ts'
import type { Deps } from '../../deps.ts'
import type { SchoolService } from '../school.service.ts'

/** The school's own pictures at the head of the home page. Their alternative text is the page's, for all of them. */
export function createHeroPicturesService({ db, clock, pictures }: Deps, school: SchoolService) {
  const basesIn = (value: string | undefined): string[] => JSON.parse(value ?? '[]')

  async function shown(source: Queryable, bases: readonly string[]): Promise<HeroPictures> {
    const rows = await source
      .selectFrom('picture')
      .select(pictureColumns)
      .where('picture.base', 'in', [...bases, ''])
      .execute()
    const found = new Map(rows.map((row) => [row.base, pictureOf(row)]))
    return {
      pictures: bases.flatMap((id) => {
        const picture = found.get(id)
        return picture ? [{ id, picture }] : []
      }),
    }
  }

  async function write(tx: Tx, before: readonly string[], after: readonly string[], by: Actor) {
    await writeSetting(tx, ownHeroSetting, JSON.stringify(after), clock.now())
    const fieldsOf = (bases: readonly string[]) => ({ 'pictures of the home page': bases.join(', ') })
    await school.recordChange(tx, by, fieldsOf(before), fieldsOf(after))
    await db.changes.mark(tx, 'school')
    return shown(tx, after)
  }

  const lock = async (tx: Tx) => basesIn(await lockSetting(tx, ownHeroSetting, '[]', clock.now()))

  return {
    async current(): Promise<HeroPictures> {
      return shown(db.read, basesIn((await readSettings(db.read, [ownHeroSetting])).get(ownHeroSetting)))
    },

    store: (picture: string): Promise<StoredPicture> =>
      pictures.store(picture, { bytesMax: heroPictureBytesMax }),

    /** A picture that is there already keeps its place. @throws `conflict` if there are enough */
    async add(tx: Tx, picture: StoredPicture, by: Actor): Promise<HeroPictures> {
      const before = await lock(tx)
      if (before.includes(picture.base)) return shown(tx, before)
      if (before.length >= heroPicturesMax) {
        throw refusal('pictures-enough', { facts: { max: heroPicturesMax } })
      }
      await pictures.record(tx, picture)
      return write(tx, before, [...before, picture.base], by)
    },

    /** @throws `conflict` if the pictures are no longer those that the caller saw */
    arrange: (given: ParsedInput<typeof putHeroPictures>['body'], by: Actor): Promise<HeroPictures> =>
      db.transaction(async (tx) => {
        const before = await lock(tx)
        const after = [...new Set(given.pictures)]
        const isStale = JSON.stringify(given.before) !== JSON.stringify(before)
        if (isStale || after.some((id) => !before.includes(id))) throw new DomainError('conflict')
        return JSON.stringify(after) === JSON.stringify(before)
          ? shown(tx, before)
          : write(tx, before, after, by)
      }),
  }
}
