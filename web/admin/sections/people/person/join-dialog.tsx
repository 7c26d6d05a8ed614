import { useState } from 'react'
import type { KnownPerson, PersonPage } from '../../../../../contract/people/people.ts'
import { api } from '../../../../lib/api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { Refusal } from '../../../form-dialog.tsx'
import { KnownPeople } from '../../../people/known-people.tsx'
import { useDeed } from '../../../use-deed.ts'

/** The same person may stand twice, with another address or phone. */
export function JoinDialog({
  person,
  onJoined,
  ...dialog
}: Openable & { person: PersonPage; onJoined: () => void }) {
  const [other, setOther] = useState<KnownPerson | null>(null)
  const join = useDeed({
    run: (found: KnownPerson, keyed) => {
      const body = { one: person.ref, other: found.ref }
      return api('POST /api/admin/people/joined', { body }, keyed(body))
    },
    done: { title: 'Joined', description: 'Both stand on one page now. It can be undone there.' },
    failed: null,
    onDone: () => {
      onJoined()
      dialog.onClose()
    },
  })
  return (
    <Dialog
      {...dialog}
      title={`Join ${person.name} with another`}
      description="Seats, orders and enquiries of both then stand on one page. Nothing is changed or sent."
      closeLabel="Cancel"
      footer={
        <Button disabled={other === null} busy={join.isPending} onClick={() => other && join.mutate(other)}>
          {join.isPending ? 'Joining...' : 'Join'}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <Refusal error={join.refusal} />
        <KnownPeople onChoose={setOther} onTyped={() => setOther(null)} />
      </div>
    </Dialog>
  )
}
