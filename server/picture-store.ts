import { type Config, ConfigError } from './config.ts'
import type { Database } from './db/open.ts'
import type { Clock } from './platform/clock.ts'
import { createPicturesInDatabase } from './platform/lasting-pictures.ts'
import type { Logger } from './platform/logger.ts'
import { createObjectStore, ObjectStoreFault } from './platform/object-store.ts'
import { createPicturesInS3 } from './platform/pictures-in-s3.ts'

/**
 * The picture store that several servers share: S3, or PostgreSQL. Null for SQLite, whose pictures are on the disk so
 * that the database file stays small.
 */
export function lastingPictures({ s3 }: Pick<Config, 's3'>, at: { db: Database; clock: Clock; log: Logger }) {
  if (at.db.engine !== 'postgres') return null
  return s3 ? createPicturesInS3({ ...at, store: createObjectStore(s3) }) : createPicturesInDatabase(at)
}

const once = { tries: 1, tryMs: 5_000, allMs: 5_000 }

/**
 * The server starts even if S3 does not answer. @throws ConfigError if S3 refuses the access, or if pictures are in S3
 * although no variable names S3
 */
export async function refuseWrongPictureStore({
  config: { s3 },
  db,
  log,
}: {
  config: Pick<Config, 's3'>
  db: Database
  log: Logger
}): Promise<void> {
  if (s3 === null) {
    const inS3 = db.read.selectFrom('picture_file').select('name').where('object', 'is not', null).limit(1)
    if ((await inS3.executeTakeFirst()) === undefined) return
    throw new ConfigError(
      'This school’s pictures are in S3. Set PICTURE_STORE to s3, with the same S3_ variables as its other servers.',
    )
  }
  try {
    await createObjectStore(s3, once).put('malar-check', Buffer.from('May be removed.\n'))
  } catch (error) {
    if (!(error instanceof ObjectStoreFault)) throw error
    if (error.isRefusal) {
      throw new ConfigError(
        `${error.message.slice(0, -1)}. Check S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
      )
    }
    log.error({ err: error }, 'S3 can’t be reached. Pictures that this machine doesn’t have can’t be shown')
  }
}
