import { tagKey } from '../../../contract/site/journal-facts.ts'
import { addDays, type Clock, instantOf } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Tx } from '../schema.ts'
import { demoPosts } from './demo-posts.ts'
import { daysBefore } from './demo-seats.ts'
import { finishedPicture, type PictureName } from './finished-pictures.ts'
import { born, insert, insertEach } from './rows.ts'

/** A picture in the text of a demonstration post: its name, what is seen, the line beneath. */
const demoPicture = /\{\{([\w-]+)\|([^|]*)\|([^}]*)\}\}/g

function picturesIn(body: string): PictureName[] {
  return [...body.matchAll(demoPicture)].map(([, name]) => name as PictureName)
}

export const journalPictures = demoPosts.flatMap(({ cover, body }) => [cover, ...picturesIn(body)])

/** After the instructors, who wrote it. */
export async function insertJournal(tx: Tx, { clock, ids }: { clock: Clock; ids: Ids }): Promise<void> {
  const writers = await tx.selectFrom('instructor').select(['id', 'name']).execute()
  for (const { author, cover, tags, daysAgo, body, ...post } of demoPosts) {
    const id = ids.id()
    await insert(tx, 'journal_post', [
      {
        ...post,
        ...born(daysBefore(clock.now(), Math.max(daysAgo, 0) + 2)),
        id,
        body: body.replace(demoPicture, (_, name: PictureName, alt: string, caption: string) => {
          const { base, width } = finishedPicture(name)
          return `![${alt}](/uploads/${base}-${width}.jpg "${caption}")`
        }),
        cover_base: finishedPicture(cover).base,
        instructor_id: writers.find(({ name }) => name === author)?.id ?? null,
        is_draft: 0,
        // When a journal is read.
        published_at: instantOf(addDays(clock.today(), -daysAgo), '06:30'),
      },
    ])
    await insert(tx, 'journal_address', [{ slug: post.slug, post_id: id }])
    await insertEach(tx, 'journal_tag', tags, (name, position) => ({
      post_id: id,
      key: tagKey(name),
      name,
      position,
    }))
    await insertEach(tx, 'journal_picture', picturesIn(body), (name) => ({
      post_id: id,
      picture_base: finishedPicture(name).base,
    }))
  }
}
