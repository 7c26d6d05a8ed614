import { Download, History } from 'lucide-react'
import { plural } from '../../../contract/plural.ts'
import type { ImportReport } from '../../../contract/row-import.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { InformDialog } from '../../ui/confirm-dialog.tsx'
import { lazyDialog, type Openable, useDialog } from '../../ui/lazy-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast-store.ts'
import { HeadCells } from '../head-cells.tsx'
import { csvOf, downloadCsv } from '../list/csv.ts'
import { type Action, useAction } from '../use-action.ts'
import { FileDialog, useChosenFile } from './file-dialog.tsx'
import { type ImportDialogProps, type ImportFile, readImport } from './import-file.ts'

const ImportsDialog = lazyDialog(() => import('./imports-dialog.tsx'))

export default function ImportDialog({
  endpoint,
  columns,
  fileName,
  onImported,
  onTakenBack,
  ...dialog
}: ImportDialogProps) {
  const readAgain = (text: string, picked: Record<string, number>) => ({
    ...readImport(text, columns, picked),
    text,
    picked,
  })
  const chosen = useChosenFile((text) => readAgain(text, {}))
  const { file } = chosen
  const send =
    (dryRun: boolean): Action<ImportFile['rows'], ImportReport>['run'] =>
    async (rows, keyed) => {
      const body = { dryRun, rows }
      return (await api(endpoint, { body }, keyed(body))).data
    }
  const check = useAction({ run: send(true), failed: null })
  const add = useAction({
    run: send(false),
    failed: null,
    onDone: ({ valid, problems }) => {
      // A toast would disappear before staff have read which rows were left out.
      if (problems.length > 0) return
      const description = plural(valid, { one: '1 row imported.', other: `${valid} rows imported.` })
      toast({ title: 'Success', description, tone: 'success' })
      onImported()
    },
  })
  const earlier = useDialog()
  async function begin(picked: File) {
    check.reset()
    add.reset()
    const read = await chosen.choose(picked)
    if (read && !read.asked) check.mutate(read.rows)
  }

  function pick(name: string, at: number) {
    if (!file) return
    const read = readAgain(file.text, { ...file.picked, [name]: at })
    chosen.setFile({ ...read, name: file.name })
    if (!read.asked) check.mutate(read.rows)
  }

  const report = check.data
  return (
    <FileDialog
      {...dialog}
      description="Choose a CSV file saved from a spreadsheet. You can review it before anything is imported."
      chosen={chosen}
      onChoose={(picked) => void begin(picked)}
      importLabel={
        report?.valid
          ? plural(report.valid, { one: 'Import 1 row', other: `Import ${report.valid} rows` })
          : 'Import'
      }
      isReady={file !== null && Boolean(report?.valid)}
      isSending={add.isPending}
      failure={add.refusal ?? check.refusal}
      onImport={() => file && add.mutate(file.rows)}
    >
      {file?.asked?.map(({ column, places }) => (
        <SelectField
          key={column.name}
          label={`Column ${column.header}`}
          hint={`The file has ${places.length} columns with this name. Choose one.`}
          placeholder="Choose a column"
          value=""
          options={places.map(({ at, example }) => ({
            value: String(at),
            label: example === '' ? `Column ${at + 1}` : `Column ${at + 1} (for example, ${example})`,
          }))}
          onChange={({ target: { value } }) => value !== '' && pick(column.name, Number(value))}
        />
      ))}
      {check.isPending && <Loading className="!py-4">Checking the rows…</Loading>}
      {file && report && <Report file={file} report={report} columns={columns} />}
      {!file && <ColumnGuide columns={columns} fileName={fileName} />}
      {!file && (
        <Button
          size="sm"
          variant="quiet"
          className="-ml-3 self-start"
          icon={History}
          onClick={() =>
            earlier.show((own) => <ImportsDialog {...own} endpoint={endpoint} onTakenBack={onTakenBack} />)
          }
        >
          Past imports
        </Button>
      )}
      {earlier.dialog}
      {file && add.data && (
        <ImportResult
          open={add.data.problems.length > 0}
          onClose={onImported}
          {...{ file, columns, fileName }}
          problems={add.data.problems}
          imported={add.data.valid}
        />
      )}
    </FileDialog>
  )
}

