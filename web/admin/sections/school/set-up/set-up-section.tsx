import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { SetUp, SetUpItem } from '../../../../../contract/school/set-up.ts'
import { counted } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { SectionLink } from '../../../section-link.tsx'
import { useSectionAction } from '../../../section-request.ts'
import { setUpTitles, stepsLeft } from '../../../set-up.ts'
import { StateBadge } from '../../../state-badge.tsx'
import { useAction } from '../../../use-action.ts'
import { PageEditor } from '../pages/page-editor.tsx'
import { LogoField } from '../school-settings/logo-field.tsx'
import { MailServer } from '../school-settings/mail-server.tsx'
import { SettingsEditor, settingsForm } from '../school-settings/settings-form.tsx'
import { UpiPreview } from '../school-settings/settings-preview.tsx'
import { EmptiedNote, FromDemonstration } from './from-demonstration.tsx'
import { type MadeCodes, OpenSite } from './open-site.tsx'
import { PreviewButton } from './preview-button.tsx'
import { TrialEnd } from './trial-end.tsx'
import { WeekForm } from './week-form.tsx'

const states = {
  open: { label: 'To do', tone: 'marigold' },
  done: { label: 'Done', tone: 'leaf' },
  later: { label: 'Later', tone: 'neutral' },
} as const

const reasons: Record<SetUpItem, string> = {
  school: 'They’re on every page, in every e-mail and on every receipt.',
  hours: 'Visitors see when they can come by or call.',
  payments: 'Until people can pay by UPI or at the school, they can’t book or buy what costs something.',
  'home-page': 'The headline and the pictures are the first thing a visitor sees.',
  letters: 'Confirmations, reminders and receipts are sent through your e-mail server.',
  'first-class': 'People can enrol once a class has a date and a start time.',
  trial: 'You enrol as a visitor does, but without paying. The e-mail goes to you alone.',
  open: 'Until then, visitors only see “Opening soon”.',
  backup: 'If the computer fails, you can restore everything from a backup.',
  'second-factor': 'A stolen password then isn’t enough to sign in as an owner.',
}

/** The forms of the steps, with the settings that each step asks for. */
const forms = {
  school: settingsForm('set-up-school', 'Name and contact details', [
    { names: ['name', 'city', 'phone', 'whatsapp', 'email', 'address'] },
  ]),
  payments: settingsForm(
    'set-up-payments',
    'How people pay',
    [{ names: ['upiId', 'upiName', 'paysAtSchool'] }],
    UpiPreview,
  ),
} as const

export default function SetUpSection() {
  const result = useQuery({ ...query('GET /api/admin/set-up'), refetchOnMount: 'always' })
  const { data } = result
  if (data === undefined) {
    return <NotLoaded of={result} title="We couldn’t load what is left to do" loading="Loading the steps…" />
  }
  if (data.data.items.length === 0) {
    return <FromDemonstration />
  }
  return <Items setUp={data.data} />
}

function Items({ setUp }: { setUp: SetUp }) {
  const { items, isOpen, missing, unready } = setUp
  const stale = useStale()
  const next = items.find(({ state }) => state === 'open')?.id ?? null
  // The next step is unfolded until somebody unfolds another step, or folds it.
  const [chosen, setChosen] = useState<SetUpItem | null | undefined>(undefined)
  const unfolded = chosen === undefined ? next : chosen
  // The codes are kept here, so that they are still there after their step is folded and unfolded.
  const [codes, onCodes] = useState<MadeCodes['codes']>(null)
  const left = stepsLeft(setUp).length
  const list = useRef<HTMLOListElement>(null)
  // The server decides which step is next. This ref is true if that step must scroll into view when it unfolds.
  const goesOn = useRef(false)
  const goOn = () => {
    goesOn.current = true
    stale('GET /api/admin/set-up')
    setChosen(undefined)
    list.current?.focus({ preventScroll: true })
  }
  useSectionAction('continue', () => {
    goesOn.current = true
  })
  useEffect(() => {
    const heading = unfolded === null ? null : document.getElementById(`step-${unfolded}`)
    if (!goesOn.current || heading === null) return
    heading.focus({ preventScroll: true })
    heading.scrollIntoView({ block: 'start' })
  }, [unfolded])
  const choose = (id: SetUpItem | null) => {
    goesOn.current = false
    setChosen(id)
  }
  return (
    <div className="flex max-w-[52rem] flex-col gap-5">
      {!isOpen && <EmptiedNote />}
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p role="status" className="text-lg">
          {left === 0 ? 'Everything is done.' : `${counted(left, 'step')} left.`}
        </p>
        {!isOpen && <PreviewButton of="site" />}
      </div>
      <TrialEnd />
      <ol ref={list} tabIndex={-1} aria-label="Steps" className="flex flex-col gap-3 outline-none">
        {items.map(({ id, state }) => (
          <Card as="li" key={id} className="p-4">
            <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
              <h2 className="min-w-0 flex-1 basis-48 text-lg">
                <button
                  type="button"
                  id={`step-${id}`}
                  aria-expanded={id === unfolded}
                  // A scroll margin keeps the heading below the back office's header, which is taller on a phone.
                  className="flex min-h-11 w-full scroll-mt-36 items-center gap-2 text-left sm:scroll-mt-24"
                  onClick={() => choose(id === unfolded ? null : id)}
                >
                  <Icon
                    of={ChevronDown}
                    className={cx('transition-transform', id !== unfolded && '-rotate-90')}
                  />
                  {setUpTitles[id]}
                </button>
              </h2>
              <StateBadge {...states[state]} />
            </div>
            <p className="text-ink-soft">
              {id === 'open' && isOpen ? 'Your site is open. Everyone can see it.' : reasons[id]}
            </p>
            {id === unfolded && (
              <div className="mt-4 flex flex-col gap-5">
                <ItemForm
                  id={id}
                  missing={missing}
                  isOpen={isOpen}
                  {...{ unready, codes, onCodes }}
                  onSaved={goOn}
                  // The step stays unfolded, so that the owner can send a trial e-mail.
                  onStay={() => choose(id)}
                />
                {state !== 'done' && <PutOff item={id} isPutOff={state === 'later'} onDone={goOn} />}
              </div>
            )}
          </Card>
        ))}
      </ol>
    </div>
  )
}

