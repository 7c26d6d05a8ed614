import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { ButtonLink } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { RecordHistory } from '../../../record-history.tsx'
import { useOpenedRecord } from '../../../section-request.ts'
import { useSetUp } from '../../../set-up.ts'
import { SettingsEditor, useSchoolSettings } from './settings-form.tsx'
import { addressOf, type SettingsPage, useSettingsPages } from './settings-pages.ts'
import { focusSetting, SettingsSearch } from './settings-search.tsx'

export default function SchoolSettingsSection() {
  const { hash } = useLocation()
  const asked = new URLSearchParams(hash.split('?')[1])
  const id = asked.get('page')
  const pages = useSettingsPages()
  const own = pages.filter(({ section }) => section === undefined)
  const page =
    own.find((one) => one.id === id) ?? own.find((one) => hasSetting(one, asked.get('setting') ?? ''))
  if (!page && id !== null) {
    return (
      <EmptyState
        title="There’s no settings page at this address"
        action={
          <ButtonLink to="#school-settings" variant="outline">
            See all settings
          </ButtonLink>
        }
      />
    )
  }
  return (
    <>
      <div className="mb-6">
        <SettingsSearch pages={pages} />
      </div>
      {page ? (
        <div className="grid items-start gap-8 lg:grid-cols-[12rem_1fr]">
          <PageLinks pages={pages} current={page} />
          <Page page={page} />
        </div>
      ) : (
        <Overview pages={pages} />
      )}
    </>
  )
}

/** True if the setting is a field of the page's form, or has a part of the page to itself. */
function hasSetting({ form, parts = [] }: SettingsPage, name: string): boolean {
  return Object.hasOwn(form?.fields ?? {}, name) || parts.some(({ setting }) => setting === name)
}

function Overview({ pages }: { pages: readonly SettingsPage[] }) {
  const setUp = useSetUp()
  const settings = useSchoolSettings().data?.data.settings
  return (
    <>
      <Card as="section" aria-label="Settings">
        <ul className="divide-y divide-line">
          {pages.map((page) => (
            <li key={page.id}>
              <Link
                to={`#${addressOf(page)}`}
                className="grid grid-cols-[1.5rem_1fr_auto] items-center gap-x-4 px-4 py-3 no-underline -outline-offset-2 transition-colors hover:bg-leaf-tint sm:px-5 lg:grid-cols-[1.5rem_1.2fr_1fr_auto]"
              >
                <Icon of={page.icon} className="size-6 text-leaf-ink max-lg:row-span-2" />
                <span>
                  <span className="block font-bold">{page.title}</span>
                  <span className="block text-sm text-ink-soft"> {page.about}</span>
                </span>
                {settings && page.set && (
                  <span className="text-sm wrap-anywhere max-lg:col-start-2 max-lg:row-start-2 max-lg:mt-0.5 lg:col-start-3">
                    {' '}
                    {page.set(settings)}
                  </span>
                )}
                <Icon
                  of={ArrowRight}
                  className="text-ink-soft max-lg:row-span-2 max-lg:row-start-1 max-lg:col-start-3 lg:col-start-4"
                />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      {setUp && setUp.items.length > 0 && (
        <p className="mt-6">
          <Link to="#set-up" className="link inline-flex min-h-11 items-center">
            Set up your school
          </Link>
        </p>
      )}
    </>
  )
}

function PageLinks({ pages, current }: { pages: readonly SettingsPage[]; current: SettingsPage }) {
  return (
    <nav aria-label="Settings" className="lg:sticky lg:top-24">
      <Link to="#school-settings" className="link inline-flex min-h-11 items-center gap-2">
        <Icon of={ArrowLeft} />
        All settings
      </Link>
      <ul className="mt-1 flex flex-col gap-0.5 max-lg:hidden">
        {pages.map((page) => (
          <li key={page.id}>
            <Link
              to={`#${addressOf(page)}`}
              aria-current={page === current ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center gap-2.5 rounded-sm px-2.5 leading-tight no-underline transition-colors hover:bg-leaf-tint hover:text-leaf-ink pointer-fine:min-h-9',
                page === current && 'bg-leaf-tint font-bold text-leaf-ink',
              )}
            >
              <Icon of={page.icon} className="shrink-0" />
              {page.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Page({ page: { id, title, about, form, parts = [], links = [] } }: { page: SettingsPage }) {
  // The search may open a page to focus one of its settings. The setting exists only after the settings are loaded.
  const isLoaded = useSchoolSettings().isSuccess
  useOpenedRecord((target) => (isLoaded ? target : undefined), focusSetting)
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="text-ink-soft">{about}</p>
      </div>
      {parts.map(({ id, Part }) => (
        <div key={id} id={id} tabIndex={-1} className="scroll-mt-24 outline-none">
          <Part />
        </div>
      ))}
      {form && <SettingsEditor of={form} />}
      {links.length > 0 && (
        <ul aria-label="More about this" className="grid gap-3 sm:grid-cols-2">
          {links.map(({ to, label, about }) => (
            <Card as="li" key={to}>
              <Link to={`#${to}`} className="flex items-center gap-3 p-4 no-underline hover:bg-leaf-tint">
                <span className="min-w-0 flex-1">
                  <span className="block font-bold">{label}</span>
                  <span className="block text-sm text-ink-soft">{about}</span>
                </span>
                <Icon of={ArrowRight} className="shrink-0 text-ink-soft" />
              </Link>
            </Card>
          ))}
        </ul>
      )}
      {form && <History page={id} />}
    </div>
  )
}

function History({ page }: { page: string }) {
  const version = useSchoolSettings().data?.data.version
  // The key changes with each save, so that React mounts the history anew and it is loaded again.
  return <RecordHistory key={`${page} ${version}`} kind="school-setting" id="school" />
}
