import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldsOf, type PageKey } from '../../../../../contract/school/page-fields.ts'
import { joined, momentText } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { query } from '../../../../lib/query.ts'
import { useSchool } from '../../../../lib/school.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { StateBadge } from '../../../state-badge.tsx'
import { PagePreview } from './page-preview.tsx'
import { said } from './page-texts.ts'

interface Props {
  open: boolean
  onClose: () => void
  page: PageKey
  /** The number of the version that visitors see. */
  current: number
  onRestore: (number: number) => void
}

/** The page before its first publication. */
const original = { number: 0, name: 'the original page', detail: 'Before the first version' }

/** Lists all published versions of a page. Staff can look at a version, and publish it again. */
export function PageVersions({ page, current, onRestore, ...dialog }: Props) {
  const [opened, setOpened] = useState<number | null>(null)
  const result = useInfiniteQuery({
    queryKey: ['GET /api/admin/pages/:page/versions', page],
    queryFn: ({ pageParam }) =>
      api('GET /api/admin/pages/:page/versions', {
        params: { page },
        query: pageParam === null ? {} : { before: pageParam },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ data: { versions, hasMore } }) =>
      hasMore ? (versions.at(-1)?.number ?? null) : null,
  })
  const versions = result.data?.pages.flatMap(({ data }) => data.versions) ?? []
  const listed = [
    ...versions.map(({ number, by, at }) => ({
      number,
      name: `version ${number}`,
      detail: joined([momentText(at), by]),
    })),
    // Version 0 is no row of the list, and comes after its last page.
    ...(result.hasNextPage ? [] : [original]),
  ]
  const goBack = (number: number) => {
    dialog.onClose()
    onRestore(number)
  }
  return (
    <Dialog
      {...dialog}
      title="Versions"
      description="Each time a page is published, it becomes a version."
      wide
    >
      {result.data === undefined ? (
        <NotLoaded
          of={result as never}
          title="We couldn’t load the versions"
          loading="Loading the versions…"
        />
      ) : versions.length === 0 ? (
        <p className="text-ink-soft">Nothing has been published yet.</p>
      ) : (
        <ol className="flex flex-col divide-y divide-line">
          {listed.map(({ number, name, detail }) => (
            <li key={number} className="py-3">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <p className="min-w-0 flex-1 basis-48">
                  <span className="font-bold first-letter:uppercase inline-block">{name}</span>{' '}
                  <span className="text-sm text-ink-soft">{detail}</span>
                </p>
                {number === current ? (
                  <StateBadge label="On the site" tone="leaf" />
                ) : (
                  <Button size="sm" variant="outline" onClick={() => goBack(number)}>
                    Go back to {name}
                  </Button>
                )}
                <Button
                  size="sm"
                  variant="quiet"
                  aria-expanded={opened === number}
                  onClick={() => setOpened(opened === number ? null : number)}
                >
                  Look at {name}
                </Button>
              </div>
              {opened === number && <Version page={page} number={number} />}
            </li>
          ))}
        </ol>
      )}
      {result.hasNextPage && (
        <Button
          size="sm"
          variant="outline"
          busy={result.isFetchingNextPage}
          onClick={() => void result.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </Dialog>
  )
}

function Version({ page, number }: { page: PageKey; number: number }) {
  const school = useSchool()
  const result = useQuery(query('GET /api/admin/pages/:page/versions/:number', { params: { page, number } }))
  if (result.data === undefined)
    return <NotLoaded of={result} title="We couldn’t load this version" loading="Loading the version…" />
  const texts = said(page, result.data.data.content, school)
  return (
    <>
      <dl className="mt-2 grid gap-2 text-sm">
        {fieldsOf(page).map(
          ([name, { label }]) =>
            texts[name] && (
              <div key={name}>
                <dt className="font-bold">{label}</dt>
                <dd className="whitespace-pre-line text-ink-soft">{texts[name]}</dd>
              </div>
            ),
        )}
      </dl>
      <div className="mt-4">
        <PagePreview page={page} number={number} revision={0} />
      </div>
    </>
  )
}