type Kind = Pick<ImportDialogProps, 'columns' | 'fileName'>

function Report({
  file,
  report,
  columns,
}: Pick<Kind, 'columns'> & { file: ImportFile; report: ImportReport }) {
  const badRows = badRowsOf(report.problems).size
  return (
    <div className="flex flex-col gap-4">
      <Note
        role="status"
        tone={report.valid === 0 ? 'error' : badRows > 0 ? 'warning' : 'success'}
        title={
          report.valid === 0
            ? 'None of these rows can be imported.'
            : plural(file.rows.length, {
                one: 'This row can be imported.',
                other: `${report.valid} of ${file.rows.length} rows can be imported.`,
              })
        }
      >
        {badRows > 0 &&
          `${badRows === 1 ? '1 row has a problem.' : `${badRows} rows have problems.`} ${report.valid === 0 ? 'Fix the file and choose it again.' : 'Fix the file and choose it again, or import the rest now.'}`}
        {file.ignored.length > 0 && (
          <span className="block">Ignored columns: {file.ignored.map((one) => one.trim()).join(', ')}.</span>
        )}
      </Note>
      {badRows > 0 && <ProblemTable file={file} problems={report.problems} columns={columns} withCells />}
    </div>
  )
}

function ColumnGuide({ columns, fileName }: Kind) {
  const template = () =>
    csvOf(
      columns.map(({ header, example }) => ({ header, text: () => example })),
      [{}],
    )
  return (
    <section className="flex flex-col gap-3">
      <Button
        size="sm"
        variant="outline"
        className="self-start"
        icon={Download}
        onClick={() => downloadCsv(`${fileName}-template.csv`, template())}
      >
        Download a template
      </Button>
      <p className="text-sm text-ink-soft">
        The first row has the column names, in any order. Columns marked * are required.
      </p>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[fit-content(40%)_1fr]">
        {columns.map(({ name, header, isRequired, example, hint }) => (
          <div key={name} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
            <dt className="font-bold">
              {header}
              {isRequired && ' *'}
            </dt>
            <dd className="min-w-0 text-ink-soft">{hint ?? (example && `for example, ${example}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface FileProblems {
  file: ImportFile
  problems: ImportReport['problems']
  columns: Kind['columns']
}

const badRowsOf = (problems: ImportReport['problems']): Set<number> => new Set(problems.map(({ row }) => row))

function ImportResult({
  file,
  problems,
  columns,
  fileName,
  imported,
  ...dialog
}: Openable & Kind & FileProblems & { imported: number }) {
  const leftOut = badRowsOf(problems)
  const download = () =>
    downloadCsv(
      `${fileName}-left-out.csv`,
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
    <InformDialog
      {...dialog}
      title={imported === 0 ? 'No rows imported' : `${imported} of ${file.rows.length} rows imported`}
    >
      <p>
        {leftOut.size === 1
          ? '1 row was skipped. Download it, fix the problem and import that file.'
          : `${leftOut.size} rows were skipped. Download them, fix the problems and import that file.`}
      </p>
      <Button size="sm" variant="outline" icon={Download} className="my-4" onClick={download}>
        {leftOut.size === 1 ? 'Download the skipped row' : 'Download the skipped rows'}
      </Button>
      <ProblemTable file={file} problems={problems} columns={columns} />
    </InformDialog>
  )
}

const problemsShownMax = 200

function ProblemTable({
  file,
  problems,
  columns,
  withCells = false,
}: FileProblems & { withCells?: boolean }) {
  const headerOf = (name: string | null) =>
    columns.find((column) => column.name === name)?.header ?? 'Whole row'
  const heads = [
    ['Row'],
    ['Column'],
    ...(withCells ? [['Value', 'max-sm:hidden'] as const] : []),
    ['Problem'],
  ] as const
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">Problems by row</caption>
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
        <p className="mt-3 text-sm text-ink-soft">And {problems.length - problemsShownMax} more.</p>
      )}
    </>
  )
}
