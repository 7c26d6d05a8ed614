import { refusal } from '../../../contract/errors.ts'
import { favouritesMax } from '../../../contract/favourites.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import * as repository from './favourites.repository.ts'

export type FavouritesService = ReturnType<typeof createFavouritesService>

/** The courses that a signed-in user marked; a guest's are kept in the browser until the sign-in. */
export function createFavouritesService({ db, clock }: Deps, courses: CoursesService) {
  return {
    listCourseIds: (userId: string): Promise<string[]> => repository.listCourseIds(db.read, userId),

    /** Unknown courses are left out. @throws `limit_reached` */
    add(userId: string, courseIds: readonly string[]): Promise<string[]> {
      return db.transaction(async (tx) => {
        await repository.lockUser(tx, userId)
        const known = await courses.listExistingIds(tx, courseIds)
        await repository.insertFavourites(tx, userId, known, clock.now())
        const all = await repository.listCourseIds(tx, userId)
        if (all.length > favouritesMax) throw refusal('favourites-full', { facts: { max: favouritesMax } })
        return all
      })
    },

    remove(userId: string, courseId: string): Promise<string[]> {
      return db.transaction(async (tx) => {
        await repository.deleteFavourite(tx, userId, courseId)
        return repository.listCourseIds(tx, userId)
      })
    },
  }
}
