import { Search } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSchool } from '../../../../lib/school.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { OptionRow, useOptions } from '../../../palette/options.tsx'
import { type FoundSetting, findSettings } from './find-settings.ts'
import { isShown } from './settings-form.tsx'
import type { SettingsPage } from './settings-pages.ts'

export function focusSetting(target: string): void {
  const element = document.getElementsByName(target)[0] ?? document.getElementById(target)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}

/** Finds a setting on any page by typed words, and opens the page. */
export function SettingsSearch({ pages }: { pages: readonly SettingsPage[] }) {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const school = useSchool()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = findSettings(pages, typed, (name) => isShown(name, school))
  const isAsked = typed.trim() !== ''
  const { active, activateFirst, onArrowKey, inputProps, listProps, optionProps } = useOptions(found, choose)

  function choose({ to, target }: FoundSetting) {
    setTyped('')
    setOpen(false)
    if (hash === `#${to}`) return target && focusSetting(target)
    void navigate({ hash: to }, { state: target === undefined ? null : { open: target } })
  }

  const hasList = isOpen && found.length > 0
  return (
    <div role="search" className="relative max-w-[40rem]">
      <Icon
        of={Search}
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-ink-soft"
      />
      <input
        {...inputProps}
        type="search"
        role="combobox"
        aria-controls={listProps.id}
        aria-label="Find a setting"
        aria-expanded={hasList}
        placeholder="Find a setting, such as “bank”"
        maxLength={100}
        className="control !pl-11 text-ellipsis"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setOpen(true)
          activateFirst()
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isAsked) {
            event.preventDefault()
            setTyped('')
          }
          if (!hasList) return
          onArrowKey(event)
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && active) {
            event.preventDefault()
            choose(active)
          }
        }}
      />
      <div
        {...listProps}
        hidden={!hasList}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-[60vh] overflow-y-auto rounded-sm border border-line bg-raised p-2 shadow-soft"
      >
        {found.map((one) => (
          <OptionRow key={one.id} {...optionProps(one)} />
        ))}
      </div>
      <p role="status" className="mt-2 text-sm text-ink-soft empty:hidden">
        {isAsked && found.length === 0 && `There’s no setting for “${typed.trim()}”. Try another word.`}
      </p>
    </div>
  )
}