function PutOff({ item, isPutOff, onDone }: { item: SetUpItem; isPutOff: boolean; onDone: () => void }) {
  const change = useAction({
    run: () => api('PUT /api/admin/set-up/:item', { params: { item }, body: { isPutOff: !isPutOff } }),
    onDone,
  })
  return (
    <Button
      variant="quiet"
      size="sm"
      className="self-start"
      busy={change.isPending}
      onClick={() => change.mutate()}
    >
      {isPutOff ? 'Move back to the list' : 'Do this later'}
    </Button>
  )
}

function ItemForm({
  id,
  missing,
  isOpen,
  unready,
  codes,
  onCodes,
  onSaved,
  onStay,
}: Pick<SetUp, 'missing' | 'isOpen' | 'unready'> &
  MadeCodes & { id: SetUpItem; onSaved: () => void; onStay: () => void }) {
  switch (id) {
    case 'school':
      return (
        <>
          <LogoField />
          <SettingsEditor of={forms[id]} step={{ onSaved }} />
        </>
      )
    case 'payments':
      return <SettingsEditor of={forms[id]} step={{ onSaved }} />
    case 'home-page':
      return (
        <>
          <PageEditor page="home" step={{ only: ['homeHeadline', 'heroPictures'], onPublished: onSaved }} />
          <ToSection to="pages?page=home">More words and pictures of the home page</ToSection>
        </>
      )
    case 'hours':
      return <WeekForm onSaved={onSaved} />
    case 'first-class':
      return <FirstClass unready={unready} />
    case 'trial':
      return (
        <>
          <p>
            Enrol in a class as a visitor would. It’s free, no seat is taken, nothing is kept, and the e-mail
            comes to you alone.
          </p>
          <PreviewButton of="trial" />
        </>
      )
    case 'open':
      return <OpenSite {...{ isOpen, missing, codes, onCodes }} onOpened={onSaved} />
    case 'letters':
      return <MailServer step={{ onSaved: onStay }} />
    case 'backup':
      return (
        <>
          <p>
            Ask the person who looks after your server to back up the school every night. The guide “Run it
            for a real school”, which came with the software, shows how.
          </p>
          <p>This step is done as soon as there is a first backup.</p>
        </>
      )
    case 'second-factor':
      return <ToSection to="security">Turn on two-factor sign-in</ToSection>
  }
}

const lacking: Record<NonNullable<SetUp['unready']>['lacks'], { says: string; action: string }> = {
  date: { says: 'has no upcoming date yet.', action: 'Enter the date' },
  'start-time': { says: 'has no start time yet.', action: 'Enter the start time' },
  site: { says: 'is off the site.', action: 'Put it on the site' },
}

/** Leads to the class that cannot be sold yet, if there is one, so that nobody adds a second class instead. */
function FirstClass({ unready }: Pick<SetUp, 'unready'>) {
  if (!unready)
    return (
      <ToSection to="classes" action="add">
        Add a class
      </ToSection>
    )
  const { id, title, lacks } = unready
  const { says, action } = lacking[lacks]
  return (
    <>
      <p className="wrap-anywhere">
        “{title}” {says}
      </p>
      <ToSection to="classes" action="edit" open={id}>
        {action}
      </ToSection>
    </>
  )
}

function ToSection(props: ComponentProps<typeof SectionLink>) {
  return <SectionLink className="link inline-flex min-h-11 items-center self-start font-bold" {...props} />
}
