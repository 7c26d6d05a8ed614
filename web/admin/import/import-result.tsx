import { Download } from 'lucide-react'
import type { ImportColumn, ImportReport } from '../../../contract/row-import.ts'
import { counted } from '../../../contract/words.ts'
import { Button } from '../../ui/button.tsx'
import { InformDialog } from '../../ui/confirm-dialog.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { HeadCells } from '../head-cells.tsx'
import { csvOf, downloadCsv } from '../list/csv.ts'
import type { ImportFile } from './import-file.ts'

interface FileProblems {
  file: ImportFile
  problems: ImportReport['problems']
  columns: readonly ImportColumn[]
}

export const badRowsOf = (problems: ImportReport['problems']): Set<number> =>
  new Set(problems.map(({ row }) => row))

export function ImportResult({
  file,
  problems,
  columns,
  noun,
  imported,
  ...dialog
}: Openable & FileProblems & { noun: readonly [string, string]; imported: number }) {
  const leftOut = badRowsOf(problems)
  const download = () =>
    downloadCsv(
      `${noun[1]}-left-out.csv`,
      csvOf(
        [
          ...columns.map(({ name, header }) => ({
            header,
            text: (row: number) => file.rows[row]?.[name] ?? '',
          })),
          {
            header: 'Problem',
            text: (row: number) =>
              problems.flatMap((problem) => (problem.row === row ? problem.message : [])).join('; '),
          },
        ],
        [...leftOut],
      ),
    )
  return (
    <InformDialog {...dialog} title={`${counted(imported, ...noun)} of ${file.rows.length} imported`}>
      <p>
        {leftOut.size === 1 ? '1 row is' : `${leftOut.size} rows are`} left out. Take{' '}
        {leftOut.size === 1 ? 'it' : 'them'} along, mend what is wrong, and import that file.
      </p>
      <Button size="sm" variant="outline" icon={Download} className="my-4" onClick={download}>
        {leftOut.size === 1 ? 'Download the row left out' : 'Download the rows left out'}
      </Button>
      <ProblemTable file={file} problems={problems} columns={columns} />
    </InformDialog>
  )
}

const problemsShownMax = 200

export function ProblemTable({
  file,
  problems,
  columns,
  withCells = false,
}: FileProblems & { withCells?: boolean }) {
  const headerOf = (name: string | null) =>
    columns.find((column) => column.name === name)?.header ?? 'The row'
  const heads = [
    ['Row'],
    ['Column'],
    ...(withCells ? [['What stands there', 'max-sm:hidden'] as const] : []),
    ['Problem'],
  ] as const
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">Problems, by their row in the file</caption>
        <thead className="border-b border-line text-left">
          <tr>
            <HeadCells className="py-2 pr-3 last:pr-0" columns={heads} />
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {problems.slice(0, problemsShownMax).map(({ row, column, message }, n) => (
            <tr key={n} className="align-top">
              <th scope="row" className="py-2 pr-3 text-left">
                {file.rowNumbers[row]}
              </th>
              <td className="py-2 pr-3">{headerOf(column)}</td>
              {withCells && (
                <td className="max-w-48 truncate py-2 pr-3 text-ink-soft max-sm:hidden">
                  {(column !== null && file.rows[row]?.[column]) || '(empty)'}
                </td>
              )}
              <td className="py-2 font-bold text-rose-ink">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {problems.length > problemsShownMax && (
        <p className="mt-3 text-sm text-ink-soft">
          And {problems.length - problemsShownMax} more further down in the file.
        </p>
      )}
    </>
  )
}
