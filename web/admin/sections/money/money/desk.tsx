import { CheckCheck, FileUp } from 'lucide-react'
import type { StatementLine } from '../../../../../contract/money/money.ts'
import { plural } from '../../../../../contract/plural.ts'
import { Button } from '../../../../ui/button.tsx'
import type { useDialog } from '../../../../ui/lazy-dialog.tsx'
import { SideButton } from '../../../list/list-head.tsx'
import type { ListState } from '../../../list/use-list.ts'
import { CertainDialog, type Refused } from './settling.tsx'

type OpenList = Pick<ListState, 'definition' | 'heading' | 'reload'>

/** What the three lists of the money desk share. Each change of one list may concern the others. */
export interface Desk {
  show: ReturnType<typeof useDialog>['show']
  /** The payments received that match a seat or an order for certain. */
  certain: readonly StatementLine[]
  importStatement: (list: OpenList) => void
  /** Reads the lists again behind an open dialog. */
  reload: (list: OpenList) => void
  /** Closes the dialog, and reads the lists again. */
  changed: (list: OpenList) => void
  confirmed: (list: OpenList, refused: readonly Refused[]) => void
}

export function DeskButtons({ desk, list }: { desk: Desk; list: OpenList }) {
  const { certain, show } = desk
  return (
    <>
      <SideButton icon={FileUp} onClick={() => desk.importStatement(list)}>
        Import statement
      </SideButton>
      {certain.length > 0 && (
        <Button
          className="max-sm:grow"
          icon={CheckCheck}
          onClick={() =>
            show((props) => (
              <CertainDialog
                {...props}
                lines={[...certain]}
                onConfirmed={(refused) => desk.confirmed(list, refused)}
              />
            ))
          }
        >
          {certainText({ count: certain.length })}
        </Button>
      )}
    </>
  )
}

const certainText = ({ count }: { count: number }) =>
  plural(count, {
    one: 'Confirm 1 match marked “Certain”',
    other: `Confirm ${count} matches marked “Certain”`,
  })
